"""The running system: event store, command pipeline, subjects and their composition root."""
