"""Read models kept from the log: inline, catch-up, rebuild."""
