from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    # The table of all bets: none can be placed while an ordinary CREATE INDEX reads it.
    atomic = False
    dependencies = [("wallet", "0003_safeguard")]
    operations = [
        AddIndexConcurrently(model_name="bet", index=models.Index(fields=["player", "id"], name="bet_player")),
    ]
