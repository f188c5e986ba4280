-- What is written stays: statement triggers refuse UPDATE, DELETE and TRUNCATE to everyone, and the application's
-- role is not even granted them. Used for events, journals and entries.
CREATE OR REPLACE FUNCTION eventstore_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION USING ERRCODE = 'WG403',
        MESSAGE = format('%s is append-only: %s refused', TG_TABLE_NAME, TG_OP);
END $$;
