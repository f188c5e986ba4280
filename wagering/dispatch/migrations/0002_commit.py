from pathlib import Path

from django.db import migrations

from wagering.eventstore.sql_files import append_only, never_deleted, run_file


class Migration(migrations.Migration):
    dependencies = [
        ("dispatch", "0001_initial"),
        ("eventstore", "0002_append"),
        ("wallet", "0002_ledger"),
        ("tables", "0001_initial"),
        ("rounds", "0001_initial"),
        ("clock", "0001_initial"),
        ("incidents", "0001_initial"),
        ("integrations", "0001_initial"),
    ]
    operations = [
        run_file(Path(__file__).parent.parent / "sql" / "commit.sql"),
        append_only("dispatch_receipt"),
        never_deleted(
            "eventstore_stream", "wallet_wallet", "wallet_account", "wallet_bet", "rounds_round", "tables_table",
            "tables_shoe", "tables_draw", "tables_sealedshoe", "incidents_incident",
        ),
    ]
