import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0002_evenings_besides_the_campaign'),
    ]

    operations = [
        migrations.CreateModel(
            name='PrintedTable',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=200)),
                ('said', models.CharField(blank=True, max_length=200)),
                ('pulse', models.PositiveBigIntegerField()),
                ('at', models.DateTimeField(auto_now=True)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='campaigns.campaign')),
                ('copy', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='printed_tables', to='campaigns.copy')),
                ('member', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='campaigns.member')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('copy', 'key'), name='printed_table_is_unique_in_its_copy')],
            },
        ),
    ]
