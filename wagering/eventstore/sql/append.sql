-- Appends events to their streams and extends each stream's hash chain (HASHING.md). One call, inside the caller's
-- transaction at READ COMMITTED: each statement must see what was committed while it waited for a lock.
-- p_read and p_streams are each in ascending byte order without duplicates: every writer takes its locks in one order.
--
-- p_read, p_read_version   streams the decision was based on without appending to them: their version must still be
--                          this one (0: not there yet), and stays so until commit (shared lock)
-- p_streams                streams to append to; p_expected their version, 0 for a new one, or NULL for "whatever it
--                          is" of one that exists
-- p_exclusive              true for streams that others may also name in p_read; every writer of such a stream says so
-- p_event_stream           1-based index into p_streams, for each event, in the order in which they happened
--
-- A player's command has an event or two, a settlement a thousand. A few are written one by one, because a plan over
-- arrays costs more than it saves until there are about eight; locks, checks and rows are the same either way.
--
-- Raises WG409 (message: the stream) on a version that has moved on, 22023 on streams out of order or given twice, and
-- 25001 at another isolation level.
CREATE OR REPLACE FUNCTION eventstore_append(
    p_actor text, p_command text, p_correlation text, p_occurred timestamptz,
    p_read text[], p_read_version bigint[],
    p_streams text[], p_expected bigint[], p_exclusive boolean[],
    p_event_stream integer[], p_event_name text[], p_event_body text[],
    OUT versions bigint[], OUT first_position bigint, OUT last_position bigint
) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_hashjoin = off
SET enable_mergejoin = off
AS $$
DECLARE
    v_streams integer := cardinality(p_streams);
    v_events integer := cardinality(p_event_name);
    v_reads integer := cardinality(p_read);
    v_few CONSTANT boolean := cardinality(p_event_name) <= 8 AND cardinality(p_streams) <= 8;
    v_locked text;  -- assigned instead of PERFORMed, a lock is an expression and needs no executor
    v_found bigint;
    v_hash bytea;
    v_heads text[];
    v_hashes bytea[];
    v_event_version bigint[];
    v_event_hash bytea[];
    v_meta bytea;
    v_stream bytea;
    v_name bytea;
    v_text bytea;
    r integer := 1;
    s integer := 1;
    i integer;
