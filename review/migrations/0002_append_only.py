"""The database itself refuses to change or delete an entry of the trail."""

from django.db import migrations

from review.trail_guard import guard, lift


def put(apps, schema_editor):
    guard(schema_editor.connection)


def take(apps, schema_editor):
    lift(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("review", "0001_initial")]
    operations = [migrations.RunPython(put, take)]
