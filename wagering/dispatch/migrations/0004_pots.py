from pathlib import Path

from django.db import migrations

from wagering.eventstore.sql_files import run_file


class Migration(migrations.Migration):
    """A database from before there were pots gets the function that checks them too."""

    dependencies = [("dispatch", "0003_refused")]
    operations = [run_file(Path(__file__).parent.parent / "sql" / "commit.sql")]
