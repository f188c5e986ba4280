"""Machine clients: operators, studios, outgoing messages."""
