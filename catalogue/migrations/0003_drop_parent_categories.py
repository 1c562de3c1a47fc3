from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('catalogue', '0002_import_memory_and_picture_jobs'),
    ]

    operations = [
        migrations.RemoveField(
            model_name='category',
            name='parent',
        ),
        migrations.AlterField(
            model_name='category',
            name='subcategory_order',
            field=models.IntegerField(default=0, verbose_name='order within the artist'),
        ),
    ]
