"""Composition root: settings, entry points and the embedded database. The only place that knows everyone."""
