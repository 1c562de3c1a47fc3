from django.db import migrations, models

BOTH = "UPDATE catalogue_seatsection SET name_de = name, name_en = name"
BACK = "UPDATE catalogue_seatsection SET name = name_de"


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0018_portraits_of_openings_count")]

    operations = [
        migrations.RemoveConstraint(model_name="seatsection", name="section_once_per_seat_map"),
        migrations.AddField(
            model_name="seatsection",
            name="name_de",
            field=models.CharField(max_length=120, null=True, verbose_name="name"),
        ),
        migrations.AddField(
            model_name="seatsection",
            name="name_en",
            field=models.CharField(max_length=120, null=True, verbose_name="name"),
        ),
        migrations.RunSQL(BOTH, BACK),
        migrations.AddConstraint(
            model_name="seatsection",
            constraint=models.UniqueConstraint(fields=("seat_map", "name_de"), name="section_once_per_seat_map"),
        ),
        migrations.AlterField(
            model_name="event",
            name="force_section",
            field=models.CharField(
                blank=True,
                help_text="By its German name on the seat map.",
                max_length=60,
                verbose_name="only this section",
            ),
        ),
    ]
