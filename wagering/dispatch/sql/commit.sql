-- Everything one accepted command writes, in one call and one transaction: the idempotency receipt first, then the
-- events with their chains, the journal, the balances, the bets and boards, and one outbox row.
--
-- The first fourteen parameters are those of eventstore_append. Then:
-- p_account, p_delta          balances to move (sign already that of the balance); the floor is a CHECK
-- p_entry_*                   the legs; they must sum to zero in each ledger
-- p_closed_*                  bets settled, voided or refunded; p_closed_revision is the revision they must have
-- p_rows                      complete rows of the other inline projections, {"wallet_bet": [...], ...}, or NULL
--
-- Returns replayed = the first receipt if this key was seen before (nothing is written then), else NULL.
-- Raises WG409 for a moved version or bet, 23514 for a floor.
CREATE OR REPLACE FUNCTION dispatch_commit(
    p_kind text, p_fingerprint bytea, p_answer text,
    p_actor text, p_command text, p_correlation text, p_occurred timestamptz,
    p_read text[], p_read_version bigint[],
    p_streams text[], p_expected bigint[], p_exclusive boolean[],
    p_event_stream integer[], p_event_name text[], p_event_body text[],
    p_account text[], p_delta bigint[],
    p_entry_ledger text[], p_entry_account text[], p_entry_amount bigint[],
    p_closed_bet text[], p_closed_revision integer[], p_closed_status text[], p_closed_outcome text[],
    p_closed_returned bigint[],
    p_rows jsonb,
    OUT replayed dispatch_receipt, OUT versions bigint[], OUT last_position bigint
) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_hashjoin = off
SET enable_mergejoin = off
AS $$
DECLARE
    v_appended record;
    v_first bigint;
    v_count bigint;
BEGIN
    INSERT INTO dispatch_receipt (key, fingerprint, kind, actor, accepted, answer, recorded_at)
    VALUES (p_command, p_fingerprint, p_kind, p_actor, true, p_answer, clock_timestamp()) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
        SELECT * INTO replayed FROM dispatch_receipt WHERE key = p_command;
        RETURN;
    END IF;

    -- Assigned, not selected from: a function scan would write its one row to a store and read it back.
    v_appended := eventstore_append(p_actor, p_command, p_correlation, p_occurred, p_read, p_read_version,
                                    p_streams, p_expected, p_exclusive, p_event_stream, p_event_name, p_event_body);
    versions := v_appended.versions;
    v_first := v_appended.first_position;
    last_position := v_appended.last_position;

    -- A player's balance only moves under his wallet stream's row lock, taken above in stream order: no deadlock here.
    IF p_rows ? 'wallet_account' THEN
        INSERT INTO wallet_account SELECT * FROM jsonb_populate_recordset(NULL::wallet_account, p_rows -> 'wallet_account');
    END IF;
    IF cardinality(p_account) > 0 THEN
        UPDATE wallet_account a SET balance = a.balance + d.delta
        FROM unnest(p_account, p_delta) AS d (account, delta) WHERE a.account = d.account;
        GET DIAGNOSTICS v_count = ROW_COUNT;
        IF v_count <> cardinality(p_account) THEN
            RAISE EXCEPTION USING ERRCODE = 'WG404', MESSAGE = 'an account of this journal does not exist';
        END IF;
    END IF;
    IF cardinality(p_entry_amount) > 0 THEN
        INSERT INTO wallet_journal (id, kind, correlation, position, occurred_at)
        VALUES (p_command, p_kind, p_correlation, v_first, p_occurred);
        INSERT INTO wallet_entry (journal, ledger, account, amount)
        SELECT p_command, e.ledger, e.account, e.amount
        FROM unnest(p_entry_ledger, p_entry_account, p_entry_amount) AS e (ledger, account, amount);
    END IF;
    IF cardinality(p_closed_bet) > 0 THEN
        UPDATE wallet_bet b SET status = c.status, outcome = c.outcome, returned = c.returned, revision = b.revision + 1
        FROM unnest(p_closed_bet, p_closed_revision, p_closed_status, p_closed_outcome, p_closed_returned)
             AS c (id, revision, status, outcome, returned)
        WHERE b.id = c.id AND b.revision = c.revision;
        GET DIAGNOSTICS v_count = ROW_COUNT;
        IF v_count <> cardinality(p_closed_bet) THEN
            RAISE EXCEPTION USING ERRCODE = 'WG409', MESSAGE = 'a bet has moved on';
        END IF;
    END IF;
    IF p_rows IS NOT NULL THEN
        PERFORM dispatch_write_rows(p_rows);
        -- A round closes when its escrow and its pots are empty, not before.
        IF p_rows ? 'closed_rounds' THEN
            PERFORM FROM (SELECT DISTINCT ledger, round FROM wallet_bet
                          WHERE round IN (SELECT jsonb_array_elements_text(p_rows -> 'closed_rounds'))) b
                CROSS JOIN LATERAL (
                    SELECT account, amount FROM wallet_entry WHERE account = b.ledger || ':escrow/' || b.round
                    UNION ALL SELECT account, amount FROM wallet_entry WHERE account = b.ledger || ':uncalled/' || b.round
                    -- From 'pot/round/' up to, not including, 'pot/round0': the character after the slash.
                    UNION ALL SELECT account, amount FROM wallet_entry
                    WHERE account >= b.ledger || ':pot/' || b.round || '/' AND account < b.ledger || ':pot/' || b.round || '0'
                ) n
            GROUP BY n.account HAVING sum(n.amount) <> 0;
            IF FOUND THEN
                RAISE EXCEPTION USING ERRCODE = 'WG422', MESSAGE = 'a round cannot close with money in its escrow or pots';
            END IF;
        END IF;
    END IF;
    INSERT INTO integrations_outbox (command, kind, correlation, first_position, last_position, created_at, attempts)
    VALUES (p_command, p_kind, p_correlation, v_first, last_position, clock_timestamp(), 0);
