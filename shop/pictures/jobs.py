"""The job that makes a picture's thumbnails; shop.pictures.addresses has their addresses (catalogue §3, §9)."""

from django.core.files.base import ContentFile

from shop.core.bounded.budget import MB, TRANSIENT, OverBudget, ResourceBudget
from shop.core.bounded.process import run_bounded
from shop.core.pictures.files import PictureRefused, read_picture
from shop.core.pictures.thumbnails import draw_thumbnails
from shop.models import Image
from shop.pictures.addresses import PictureAddresses

# The most expensive picture may open a page: eleven widths in three formats.
BUDGET = ResourceBudget(cpu=180, seconds=600, memory=1024 * MB, patience=600)


class ThumbnailMisplaced(RuntimeError):
    """The storage put a thumbnail elsewhere than where its address points."""


def make_thumbnails(image: Image) -> None:
    """Write the picture's thumbnails and store its size, colour and transparency. Idempotent.

    If it fails, stores the reason for staff. Raises OverBudget if another try may succeed.
    """
    try:
        with image.file.open("rb") as file:
            thumbnails = run_bounded(draw_thumbnails, file.read(), budget=BUDGET)
    except (PictureRefused, OverBudget) as error:
        update_row(image, problem=error.reason)
        if error.reason in TRANSIENT:
            raise
        return
    except FileNotFoundError:
        update_row(image, problem="missing")
        return
    for name, content in thumbnails.files.items():
        replace_file(image, folder(image) + name, content)
    update_row(
        image,
        width=thumbnails.width,
        height=thumbnails.height,
        transparent=thumbnails.transparent,
        colour=thumbnails.colour,
        thumbnails_ready=True,
        problem="",
    )


def clean_original(image: Image) -> bool:
    """Replace an original by a copy without metadata. Returns whether it had any.

    The copy has another name, so that no cache serves the old file, and a crash loses nothing. Raises PictureRefused,
    OverBudget, FileNotFoundError.
    """
    with image.file.open("rb") as file:
        content = file.read()
    taken = run_bounded(read_picture, content, budget=BUDGET)
    if taken.content == content:
        return False
    storage, before = image.file.storage, image.file.name or ""
    name = storage.save(before, ContentFile(taken.content))
    is_still_it = Image.objects.filter(pk=image.pk, file=before).update(file=name)
    storage.delete(before if is_still_it else name)
    return True


def update_row(image: Image, **values: object) -> None:
    """Update the row unless its file was replaced meanwhile: the new file has another key and its own job."""
    Image.objects.filter(pk=image.pk, key=image.key).update(**values)


def replace_file(image: Image, name: str, content: bytes) -> None:
    storage = image.file.storage
    if storage.exists(name):
        storage.delete(name)
    if storage.save(name, ContentFile(content)) != name:
        raise ThumbnailMisplaced(name)


def folder(image: Image) -> str:
    return f"pictures/{image.key}/"


def thumbnail_url(image: Image, width: int) -> str:
    """Return the fallback's address at `width` or the next smaller one; the original's while there is none."""
    return PictureAddresses.of(image).thumbnail(width)
