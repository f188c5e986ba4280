-- The limit: what a command writes, written without asking anything. Tables like the project's, with the same indexes
-- and constraints, in a schema of their own; one function of plain inserts and updates by key. No versions, no locks,
-- no chain, no floors beyond the tables' own, no zero sum, no idempotency beyond the key's index.
CREATE SCHEMA bench_limit;
CREATE TABLE bench_limit.event (LIKE eventstore_event INCLUDING ALL);
CREATE TABLE bench_limit.receipt (LIKE dispatch_receipt INCLUDING ALL);
CREATE TABLE bench_limit.journal (LIKE wallet_journal INCLUDING ALL);
CREATE TABLE bench_limit.entry (LIKE wallet_entry INCLUDING ALL);
CREATE TABLE bench_limit.account (LIKE wallet_account INCLUDING ALL);
CREATE TABLE bench_limit.wallet (LIKE wallet_wallet INCLUDING ALL);
CREATE TABLE bench_limit.bet (LIKE wallet_bet INCLUDING ALL);
CREATE TABLE bench_limit.round (LIKE rounds_round INCLUDING ALL);
CREATE TABLE bench_limit.board (LIKE tables_table INCLUDING ALL);
CREATE TABLE bench_limit.shoe (LIKE tables_shoe INCLUDING ALL);
CREATE TABLE bench_limit.draw (LIKE tables_draw INCLUDING ALL);
CREATE TABLE bench_limit.deadline (LIKE clock_deadline INCLUDING ALL);
CREATE TABLE bench_limit.outbox (LIKE integrations_outbox INCLUDING ALL);

-- p_rows: {"new_bet": [...], "bet": [...], ...}, inserts and updates of the boards, or NULL.
CREATE FUNCTION bench_limit.write(
    p_key text, p_fingerprint bytea, p_kind text, p_actor text, p_answer text, p_correlation text,
    p_occurred timestamptz, p_first bigint, p_last bigint,
    p_stream text[], p_version bigint[], p_name text[], p_body text[], p_hash bytea[],
    p_account text[], p_delta bigint[],
    p_entry_ledger text[], p_entry_account text[], p_entry_amount bigint[],
    p_closed_bet text[], p_closed_status text[], p_closed_outcome text[], p_closed_returned bigint[],
    p_rows jsonb
) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_hashjoin = off
SET enable_mergejoin = off
AS $$
BEGIN
    INSERT INTO bench_limit.receipt (key, fingerprint, kind, actor, accepted, answer, recorded_at)
    VALUES (p_key, p_fingerprint, p_kind, p_actor, true, p_answer, clock_timestamp());
    INSERT INTO bench_limit.event (stream, version, name, actor, command, correlation, occurred_at, recorded_at, body, hash)
    SELECT e.stream, e.version, e.name, p_actor, p_key, p_correlation, p_occurred, clock_timestamp(), e.body, e.hash
    FROM unnest(p_stream, p_version, p_name, p_body, p_hash) AS e (stream, version, name, body, hash);
    IF p_rows IS NOT NULL THEN
        PERFORM bench_limit.write_rows(p_rows);
    END IF;
    IF cardinality(p_account) > 0 THEN
        UPDATE bench_limit.account a SET balance = a.balance + d.delta
        FROM unnest(p_account, p_delta) AS d (account, delta) WHERE a.account = d.account;
    END IF;
    IF cardinality(p_entry_amount) > 0 THEN
        INSERT INTO bench_limit.journal (id, kind, correlation, position, occurred_at)
        VALUES (p_key, p_kind, p_correlation, p_first, p_occurred);
        INSERT INTO bench_limit.entry (journal, ledger, account, amount)
        SELECT p_key, e.ledger, e.account, e.amount
        FROM unnest(p_entry_ledger, p_entry_account, p_entry_amount) AS e (ledger, account, amount);
    END IF;
    IF cardinality(p_closed_bet) > 0 THEN
        UPDATE bench_limit.bet b
        SET status = c.status, outcome = c.outcome, returned = c.returned, revision = b.revision + 1
        FROM unnest(p_closed_bet, p_closed_status, p_closed_outcome, p_closed_returned)
             AS c (id, status, outcome, returned) WHERE b.id = c.id;
    END IF;
    INSERT INTO bench_limit.outbox (command, kind, correlation, first_position, last_position, created_at, attempts)
    VALUES (p_key, p_kind, p_correlation, p_first, p_last, clock_timestamp(), 0);
