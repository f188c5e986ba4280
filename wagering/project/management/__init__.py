"""Management commands of the project itself."""
