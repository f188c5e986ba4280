"""Players' money: wallets, bets, journals, balances."""
