from pathlib import Path

from django.db import migrations

from wagering.eventstore.sql_files import append_only, run_file

SQL = Path(__file__).parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("wallet", "0001_initial"), ("eventstore", "0002_append")]
    operations = [
        run_file(SQL / "zero_sum.sql"),
        migrations.RunSQL(
            "CREATE TRIGGER wallet_entry_zero_sum AFTER INSERT ON wallet_entry"
            " REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION wallet_refuse_unbalanced();",
            migrations.RunSQL.noop,
        ),
        append_only("wallet_journal", "wallet_entry"),
    ]
