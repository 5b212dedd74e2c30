import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('cards', '0001_initial'),
        ('scenarios', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='scenario',
            name='first_game',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='scenario',
            name='starts',
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name='setupstep',
            name='cards',
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name='setupstep',
            name='opponent',
            field=models.CharField(blank=True, max_length=60),
        ),
        migrations.AddField(
            model_name='setupstep',
            name='players',
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name='setupstep',
            name='printed',
            field=models.CharField(blank=True, max_length=10),
        ),
        migrations.AddField(
            model_name='setupstep',
            name='section',
            field=models.CharField(blank=True, max_length=20),
        ),
        migrations.AddField(
            model_name='setupstep',
            name='tiles',
            field=models.JSONField(default=list),
        ),
        migrations.CreateModel(
            name='Opponent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=60)),
                ('facts', models.JSONField(default=list)),
                ('texts', models.JSONField(default=dict)),
                ('retired', models.BooleanField(default=False)),
                ('levels', models.JSONField(default=list)),
                ('module', models.CharField(blank=True, max_length=60)),
                ('alone', models.JSONField(default=list)),
                ('always', models.JSONField(default=list)),
                ('box', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='cards.box')),
            ],
            options={
                'abstract': False,
                'constraints': [models.UniqueConstraint(fields=('box', 'key'), name='opponent_key_is_unique_in_its_box')],
            },
        ),
    ]
