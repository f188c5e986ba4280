"""Royal Blackjack: its released rulesets and the odds behind them."""
