"""Brings the demo's pictures: first their places, of known size and colour, then by jobs the pictures themselves.

Processes of their own draw them into a cache beside the checkout, from where they are linked into the media folder,
thumbnails included; a second database finds them drawn.
"""

import json
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import as_completed
from dataclasses import asdict
from itertools import groupby, islice
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.files.base import File
from django.core.files.storage import FileSystemStorage, default_storage
from django.db import transaction
from procrastinate.contrib.django import app

from catalogue.models import Product, ProductPicture
from shop.models import Image
from shop.pictures.jobs import update_row

from .drawers import drawers
from .drawing import FACTS, Drawing, code_hash, draw, key_of
from .importance import importance
from .job import DRAW_JOB, DRAW_PRIORITY
from .outlines import outline_of
from .pictures import Wanted, alike

PROCESSES = 2
# So few in a job that nothing waits long behind it, so many that a process can use what it drew before.
HANDFUL = 4
# What is drawn, and the numbers of the images that show it.
Order = tuple[Drawing, list[int]]


def give_pictures(
    wanted: Sequence[Wanted],
    *,
    at_once: bool = False,
    hasty: bool = False,
    step: Callable[[], object] = lambda: None,
) -> None:
    """Give every picture its place and have it drawn: by jobs, what people see first before the rest, or here and now.

    Here and now, `step` is called after each different picture, and they may be `hasty`, for tests to look at.
    """
    if at_once:
        _draw_beforehand(wanted, step, hasty)
    with transaction.atomic():
        handfuls = list(_handfuls(wanted, _attach(wanted)))
        jobs: list[Any] = [{"orders": orders} for orders in handfuls]
        if at_once:
            draw_pictures([order for orders in handfuls for order in orders], hasty)
        elif jobs:
            app.configure_task(DRAW_JOB, priority=DRAW_PRIORITY).batch_defer(*jobs)


def _draw_beforehand(wanted: Sequence[Wanted], step: Callable[[], object], hasty: bool) -> None:
    """Into the cache, so that an interruption leaves no place for which there is neither a picture nor a job."""
    drawings = {key_of(one.drawing): one.drawing for one in wanted}
    for _, error in _drawn([(drawing, []) for drawing in drawings.values()], PROCESSES, hasty):
        if error is not None:
            raise error
        step()


def _attach(wanted: Sequence[Wanted]) -> dict[str, Image]:
    """The images that the rows show from now on, by their keys."""
    images = {image.key: image for image in Image.objects.filter(key__in={one.key for one in wanted})}
    new: dict[str, Image] = {}
    for one in wanted:
        if one.key not in images and one.key not in new:
            new[one.key] = _place_for(one)
    # Created in bulk, past Image.save: the job that draws them makes their thumbnails, too.
    images |= {image.key: image for image in Image.objects.bulk_create(new.values())}
    pictures = []
    for one in wanted:
        image = images[one.key]
        if one.field:
            type(one.row)._base_manager.filter(pk=one.row.pk).update(**{one.field: image})
        else:
            pictures.append(ProductPicture(product_id=one.row.pk, image=image, order=one.order))
    ProductPicture.objects.bulk_create(pictures)
    return images


def _place_for(one: Wanted) -> Image:
    return Image(
        key=one.key,
        alt_de=one.alt[0][:200],
        alt_en=one.alt[1][:200],
        tags=["list", "preview"] if isinstance(one.row, Product) and not one.field and not one.order else [],
        **asdict(outline_of(one.drawing)),
        focus_x=one.focus[0],
        focus_y=one.focus[1],
    )


def _handfuls(wanted: Sequence[Wanted], images: dict[str, Image]) -> Iterator[list[Order]]:
    """The most important first, alike ones together; what several images show is drawn once."""
    uses: dict[str, list[Wanted]] = {}
    for one in wanted:
        uses.setdefault(key_of(one.drawing), []).append(one)
    for _, group in groupby(sorted(uses.values(), key=_rank), key=_rank):
        while handful := list(islice(group, HANDFUL)):
            yield [(those[0].drawing, sorted({images[one.key].pk for one in those})) for those in handful]


def _rank(uses: Sequence[Wanted]) -> tuple[int, list[str]]:
    return min(map(importance, uses)), alike(uses[0].drawing)


def draw_pictures(orders: Sequence[Order], hasty: bool = False) -> None:
    """Draw what is not there yet, and show each picture as soon as it is drawn. Running it again is harmless.

    A failure is shown to staff and raised after all others are drawn.
    """
    asked = [number for _, images in orders for number in images]
    waiting = set(Image.objects.filter(pk__in=asked, file="").values_list("pk", flat=True))
    failure = None
    cache, missing = _cache(hasty), [one for one in orders if waiting.intersection(one[1])]
    for (drawing, images), error in _drawn(missing, hasty=hasty):
        for image in Image.objects.filter(pk__in=images, file=""):
            if error is None:
                _show(image, cache / key_of(drawing))
            else:
                update_row(image, problem="undrawn")
        failure = error or failure
    if failure is not None:
        raise failure


def _drawn(
    orders: Sequence[Order], processes: int = 1, hasty: bool = False
) -> Iterator[tuple[Order, BaseException | None]]:
    """Each as soon as it lies in the cache, or with the reason why it does not."""
    cache, missing = _cache(hasty), []
    for order in orders:
        if (cache / key_of(order[0]) / FACTS).exists():
            yield order, None
        else:
            missing.append(order)
    if not missing:
        return
    with drawers(processes) as pool:
        try:
            work = {pool.submit(draw, order[0], key_of(order[0]), cache, hasty): order for order in missing}
            for done in as_completed(work):
                yield work[done], done.exception()
        finally:
            pool.shutdown(cancel_futures=True)


def _show(image: Image, drawn: Path) -> None:
    facts = json.loads((drawn / FACTS).read_text())
    original = facts.pop("original")
    there = f"pictures/{image.key}"
    place(drawn, there, original)
    update_row(image, file=f"{there}/{original}", thumbnails_ready=True, problem="", **facts)


def _cache(hasty: bool) -> Path:
    """The folder of what this code draws; what other code drew is thrown away."""
    folder: Path = settings.LOCAL_DIR / "artwork" / code_hash()
    there = folder / "hasty" if hasty else folder
    there.mkdir(parents=True, exist_ok=True)
    for other in folder.parent.iterdir():
        if other != folder:
            shutil.rmtree(other, ignore_errors=True)
    return there


def place(drawn: Path, folder: str, original: str) -> None:
    """Bring the files of the cache into the storage's folder, unless they are there."""
    if default_storage.exists(f"{folder}/{original}"):
        return
    # The original last: where it lies, everything does.
    names = sorted((file.name for file in drawn.iterdir() if file.name != FACTS), key=lambda name: name == original)
    bring = _link if isinstance(default_storage, FileSystemStorage) else _upload
    for name in names:
        bring(drawn / name, f"{folder}/{name}")


def _link(drawn: Path, name: str) -> None:
    """Link it, or copy it to where that is on another disk."""
    there = Path(default_storage.path(name))
    there.parent.mkdir(parents=True, exist_ok=True)
    there.unlink(missing_ok=True)
    try:
        os.link(drawn, there)
    except OSError:
        shutil.copyfile(drawn, there)


def _upload(drawn: Path, name: str) -> None:
    default_storage.delete(name)
    with drawn.open("rb") as file:
        default_storage.save(name, File(file))
