"""A simulated studio and bots for the one-command demonstration."""
