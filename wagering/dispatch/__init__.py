"""The command pipeline: permission, idempotency, one transaction, retry."""
