"""The demo's pictures: each has its place before it is drawn, and is drawn once."""

import math
import shutil
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from PIL import ImageColor
from procrastinate.contrib.django.models import ProcrastinateJob

from catalogue.models import Artist, Category, Product, Tour
from demo.delivery import draw_pictures, give_pictures
from demo.drawing import DRAWN
from demo.outlines import name_of, outline_of, read_outlines
from demo.pictures import Wanted, all_pictures, fewer, plain, wanted_pictures
from demo.tasks import draw_handful
from shop.core.pictures.thumbnails import average_colour, widths_up_to
from shop.models import Image, News, Shop
from shop.pictures.addresses import PictureAddresses
from tests.proofs import proves
from tests.words import worded

pytestmark = [pytest.mark.whole, pytest.mark.django_db, pytest.mark.usefixtures("seeded")]
UNDRAWN = "The picture could not be drawn. Its job is among the failed ones and can be run again there."


def test_pictures_come_with_thumbnails_and_without_jobs(settings: Any, tmp_path: Path) -> None:
    settings.LOCAL_DIR, settings.MEDIA_ROOT = tmp_path, tmp_path / "media"
    quick = [one for one in wanted_pictures() if one.drawing[0] in ("favicon", "sticker")]
    drawn: list[None] = []
    give_pictures(quick, at_once=True, step=lambda: drawn.append(None))
    assert len(drawn) == Image.objects.count() == len({one.drawing for one in quick}) == 7
    for image in Image.objects.all():
        addresses = PictureAddresses.of(image)
        for form in ("avif", "webp", "png" if image.transparent else "jpg"):
            for width in widths_up_to(image.width):
                assert (tmp_path / "media" / "pictures" / image.key / f"{width}.{form}").stat().st_size > 0
        assert addresses.thumbnail(75).endswith(".png" if image.transparent else ".jpg")
        assert image.file.storage.exists(str(image.file.name))
    assert not ProcrastinateJob.objects.exists()
    assert {shop.favicon_id is None for shop in Shop.objects.all()} == {False}
    assert not [one for one in wanted_pictures() if one.drawing[0] in ("favicon", "sticker")]

    Image.objects.all().delete()
    give_pictures(quick, at_once=True)  # drawn already: from the cache
    assert Image.objects.filter(thumbnails_ready=True).count() == 7


def jobs_in_order() -> list[list[Any]]:
    """What the jobs have drawn, as they are taken."""
    jobs = ProcrastinateJob.objects.filter(task_name=draw_handful.name).order_by("-priority", "id")
    return [job.args["orders"] for job in jobs]


def quick_pictures() -> list[Wanted]:
    return [one for one in wanted_pictures() if one.drawing[0] == "favicon"]


@proves(
    "docs/decisions/0028",
    "pictures are drawn by jobs behind the running shop, or by the command itself (`--draw`): openings "
    "of homes, first views of homes and lists, products' first pictures, the rest",
)
@proves("docs/decisions/0028", "size and colour of a picture are known before it is drawn (`manage.py note_outlines`)")
def test_every_picture_has_its_place_before_it_is_drawn() -> None:
    wanted = wanted_pictures()
    give_pictures(wanted)
    assert wanted_pictures() == []
    places = Image.objects.all()
    assert len(places) == len({one.drawing for one in wanted})
    assert {(one.file.name, one.thumbnails_ready, one.problem) for one in places} == {("", False, "")}
    assert {name_of(one.drawing) for one in wanted} == set(read_outlines())
    hero = Shop.objects.get(slug="nachtfalter").hero
    assert hero is not None and (hero.width, hero.height) == (1920, 1080)
    asked = [number for orders in jobs_in_order() for _, images in orders for number in images]
    assert sorted(asked) == sorted(places.values_list("pk", flat=True))
    give_pictures(wanted_pictures())
    assert len(asked) == sum(len(images) for orders in jobs_in_order() for _, images in orders)


def test_what_is_seen_first_is_drawn_first() -> None:
    give_pictures(wanted_pictures())
    drawn = [number for orders in jobs_in_order() for _, images in orders for number in images]
    place = {number: index for index, number in enumerate(drawn)}

    def places(*querysets: Any) -> list[int]:
        return [place[number] for queryset in querysets for number in queryset if number is not None]

    openings = places(
        Shop.objects.values_list("hero", flat=True),
        News.objects.filter(category="feature").values_list("image", flat=True),
    )
    first_views = places(
        News.objects.filter(category="hot").values_list("image", flat=True),
        *(Artist.objects.values_list(column, flat=True) for column in ("landscape_image", "square_image")),
        Category.objects.values_list("square_image", flat=True),
        Tour.objects.values_list("ticket_image", flat=True),
        Product.objects.filter(order=100, pictures__order=0).values_list("pictures__image", flat=True),
    )
    fronts = places(Product.objects.filter(order=0, pictures__order=0).values_list("pictures__image", flat=True))
    rest = places(
        Product.objects.filter(pictures__order__gt=0).values_list("pictures__image", flat=True),
        Shop.objects.values_list("share_image", flat=True),
    )
    assert max(openings) == len(set(openings)) - 1
    assert max(openings) < min(first_views) and max(first_views) < min(fronts) and max(fronts) < min(rest)
    assert {one.priority for one in ProcrastinateJob.objects.all()} == {-30}  # mails and uploads go before


