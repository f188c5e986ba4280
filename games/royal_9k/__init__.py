"""Royal 9K: its released rulesets."""
