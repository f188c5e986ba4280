"""Kozel with four cards: its released rulesets."""
