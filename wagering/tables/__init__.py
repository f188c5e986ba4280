"""Card tables, their shoes and their settings."""
