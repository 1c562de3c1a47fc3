from typing import Any

from django.core.management.base import BaseCommand
from tqdm import tqdm

from shop.core.bounded.budget import OverBudget
from shop.core.pictures.files import PictureRefused
from shop.models import Image
from shop.pictures.jobs import clean_original


class Command(BaseCommand):
    help = "Take the metadata (place, time, camera) out of the originals of all pictures. Running it again is harmless."

    def handle(self, *args: Any, **options: Any) -> None:
        images = Image.objects.exclude(file="").order_by("pk")
        cleaned = 0
        for image in tqdm(images.iterator(), total=images.count(), unit="picture", disable=None, leave=False):
            try:
                cleaned += clean_original(image)
            except (PictureRefused, OverBudget) as error:
                self.stderr.write(f"Picture {image.pk} stays as it is: {error.reason}")
            except FileNotFoundError:
                self.stderr.write(f"Picture {image.pk} has no file")
        self.stdout.write(f"{cleaned} of {images.count()} originals had metadata.")
