"""The ledger's invariants over the whole database, in SQL that shares nothing with the code that writes."""