END $$;

CREATE FUNCTION bench_limit.write_rows(p_rows jsonb) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
    IF p_rows ? 'new_bet' THEN
        INSERT INTO bench_limit.bet
        SELECT * FROM jsonb_populate_recordset(NULL::bench_limit.bet, p_rows -> 'new_bet');
    END IF;
    IF p_rows ? 'bet' THEN
        UPDATE bench_limit.bet b SET parts = c.parts, answers = c.answers, stake = c.stake, returned = c.returned,
            status = c.status, outcome = c.outcome, revision = c.revision
        FROM jsonb_populate_recordset(NULL::bench_limit.bet, p_rows -> 'bet') c WHERE b.id = c.id;
    END IF;
    IF p_rows ? 'new_round' THEN
        INSERT INTO bench_limit.round
        SELECT * FROM jsonb_populate_recordset(NULL::bench_limit.round, p_rows -> 'new_round');
    END IF;
    IF p_rows ? 'round' THEN
        UPDATE bench_limit.round r SET status = c.status, ended_at = c.ended_at, outcome = c.outcome
        FROM jsonb_populate_recordset(NULL::bench_limit.round, p_rows -> 'round') c WHERE r.id = c.id;
    END IF;
    IF p_rows ? 'new_draw' THEN
        INSERT INTO bench_limit.draw
        SELECT * FROM jsonb_populate_recordset(NULL::bench_limit.draw, p_rows -> 'new_draw');
    END IF;
    IF p_rows ? 'new_board' THEN
        INSERT INTO bench_limit.board
        SELECT * FROM jsonb_populate_recordset(NULL::bench_limit.board, p_rows -> 'new_board');
    END IF;
    IF p_rows ? 'board' THEN
        UPDATE bench_limit.board t SET seats = c.seats, shoe = c.shoe, round = c.round, awaits = c.awaits,
            due_at = c.due_at, paused = c.paused
        FROM jsonb_populate_recordset(NULL::bench_limit.board, p_rows -> 'board') c WHERE t.id = c.id;
    END IF;
    IF p_rows ? 'new_deadline' THEN
        INSERT INTO bench_limit.deadline
        SELECT * FROM jsonb_populate_recordset(NULL::bench_limit.deadline, p_rows -> 'new_deadline');
    END IF;
    IF p_rows ? 'deadline' THEN
        UPDATE bench_limit.deadline d SET what = c.what, number = c.number, due_at = c.due_at
        FROM jsonb_populate_recordset(NULL::bench_limit.deadline, p_rows -> 'deadline') c WHERE d.subject = c.subject;
    END IF;
    IF p_rows ? 'no_deadline' THEN
        DELETE FROM bench_limit.deadline
        WHERE subject IN (SELECT jsonb_array_elements_text(p_rows -> 'no_deadline'));
    END IF;
    IF p_rows ? 'new_shoe' THEN
        INSERT INTO bench_limit.shoe
        SELECT * FROM jsonb_populate_recordset(NULL::bench_limit.shoe, p_rows -> 'new_shoe');
    END IF;
    IF p_rows ? 'shoe' THEN
        UPDATE bench_limit.shoe h SET cut_out = c.cut_out, retired = c.retired
        FROM jsonb_populate_recordset(NULL::bench_limit.shoe, p_rows -> 'shoe') c WHERE h.id = c.id;
    END IF;
    IF p_rows ? 'new_wallet' THEN
        INSERT INTO bench_limit.wallet
        SELECT * FROM jsonb_populate_recordset(NULL::bench_limit.wallet, p_rows -> 'new_wallet');
        INSERT INTO bench_limit.account
        SELECT * FROM jsonb_populate_recordset(NULL::bench_limit.account, p_rows -> 'new_account');
    END IF;
END $$;