def test_a_jobs_picture_takes_its_place(settings: Any, tmp_path: Path) -> None:
    settings.LOCAL_DIR, settings.MEDIA_ROOT = tmp_path, tmp_path / "media"
    give_pictures(quick_pictures())
    before = {image.pk: (image.key, image.width, image.height, image.alt) for image in Image.objects.all()}
    for orders in jobs_in_order():
        draw_handful(orders)
    for image in Image.objects.all():
        assert before.pop(image.pk) == (image.key, image.width, image.height, image.alt)
        assert image.thumbnails_ready and image.file.storage.exists(str(image.file.name))
    assert before == {}


@proves(
    "docs/decisions/0028",
    "drawing goes on where it stopped, after kill -9 too; a failure is told to staff, tried again and "
    "keeps no other picture",
)
def test_drawing_goes_on_where_it_stopped(settings: Any, tmp_path: Path) -> None:
    settings.LOCAL_DIR, settings.MEDIA_ROOT = tmp_path, tmp_path / "media"
    give_pictures(quick_pictures())
    orders = [order for orders in jobs_in_order() for order in orders]
    draw_pictures(orders[:2])
    done = set(Image.objects.filter(thumbnails_ready=True).values_list("pk", flat=True))
    assert len(done) == 2
    shutil.rmtree(tmp_path / "artwork")
    draw_pictures(orders)
    assert Image.objects.filter(thumbnails_ready=True).count() == len(orders) == 5
    assert len(list((tmp_path / "artwork").glob("*/*"))) == 3  # the two that were there are not drawn again


def test_a_picture_that_fails_is_told_and_keeps_no_other(settings: Any, tmp_path: Path, admin_client: Client) -> None:
    settings.LOCAL_DIR, settings.MEDIA_ROOT = tmp_path, tmp_path / "media"
    give_pictures(quick_pictures())
    (good, fine), (_, hurt) = [order for orders in jobs_in_order() for order in orders][:2]
    with pytest.raises(KeyError):
        draw_pictures([(("nothing", "of", "ours"), hurt), (good, fine)])
    assert Image.objects.get(pk=fine[0]).thumbnails_ready
    assert Image.objects.get(pk=hurt[0]).problem == "undrawn"
    listed = admin_client.get("/admin/shop/image/?ready=failed", HTTP_HOST="localhost")
    assert worded(UNDRAWN) in listed.content.decode()
    draw_pictures([(good, hurt)])
    assert (Image.objects.get(pk=hurt[0]).problem, Image.objects.filter(file="").count()) == ("", 3)


@pytest.mark.parametrize("kind", [kind for kind in DRAWN if kind != "surface"])
def test_a_picture_is_as_large_and_of_the_colour_that_was_known_before(kind: str) -> None:
    """If this fails after a change of a drawing: seed a new database, and then `manage.py note_outlines`."""
    drawing = next(one.drawing for one in all_pictures() if one.drawing[0] == kind)
    known, picture = outline_of(drawing), DRAWN[kind](*drawing[1:])
    assert (known.width, known.height, known.transparent) == (*picture.size, picture.mode == "RGBA")
    difference = math.dist(ImageColor.getrgb(known.colour), ImageColor.getrgb(average_colour(picture)))
    assert difference < 60


def test_drawing_here_and_now_leaves_no_place_without_a_picture(settings: Any, tmp_path: Path) -> None:
    settings.LOCAL_DIR, settings.MEDIA_ROOT = tmp_path, tmp_path / "media"

    def interrupted() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        give_pictures(quick_pictures(), at_once=True, step=interrupted)
    assert not Image.objects.exists() and len(quick_pictures()) == 5
    give_pictures(quick_pictures(), at_once=True)
    assert Image.objects.filter(thumbnails_ready=True).count() == 5


def test_what_is_drawn_in_haste_is_taken_for_nothing_else(settings: Any, tmp_path: Path) -> None:
    settings.LOCAL_DIR, settings.MEDIA_ROOT = tmp_path, tmp_path / "media"
    give_pictures(quick_pictures(), at_once=True, hasty=True)
    assert len(list((tmp_path / "artwork").glob("*/hasty/*/facts.json"))) == 5
    Image.objects.all().delete()
    give_pictures(quick_pictures(), at_once=True)
    assert len(list((tmp_path / "artwork").glob("*/*/facts.json"))) == 5


def test_plain_pictures_have_the_size_and_colour_of_what_they_stand_for() -> None:
    few = fewer(wanted_pictures())
    surfaces = plain(few)
    assert [one.key for one in surfaces] == [one.key for one in few]
    for one, drawn in zip(surfaces, few, strict=True):
        outline = outline_of(drawn.drawing)
        assert outline_of(one.drawing) == outline
        assert one.drawing == ("surface", outline.width, outline.height, outline.colour, outline.transparent)


@proves("design §7", "`seed --pictures=few` draws one picture for things alike, `none` leaves them for later")
def test_few_pictures_are_enough_for_everything() -> None:
    wanted = wanted_pictures()
    few = fewer(wanted)
    assert [(one.row, one.field, one.order, one.alt) for one in few] == [
        (one.row, one.field, one.order, one.alt) for one in wanted
    ]
    assert len({one.drawing for one in few}) < len({one.drawing for one in wanted}) / 4
    for one, kept in zip(few, wanted, strict=True):
        assert one.drawing[:2] == kept.drawing[:2]  # what it is, and whose
    assert len({one.key for one in few}) == len({one.drawing for one in wanted})
