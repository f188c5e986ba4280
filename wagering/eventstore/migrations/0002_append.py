from pathlib import Path

from django.db import migrations

from wagering.eventstore.sql_files import append_only, run_file

SQL = Path(__file__).parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("eventstore", "0001_initial")]
    operations = [
        run_file(SQL / "append.sql"),
        run_file(SQL / "immutable.sql"),
        append_only("eventstore_event"),
    ]
