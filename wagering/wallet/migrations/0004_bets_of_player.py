from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("wallet", "0003_safeguard")]
    operations = [
        migrations.AddIndex(model_name="bet", index=models.Index(fields=["player", "id"], name="bet_player")),
    ]