BEGIN
    IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE EXCEPTION USING ERRCODE = '25001', MESSAGE = 'events are appended at READ COMMITTED';
    END IF;

    -- Shared with other readers, exclusive against whoever appends: ten thousand bets share the round's phase. Both
    -- lists are merged into one order, and all these locks come before any lock on a row: no two calls deadlock.
    WHILE r <= v_reads OR s <= v_streams LOOP
        IF s > v_streams OR (r <= v_reads AND p_read[r] COLLATE "C" < p_streams[s] COLLATE "C") THEN
            v_locked := pg_advisory_xact_lock_shared(hashtextextended(p_read[r], 0));
            r := r + 1;
        ELSE
            IF p_exclusive[s] THEN
                v_locked := pg_advisory_xact_lock(hashtextextended(p_streams[s], 0));
            END IF;
            s := s + 1;
        END IF;
    END LOOP;
    FOR i IN 1 .. v_reads LOOP
        SELECT version INTO v_found FROM eventstore_stream WHERE stream = p_read[i];
        IF coalesce(v_found, 0) IS DISTINCT FROM p_read_version[i] THEN
            RAISE EXCEPTION USING ERRCODE = 'WG409', MESSAGE = p_read[i];
        END IF;
    END LOOP;
    FOR i IN 1 .. v_streams LOOP
        -- Heads are matched by place: a list in another order would extend the wrong chains.
        IF i > 1 AND p_streams[i - 1] COLLATE "C" >= p_streams[i] COLLATE "C" THEN
            RAISE EXCEPTION USING ERRCODE = '22023', MESSAGE = 'streams must be distinct and in ascending byte order';
        END IF;
        IF p_expected[i] = 0 THEN
            INSERT INTO eventstore_stream (stream, version, hash)
            VALUES (p_streams[i], 0, decode(repeat('00', 32), 'hex')) ON CONFLICT DO NOTHING;
        END IF;
    END LOOP;

    -- The row locks come before any position is drawn: readers of the global feed rely on it (read.py).
    IF v_few THEN
        FOR i IN 1 .. v_streams LOOP
            SELECT version, hash INTO v_found, v_hash FROM eventstore_stream WHERE stream = p_streams[i]
            FOR NO KEY UPDATE;
            IF NOT FOUND OR v_found <> p_expected[i] THEN
                RAISE EXCEPTION USING ERRCODE = 'WG409', MESSAGE = p_streams[i];
            END IF;
            versions[i] := v_found;
            v_hashes[i] := v_hash;
        END LOOP;
    ELSE
        SELECT array_agg(h.stream), array_agg(h.version), array_agg(h.hash) INTO v_heads, versions, v_hashes
        FROM (SELECT stream, version, hash FROM eventstore_stream WHERE stream = ANY (p_streams)
              ORDER BY stream FOR NO KEY UPDATE) h;
        -- Both lists ascend, so the first place where they differ is the first stream that is missing.
        FOR i IN 1 .. v_streams LOOP
            IF v_heads[i] IS DISTINCT FROM p_streams[i] OR versions[i] <> p_expected[i] THEN
                RAISE EXCEPTION USING ERRCODE = 'WG409', MESSAGE = p_streams[i];
            END IF;
        END LOOP;
    END IF;

    v_text := convert_to(p_actor, 'UTF8');
    v_meta := int4send(octet_length(v_text)) || v_text;
    v_text := convert_to(p_command, 'UTF8');
    v_meta := v_meta || int4send(octet_length(v_text)) || v_text;
    v_text := convert_to(p_correlation, 'UTF8');
    v_meta := v_meta || int4send(octet_length(v_text)) || v_text
        || int8send((extract(epoch FROM p_occurred) * 1000000)::bigint);
    FOR i IN 1 .. v_events LOOP
        s := p_event_stream[i];
        versions[s] := versions[s] + 1;
        v_stream := convert_to(p_streams[s], 'UTF8');
        v_name := convert_to(p_event_name[i], 'UTF8');
        v_text := convert_to(p_event_body[i], 'UTF8');
        v_hashes[s] := sha256(v_hashes[s]
            || int4send(octet_length(v_stream)) || v_stream || int8send(versions[s])
            || int4send(octet_length(v_name)) || v_name
            || int4send(octet_length(v_text)) || v_text || v_meta);
        IF v_few THEN
            INSERT INTO eventstore_event (stream, version, name, actor, command, correlation,
                                          occurred_at, recorded_at, body, hash)
            VALUES (p_streams[s], versions[s], p_event_name[i], p_actor, p_command, p_correlation,
                    p_occurred, clock_timestamp(), p_event_body[i], v_hashes[s])
            RETURNING position INTO last_position;
            first_position := coalesce(first_position, last_position);
        ELSE
            v_event_version[i] := versions[s];
            v_event_hash[i] := v_hashes[s];
        END IF;
    END LOOP;
    IF v_few THEN
        FOR i IN 1 .. v_streams LOOP
            UPDATE eventstore_stream SET version = versions[i], hash = v_hashes[i] WHERE stream = p_streams[i];
        END LOOP;
        RETURN;
    END IF;

    WITH appended AS (
        INSERT INTO eventstore_event (stream, version, name, actor, command, correlation,
                                      occurred_at, recorded_at, body, hash)
        SELECT p_streams[e.stream], e.version, e.name, p_actor, p_command, p_correlation,
               p_occurred, clock_timestamp(), e.body, e.hash
        FROM unnest(p_event_stream, v_event_version, p_event_name, p_event_body, v_event_hash)
             AS e (stream, version, name, body, hash)
        RETURNING position
    )
    SELECT min(position), max(position) INTO first_position, last_position FROM appended;

    UPDATE eventstore_stream h SET version = n.version, hash = n.hash
    FROM unnest(p_streams, versions, v_hashes) AS n (stream, version, hash) WHERE h.stream = n.stream;
END $$;
