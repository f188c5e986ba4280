"""What every game shares: cards, money, the contract of a ruleset and the events all games know."""
