from django.db import migrations


def make(apps, schema_editor):
    group = apps.get_model("auth", "Group").objects.using(schema_editor.connection.alias)
    for name in ("Supervisors", "Compliance", "Finance"):
        group.get_or_create(name=name)


class Migration(migrations.Migration):
    """The groups that are roles (wagering/access/staff.py)."""

    dependencies = [("access", "0001_initial"), ("auth", "0012_alter_user_first_name_max_length")]
    operations = [migrations.RunPython(make, migrations.RunPython.noop)]
