-- Every statement that inserts legs must leave each journal at zero in each ledger. Checked at the end of the
-- statement, over the journals it touched: stricter than at COMMIT, and one aggregate for ten thousand legs where a
-- deferred row trigger would run ten thousand times.
CREATE OR REPLACE FUNCTION wallet_refuse_unbalanced() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    v_journal text;
BEGIN
    SELECT journal INTO v_journal FROM inserted GROUP BY journal, ledger HAVING sum(amount) <> 0 LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION USING ERRCODE = 'WG422', MESSAGE = format('journal %s does not sum to zero', v_journal);
    END IF;
    RETURN NULL;
END $$;
