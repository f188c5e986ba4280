"""Tables as they are played, pushed to whoever watches."""
