"""Rounds from opening to settlement."""
