import io
from pathlib import Path
from typing import Literal
from urllib.parse import unquote

import pytest
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client
from PIL import Image as Pillow
from PIL import ImageDraw
from procrastinate.contrib.django.models import ProcrastinateJob

from catalogue.models import ProductPicture
from shop.core.pictures.files import saved
from shop.core.pictures.thumbnails import WIDTHS as THUMBNAIL_WIDTHS
from shop.core.pictures.thumbnails import encode
from shop.core.values.validators import validate_picture
from shop.models import Image
from shop.models.image import THUMBNAIL_JOB
from shop.pictures.addresses import PictureAddresses
from shop.pictures.jobs import thumbnail_url
from shop.tasks import make_thumbnails_of
from tests.factories import make_product, make_shop
from tests.proofs import proves

from .drawing import drawn

pytestmark = pytest.mark.django_db


def srcset(image: Image, form: Literal["avif", "webp"]) -> str:
    return PictureAddresses.of(image).srcset(form)


@pytest.fixture(autouse=True)
def own_media(settings: object, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path  # type: ignore[attr-defined]


def stored(content: bytes, name: str = "shirt.jpg") -> Image:
    return Image.objects.create(file=ContentFile(content, name=name), alt="Shirt")


def opened(image: Image, name: str) -> Pillow.Image:
    with default_storage.open(f"pictures/{image.key}/{name}") as file:
        picture = Pillow.open(io.BytesIO(file.read()))
        picture.load()
        return picture


def finished(image: Image) -> Image:
    make_thumbnails_of(image.pk)
    image.refresh_from_db()
    return image


@proves(
    "catalogue §3, §9",
    "thumbnails of every width up to the original's, AVIF, WebP and a fallback, upright and without metadata",
)
def test_every_width_up_to_the_originals_in_three_forms() -> None:
    image = finished(stored(drawn(740, 925)))
    wanted = [width for width in THUMBNAIL_WIDTHS if width <= 740]
    for width in wanted:
        for form in ("avif", "webp", "jpg"):
            assert opened(image, f"{width}.{form}").size == (width, round(width * 925 / 740))
    assert len(default_storage.listdir(f"pictures/{image.key}")[1]) == 3 * len(wanted) + 1
    assert image.thumbnails_ready
    assert not image.transparent
    red, _green, blue = (int(image.colour[at : at + 2], 16) for at in (1, 3, 5))
    assert abs(red - 110) < 12
    assert abs(blue - 110) < 12


class TestStillToCome:
    """A picture whose file some job will bring."""

    @pytest.fixture
    def image(self) -> Image:
        values = {"alt_de": "Hemd", "width": 740, "height": 925, "colour": "#3a5b7c"}
        return Image.objects.bulk_create([Image(key="tocome", **values)])[0]

    @proves(
        "design §4",
        "a picture that a job has yet to bring is a surface of its size and colour everywhere: pages, "
        "search, cart, staff; not in `og:image` and linked data",
    )
    def test_a_surface_in_its_size_and_colour_stands_in_its_place(self, image: Image) -> None:
        for width in THUMBNAIL_WIDTHS:
            address = thumbnail_url(image, width)
            assert address.startswith("data:image/svg+xml,") and " " not in address
        svg = unquote(address.partition(",")[2])
        assert svg.startswith("<svg") and 'width="740" height="925"' in svg and 'fill="#3a5b7c"' in svg
        assert (PictureAddresses.of(image).original, srcset(image, "avif"), srcset(image, "webp")) == ("", "", "")

    def test_what_will_be_transparent_hides_nothing(self, image: Image) -> None:
        image.transparent = True
        assert "fill" not in unquote(thumbnail_url(image, 500))

    def test_nobody_outside_of_the_page_is_told_of_it(self, image: Image) -> None:
        shop = make_shop("merchstand", share_image=image, hero=image, favicon=image)
        ProductPicture.objects.create(product=make_product(shop, slug="hemd"), image=image)
        for path in ("/", "/products/hemd"):
            head, _, body = Client(SERVER_NAME="localhost").get(path).content.decode().partition("</head>")
            assert "og:image" not in head and "/media/pictures/tocome" not in head + body
            assert '"logo"' not in head and '"image":["' not in head.replace(" ", "")
        assert "data:image/svg+xml," in body

    def test_staff_see_its_place_and_have_nothing_to_make_again(self, image: Image, admin_client: Client) -> None:
        listed = admin_client.get("/admin/shop/image/", SERVER_NAME="localhost").content.decode()
        assert "data:image/svg+xml," in listed
        shown = admin_client.get(f"/admin/shop/image/{image.pk}/preview/", SERVER_NAME="localhost")
        assert (shown.headers["Content-Type"], b"#3a5b7c" in shown.content) == ("image/svg+xml", True)
        form = {"action": "make_thumbnails_again", "_selected_action": [image.pk]}
        admin_client.post("/admin/shop/image/", form, SERVER_NAME="localhost")
        assert not ProcrastinateJob.objects.exists()
        call_command("clean_pictures", verbosity=0)
        image.refresh_from_db()
        assert image.problem == ""


@proves("design §4", "the job is stored with the picture; running it twice is harmless")
def test_the_job_is_stored_with_the_picture() -> None:
    image = stored(drawn(60, 60))
    job = ProcrastinateJob.objects.get(task_name=THUMBNAIL_JOB)
    assert (job.args, job.lock) == ({"image_id": image.pk}, f"picture {image.pk}")
    image.alt = "Another text"
    image.save()
    assert ProcrastinateJob.objects.count() == 1
    with transaction.atomic():
        stored(drawn(60, 60))
        transaction.set_rollback(True)
    assert ProcrastinateJob.objects.count() == 1


def test_running_twice_changes_nothing_and_a_deleted_picture_is_no_error() -> None:
    image = finished(stored(drawn(120, 80)))
    before = sorted(default_storage.listdir(f"pictures/{image.key}")[1])
    Image.objects.filter(pk=image.pk).update(thumbnails_ready=False)
    finished(image)
    assert sorted(default_storage.listdir(f"pictures/{image.key}")[1]) == before
    number = image.pk
    image.delete()
    make_thumbnails_of(number)


def test_orientation_is_applied_and_metadata_left_out() -> None:
    exif = Pillow.Exif()
    exif[0x0112] = 6  # stands on its side
    exif[0x010E] = "taken at home"
    image = finished(stored(drawn(400, 200, exif=exif.tobytes())))
    assert (image.width, image.height) == (200, 400)
    for form in ("avif", "webp", "jpg"):
        thumbnail = opened(image, f"180.{form}")
        assert thumbnail.size == (180, 360)
        assert not thumbnail.getexif()
        assert "icc_profile" not in thumbnail.info
    top, bottom = (opened(image, "180.jpg").getpixel((90, y)) for y in (20, 340))
    assert top[0] > 150 > top[2]  # type: ignore[index]
    assert bottom[2] > 150 > bottom[0]  # type: ignore[index]


@pytest.mark.parametrize(("form", "mode"), [("PNG", "RGBA"), ("WEBP", "RGBA")])
def test_transparent_pictures_fall_back_to_png(form: str, mode: str) -> None:
    picture = Pillow.new(mode, (200, 200), (0, 0, 0, 0))
    ImageDraw.Draw(picture).rectangle((50, 50, 150, 150), fill=(255, 90, 31, 255))
    written = io.BytesIO()
    picture.save(written, form, lossless=True)
    image = finished(stored(written.getvalue(), f"patch.{form.lower()}"))
    assert image.transparent
    assert image.colour == "#ff5a1f"
    assert thumbnail_url(image, 180).endswith("/180.png")
    assert opened(image, "180.png").convert("RGBA").getpixel((1, 1))[3] == 0  # type: ignore[index]
    assert opened(image, "180.avif").convert("RGBA").getpixel((1, 1))[3] == 0  # type: ignore[index]


@pytest.mark.parametrize("mode", ["L", "P", "CMYK", "LA", "1"])
def test_every_colour_mode_can_be_read(mode: str) -> None:
    written = io.BytesIO()
    Pillow.open(io.BytesIO(drawn(100, 100))).convert(mode).save(written, "JPEG" if mode == "CMYK" else "PNG")
    assert finished(stored(written.getvalue(), "x.png")).thumbnails_ready


def test_addresses_need_neither_a_query_nor_a_file() -> None:
    image = stored(drawn(500, 400))
    assert thumbnail_url(image, 180) == image.file.url
    assert srcset(image, "avif") == ""
    image = finished(image)
    default_storage.delete(str(image.file.name))
    with connection.execute_wrapper(lambda *_query: pytest.fail("a query")):
        assert thumbnail_url(image, 180) == f"/media/pictures/{image.key}/180.jpg"
        assert thumbnail_url(image, 1500) == f"/media/pictures/{image.key}/500.jpg"
        assert srcset(image, "webp").split(", ")[0] == f"/media/pictures/{image.key}/30.webp 30w"
        assert srcset(image, "avif").endswith(f"/media/pictures/{image.key}/500.avif 500w")


def test_a_picture_below_the_smallest_width_keeps_its_original() -> None:
    image = finished(stored(drawn(20, 20)))
    assert image.thumbnails_ready
    assert thumbnail_url(image, 75) == image.file.url
    assert srcset(image, "avif") == ""


def test_a_replaced_file_gets_a_path_of_its_own_and_a_job() -> None:
    image = finished(stored(drawn(100, 100)))
    before = image.key
    image.file.save("new.png", ContentFile(drawn(90, 30, "PNG")))
    image = Image.objects.get(pk=image.pk)
    assert image.key != before
    assert f"pictures/{image.key}/" in str(image.file.name)
    assert not image.thumbnails_ready
    assert (image.width, image.height) == (90, 30)
    assert ProcrastinateJob.objects.filter(task_name=THUMBNAIL_JOB).count() == 2
    assert default_storage.exists(f"pictures/{before}/75.jpg")


def test_a_file_is_never_stored_under_a_name_that_browsers_run() -> None:
    assert stored(drawn(40, 40), "evil.html").file.name.endswith("/original")


@proves("design §6", "only real pictures are taken; a replaced one meets no old cache")
def test_only_real_pictures_are_taken() -> None:
    validate_picture(ContentFile(drawn(40, 40), name="x.txt"))
    for content in (b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"GIF89a", drawn(40, 40)[:30], b""):
        with pytest.raises(ValidationError):
            validate_picture(ContentFile(content, name="x.jpg"))


@proves(
    "decision 0029",
    "no picture is stretched: a thumbnail of its own width up to 1920, and `sizes` that know how much of "
    "it a frame cuts off",
)
def test_the_largest_thumbnail_is_as_wide_as_the_picture_or_a_desktop() -> None:
    image = finished(stored(drawn(885, 885)))
    assert opened(image, "885.avif").size == (885, 885)
    assert srcset(image, "avif").endswith(f"/media/pictures/{image.key}/885.avif 885w")
    # The wire names the usual widths only.
    assert thumbnail_url(image, 1000) == f"/media/pictures/{image.key}/740.jpg"
    wide = finished(stored(drawn(2400, 300)))
    assert opened(wide, "1920.avif").size == (1920, 240)
    assert srcset(wide, "webp").endswith("/1500.webp 1500w, " + f"/media/pictures/{wide.key}/1920.webp 1920w")


@proves(
    "design §5, decision 0029",
    "quality follows a picture's size and not its bytes: no block or smear at one pixel to one, "
    "SSIMULACRA2 from 70 on; lettering keeps its colour",
)
@pytest.mark.parametrize(
    ("size", "quality"),
    [((370, 462), 68), ((500, 625), 68), ((500, 208), 80), ((800, 1000), 66), ((1000, 562), 66), ((1500, 844), 66)],
)
def test_quality_follows_the_size_and_not_the_bytes(size: tuple[int, int], quality: int) -> None:
    plain, grainy = Pillow.new("RGB", size, "red"), Pillow.effect_noise(size, 90).convert("RGB")
    for picture in (plain, grainy):
        options = {"speed": 6 if size[0] == 1500 else 8, "max_threads": 1, "subsampling": "4:4:4"}
        assert encode(picture, "avif", quick=True) == saved(picture, "AVIF", quality=quality, **options)
        hasty = saved(picture, "AVIF", quality=quality, **(options | {"speed": 9}))
        assert encode(picture, "avif", quick=True, hasty=True) == hasty


def test_lettering_keeps_its_colour() -> None:
    """With colours of half the size, as AVIF and JPEG have them by default, thin red lines on blue turn violet."""
    lines = Pillow.new("RGB", (400, 400), (20, 20, 200))
    draw = ImageDraw.Draw(lines)
    for x in range(0, 400, 4):
        draw.line((x, 0, x, 400), fill=(220, 20, 20))
    for form in ("avif", "jpg"):
        read = Pillow.open(io.BytesIO(encode(lines, form))).convert("RGB")
        red, _green, blue = read.getpixel((200, 200))  # type: ignore[misc]
        assert red > 190 and blue < 60, (form, red, blue)
