"""Thirty-One: its released rulesets."""
