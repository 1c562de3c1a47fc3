from typing import Any

from django.core.management.base import BaseCommand, CommandError

from demo.outlines import FILE, Outline, name_of, write_outlines
from demo.pictures import Wanted, all_pictures
from shop.models import Image


class Command(BaseCommand):
    help = "Write down the size and colour of the demo's pictures, for where they are shown before they are drawn."

    def handle(self, *args: Any, **options: Any) -> None:
        outlines = {}
        for one in all_pictures():
            image = image_of(one)
            if image is None or not image.file or image.key != one.key:
                raise CommandError(f"{name_of(one.drawing)} is not drawn here, by this code. Seed a new database.")
            outlines[name_of(one.drawing)] = Outline(image.width, image.height, image.colour, image.transparent)
        write_outlines(outlines)
        self.stdout.write(f"{len(outlines)} in {FILE}")


def image_of(one: Wanted) -> Image | None:
    if one.field:
        found: Image | None = getattr(one.row, one.field)
        return found
    pictures = [link.image for link in one.row.pictures.all()]
    return pictures[one.order] if one.order < len(pictures) else None
