"""Malfunctions, corrections, voids and refunds."""
