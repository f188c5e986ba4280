"""Migration steps: SQL files kept beside the code, and tables that can only grow."""

from pathlib import Path

from django.conf import settings
from django.db import migrations


def run_file(path: Path) -> migrations.RunSQL:
    """A step that runs ``path``; functions are CREATE OR REPLACE, so there is nothing to undo."""
    return migrations.RunSQL(path.read_text(encoding="utf-8"), migrations.RunSQL.noop)


def append_only(*tables: str) -> migrations.RunSQL:
    """Statement triggers against UPDATE, DELETE and TRUNCATE; the application's role is left with SELECT and INSERT."""
    role = settings.DATABASES["default"]["USER"]
    return migrations.RunSQL(
        "\n".join(
            f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}"
            f" FOR EACH STATEMENT EXECUTE FUNCTION eventstore_refuse_change();"
            f'REVOKE UPDATE, DELETE, TRUNCATE ON {table} FROM "{role}";'
            for table in tables
        ),
        migrations.RunSQL.noop,
    )


def never_deleted(*tables: str) -> migrations.RunSQL:
    """The application's role may change these rows but not remove one; a rebuild is the owner's work."""
    role = settings.DATABASES["default"]["USER"]
    return migrations.RunSQL(f'REVOKE DELETE ON {", ".join(tables)} FROM "{role}"', migrations.RunSQL.noop)
