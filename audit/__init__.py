"""Verifies and reports: chain, replay, Merkle log, reconciliation. Nobody imports it."""
