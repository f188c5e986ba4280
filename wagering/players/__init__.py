"""What players have done: a row for every player in every round, and statistics of them."""
