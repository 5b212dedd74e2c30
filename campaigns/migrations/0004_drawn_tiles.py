from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0003_printed_tables'),
    ]

    operations = [
        migrations.AddField(
            model_name='play',
            name='draws',
            field=models.JSONField(default=list),
        ),
    ]