END $$;

-- Inline projections other than money: complete rows, replaced as a whole under the lock of their stream.
CREATE OR REPLACE FUNCTION dispatch_write_rows(p_rows jsonb) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
    IF p_rows ? 'wallet_bet' THEN
        INSERT INTO wallet_bet SELECT * FROM jsonb_populate_recordset(NULL::wallet_bet, p_rows -> 'wallet_bet')
        ON CONFLICT (id) DO UPDATE SET parts = excluded.parts, answers = excluded.answers, stake = excluded.stake,
            returned = excluded.returned, status = excluded.status, outcome = excluded.outcome,
            revision = excluded.revision;
    END IF;
    IF p_rows ? 'rounds_round' THEN
        INSERT INTO rounds_round SELECT * FROM jsonb_populate_recordset(NULL::rounds_round, p_rows -> 'rounds_round')
        ON CONFLICT (id) DO UPDATE SET status = excluded.status, ended_at = excluded.ended_at,
            outcome = excluded.outcome, reason = excluded.reason, corrections = excluded.corrections;
    END IF;
    IF p_rows ? 'tables_draw' THEN
        INSERT INTO tables_draw SELECT * FROM jsonb_populate_recordset(NULL::tables_draw, p_rows -> 'tables_draw');
    END IF;
    IF p_rows ? 'corrected_draws' THEN
        UPDATE tables_draw d SET card = c.card
        FROM jsonb_populate_recordset(NULL::tables_draw, p_rows -> 'corrected_draws') c WHERE d.id = c.id;
    END IF;
    IF p_rows ? 'tables_table' THEN
        INSERT INTO tables_table SELECT * FROM jsonb_populate_recordset(NULL::tables_table, p_rows -> 'tables_table');
    END IF;
    IF p_rows ? 'changed_tables' THEN
        UPDATE tables_table t SET seats = c.seats, shoe = c.shoe, round = c.round, awaits = c.awaits,
            due_at = c.due_at, paused = c.paused
        FROM jsonb_populate_recordset(NULL::tables_table, p_rows -> 'changed_tables') c WHERE t.id = c.id;
    END IF;
    IF p_rows ? 'clock_deadline' THEN
        INSERT INTO clock_deadline
        SELECT * FROM jsonb_populate_recordset(NULL::clock_deadline, p_rows -> 'clock_deadline')
        ON CONFLICT (subject) DO UPDATE SET what = excluded.what, number = excluded.number, due_at = excluded.due_at,
            clock = excluded.clock, claimed_until = NULL;
    END IF;
    IF p_rows ? 'no_deadline' THEN
        DELETE FROM clock_deadline WHERE subject IN (SELECT jsonb_array_elements_text(p_rows -> 'no_deadline'));
    END IF;
    IF p_rows ? 'tables_shoe' THEN
        INSERT INTO tables_shoe SELECT * FROM jsonb_populate_recordset(NULL::tables_shoe, p_rows -> 'tables_shoe');
    END IF;
    IF p_rows ? 'changed_shoes' THEN
        UPDATE tables_shoe h SET cut_out = c.cut_out, retired = c.retired
        FROM jsonb_populate_recordset(NULL::tables_shoe, p_rows -> 'changed_shoes') c WHERE h.id = c.id;
    END IF;
    IF p_rows ? 'tables_sealedshoe' THEN
        INSERT INTO tables_sealedshoe
        SELECT * FROM jsonb_populate_recordset(NULL::tables_sealedshoe, p_rows -> 'tables_sealedshoe');
    END IF;
    IF p_rows ? 'access_credential' THEN
        INSERT INTO access_credential
        SELECT * FROM jsonb_populate_recordset(NULL::access_credential, p_rows -> 'access_credential')
        ON CONFLICT (id) DO UPDATE SET unlocked_at = excluded.unlocked_at, revoked = excluded.revoked;
    END IF;
    IF p_rows ? 'wallet_wallet' THEN
        INSERT INTO wallet_wallet
        SELECT * FROM jsonb_populate_recordset(NULL::wallet_wallet, p_rows -> 'wallet_wallet');
    END IF;
    IF p_rows ? 'wallet_safeguard' THEN
        INSERT INTO wallet_safeguard
        SELECT * FROM jsonb_populate_recordset(NULL::wallet_safeguard, p_rows -> 'wallet_safeguard')
        ON CONFLICT (player) DO UPDATE SET limits = excluded.limits, paused_until = excluded.paused_until;
    END IF;
    IF p_rows ? 'incidents_incident' THEN
        INSERT INTO incidents_incident
        SELECT * FROM jsonb_populate_recordset(NULL::incidents_incident, p_rows -> 'incidents_incident');
    END IF;
    IF p_rows ? 'resolved_incidents' THEN
        UPDATE incidents_incident i
        SET resolution = c.resolution, resolved_by = c.resolved_by, resolved_at = c.resolved_at
        FROM jsonb_populate_recordset(NULL::incidents_incident, p_rows -> 'resolved_incidents') c WHERE i.id = c.id;
    END IF;
    IF p_rows ? 'feed_webhook' THEN
        INSERT INTO feed_webhook SELECT * FROM jsonb_populate_recordset(NULL::feed_webhook, p_rows -> 'feed_webhook')
        ON CONFLICT (id) DO UPDATE SET version = excluded.version, rotated_at = excluded.rotated_at,
            enabled = excluded.enabled;
    END IF;
    IF p_rows ? 'redriven' THEN
        UPDATE feed_delivery d SET dead_at = NULL, attempts = 0, due_at = clock_timestamp()
        WHERE d.dead_at IS NOT NULL AND d.webhook = p_rows -> 'redriven' -> 0 ->> 'webhook'
          AND p_rows -> 'redriven' -> 0 ->> 'delivery' IN ('', d.id);
        DELETE FROM feed_receiver WHERE webhook = p_rows -> 'redriven' -> 0 ->> 'webhook';
    END IF;
END $$;
