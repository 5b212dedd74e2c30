import django.utils.timezone
from django.db import migrations, models


def date_tiles(apps, schema_editor):
    """A tile was moved last by the newest entry that touches it; which campaign of a copy used it follows from that."""
    entry, tile = apps.get_model("campaigns", "Entry"), apps.get_model("campaigns", "TileState")
    for row in tile.objects.all():
        moved = entry.objects.filter(campaign=row.campaign_id, stream=0).order_by("-sequence").iterator()
        at = next((one.at for one in moved if f"tile:{row.tile}" in one.touches), None)
        if at:
            tile.objects.filter(pk=row.pk).update(at=at)


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0004_drawn_tiles'),
    ]

    operations = [
        migrations.AddField(
            model_name='campaign',
            name='rest',
            field=models.CharField(blank=True, max_length=10),
        ),
        migrations.AddField(
            model_name='play',
            name='played_on',
            field=models.DateField(null=True),
        ),
        migrations.AddField(
            model_name='tilestate',
            name='at',
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
        migrations.RunPython(date_tiles, migrations.RunPython.noop),
        migrations.AlterField(
            model_name='entry',
            name='kind',
            field=models.CharField(choices=[('begin', 'Begin'), ('open', 'Open'), ('reading', 'Reading'), ('close', 'Close'), ('give_up', 'Give Up'), ('middle', 'Middle'), ('correction', 'Correction'), ('take_off', 'Take Off'), ('rest', 'Rest'), ('round', 'Round'), ('undo', 'Undo'), ('again', 'Again')], max_length=12),
        ),
    ]
