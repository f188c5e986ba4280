from pathlib import Path

from django.db import migrations, models

from wagering.eventstore.sql_files import never_deleted, run_file

DISPATCH = Path(__file__).parent.parent.parent / "dispatch"


class Migration(migrations.Migration):
    dependencies = [("wallet", "0002_ledger"), ("dispatch", "0004_pots")]
    operations = [
        migrations.CreateModel(
            name="Safeguard",
            fields=[
                ("player", models.TextField(db_collation="C", primary_key=True, serialize=False)),
                ("limits", models.JSONField()),
                ("paused_until", models.DateTimeField(null=True)),
            ],
        ),
        run_file(DISPATCH / "sql" / "commit.sql"),
        never_deleted("wallet_safeguard"),
    ]
