"""What an operator is told of what happened: the event feed and the webhooks."""
