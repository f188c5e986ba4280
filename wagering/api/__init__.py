"""The HTTP conventions that every subject's interface follows: strict input, problems, answers, limits of rate."""
