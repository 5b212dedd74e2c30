"""Changes nothing; it only has not been applied yet."""

from django.db import migrations


class Migration(migrations.Migration):
    operations = [migrations.RunSQL("SELECT 1", "SELECT 1")]
