from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0001_initial'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='draft',
            name='draft_follows_one_of_four_rounds',
        ),
        migrations.RemoveConstraint(
            model_name='play',
            name='campaign_has_at_most_one_open_play',
        ),
        migrations.RemoveConstraint(
            model_name='play',
            name='play_status_is_known',
        ),
        migrations.AddField(
            model_name='play',
            name='card',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='play',
            name='level',
            field=models.CharField(blank=True, max_length=20),
        ),
        migrations.AddField(
            model_name='play',
            name='modules',
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name='play',
            name='opponent',
            field=models.CharField(blank=True, max_length=20),
        ),
        migrations.AlterField(
            model_name='entry',
            name='kind',
            field=models.CharField(choices=[('begin', 'Begin'), ('open', 'Open'), ('reading', 'Reading'), ('close', 'Close'), ('give_up', 'Give Up'), ('middle', 'Middle'), ('correction', 'Correction'), ('round', 'Round'), ('undo', 'Undo'), ('again', 'Again')], max_length=12),
        ),
        migrations.AddConstraint(
            model_name='draft',
            constraint=models.CheckConstraint(condition=models.Q(('after__lte', 4)), name='draft_follows_at_most_round_four'),
        ),
        migrations.AddConstraint(
            model_name='play',
            constraint=models.UniqueConstraint(condition=models.Q(('status__in', ['open', 'aside'])), fields=('campaign',), name='campaign_has_at_most_one_open_play'),
        ),
        migrations.AddConstraint(
            model_name='play',
            constraint=models.CheckConstraint(condition=models.Q(('status__in', ['', 'open', 'aside', 'played', 'given_up'])), name='play_status_is_known'),
        ),
    ]
