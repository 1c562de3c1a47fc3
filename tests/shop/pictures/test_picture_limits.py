"""Hostile, broken and talkative pictures: what is taken, what it costs, and what is kept of it."""

import io
import resource
import subprocess
import sys
import time
import zlib
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.utils import translation
from PIL import ExifTags, ImageCms
from PIL import Image as Pillow
from procrastinate.contrib.django.models import ProcrastinateJob

from launch.paths import ROOT
from shop.core.pictures.files import FORMATS, LARGEST_FILE
from shop.core.pictures.uploads import checked_notice, checked_picture
from shop.models import GuaranteeNotice, Image
from shop.pictures.jobs import BUDGET, make_thumbnails
from shop.tasks import make_thumbnails_of
from tests import servers
from tests.factories import make_product, make_shop
from tests.proofs import proves
from tests.staff import errors_of, fields_of, log_in, send
from tests.words import worded

MB = 1024 * 1024


@pytest.fixture(autouse=True)
def own_media(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path


def written(picture: Pillow.Image, form: str = "JPEG", **options: Any) -> bytes:
    file = io.BytesIO()
    picture.save(file, form, **options)
    return file.getvalue()


def blank(width: int, height: int, mode: str = "1") -> bytes:
    """A few kilobytes, however many pixels."""
    return written(Pillow.new(mode, (width, height)), "PNG", optimize=True)


def exif_of_a_phone() -> Pillow.Exif:
    exif = Pillow.Exif()
    exif[ExifTags.Base.Orientation] = 6
    exif[ExifTags.Base.Model] = "Lisa's phone"
    exif.get_ifd(ExifTags.IFD.GPSInfo)[ExifTags.GPS.GPSLatitude] = (52.0, 31.0, 12.0)
    return exif


def two_halves(width: int = 80, height: int = 40) -> Pillow.Image:
    """Left red, right blue."""
    picture = Pillow.new("RGB", (width, height), (200, 20, 20))
    picture.paste((20, 20, 200), (width // 2, 0, width, height))
    return picture


def refused(content: bytes) -> str:
    with pytest.raises(ValidationError) as error, translation.override("en"):
        checked_picture(ContentFile(content, name="x.jpg"))
    with translation.override("en"):
        return " ".join(error.value.messages)


@pytest.mark.parametrize(
    ("width", "height", "said"),
    [
        (40, 100_000, "wider or higher than 16 000 pixels"),
        (20_000, 30, "wider or higher than 16 000 pixels"),
        (7_200, 7_200, "more than 50 million pixels"),
        (15_000, 15_000, "more than 50 million pixels"),
    ],
)
def test_too_many_pixels_are_refused_with_a_reason(width: int, height: int, said: str) -> None:
    assert said in refused(blank(width, height))


@proves(
    "docs/decisions/0023",
    "too long, too many pixels, broken, another format: refused with the reason beside the field, by the "
    "header before anything is decoded",
)
@pytest.mark.parametrize(
    ("content", "said"),
    [
        (written(two_halves(), "BMP"), "Use a JPEG, PNG"),
        (written(two_halves(), "TIFF"), "Use a JPEG, PNG"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "Use a JPEG, PNG"),
        (written(two_halves(400, 400))[:900], "not a picture that can be read"),
        (written(Pillow.effect_noise((400, 400), 90), "PNG")[:-9000], "not a picture that can be read"),
        (written(two_halves(400, 400), "WEBP")[:-30], "picture that can be read|Use a JPEG"),
        (b"\xff\xd8\xff" + b"x" * LARGEST_FILE, "larger than 20 MB"),
    ],
)
def test_what_is_too_large_broken_or_no_picture_is_refused_with_a_reason(content: bytes, said: str) -> None:
    told = refused(content)
    assert any(part in told for part in said.split("|")), told


def test_a_picture_that_only_says_it_is_huge_is_refused_by_its_header() -> None:
    content = bytearray(blank(8, 8))
    content[16:24] = (30_000).to_bytes(4, "big") * 2
    content[29:33] = zlib.crc32(content[12:29]).to_bytes(4, "big")
    assert "more than 50 million" in refused(bytes(content))


# A child's peak begins with that of the process that starts it, so a small one does.
DRAW = f"""
import resource
from shop.core.bounded.budget import ResourceBudget
from shop.core.bounded.process import run_bounded
from shop.core.pictures.thumbnails import draw_thumbnails

run_bounded(draw_thumbnails, open(0, "rb").read(), budget={BUDGET})
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


@proves(
    "docs/decisions/0023",
    "pictures are decoded in a process of their own: 49 megapixels cost the shop's processes nothing, "
    "and a worker's memory stays flat",
)
@pytest.mark.whole
def test_49_megapixels_cost_the_process_nothing(db: None) -> None:
    image = Image.objects.create(file=ContentFile(blank(7_000, 7_000), name="x.png"))
    before = peak_memory()
    make_thumbnails_of(image.pk)
    image.refresh_from_db()
    assert image.thumbnails_ready and (image.width, image.height) == (7_000, 7_000)
    assert peak_memory() - before < 40 * MB


@pytest.mark.whole
def test_drawing_49_megapixels_costs_another_process_a_bounded_sum() -> None:
    """Colours with transparency cost most: 368 MB where this was written."""
    picture = blank(7_000, 7_000, "RGBA")
    drawn = subprocess.run([sys.executable, "-c", DRAW], input=picture, cwd=ROOT, stdout=subprocess.PIPE, check=True)
    assert int(drawn.stdout) * 1024 < 500 * MB


def peak_memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


@pytest.mark.parametrize(("width", "height"), [(16_000, 1), (1, 16_000), (30, 16_000)])
def test_the_longest_pictures_that_are_taken_get_their_thumbnails(db: None, width: int, height: int) -> None:
    image = Image.objects.create(file=checked_picture(ContentFile(blank(width, height), name="x.png")))
    make_thumbnails_of(image.pk)
    image.refresh_from_db()
    assert image.thumbnails_ready and not image.problem


@proves(
    "design §6",
    "originals are kept upright and without metadata, with their colour profile; `clean_pictures` does "
    "the same to those of before",
)
@pytest.mark.parametrize("form", sorted(FORMATS - {"GIF"}))
def test_what_is_kept_is_upright_and_says_nothing_of_where_it_was_taken(form: str) -> None:
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    given = written(two_halves(), form, exif=exif_of_a_phone(), icc_profile=srgb)
    assert Pillow.open(io.BytesIO(given)).getexif().get_ifd(ExifTags.IFD.GPSInfo)
    taken = checked_picture(ContentFile(given, name="IMG_1.bin")).read()
    kept = Pillow.open(io.BytesIO(taken))
    kept.load()
    assert (kept.format, kept.size) == (form, (40, 80))
    assert not kept.getexif() and "exif" not in kept.info
    assert kept.info["icc_profile"] == srgb
    assert b"Lisa" not in taken
    top, bottom = (kept.convert("RGB").getpixel((20, y)) for y in (5, 75))
    assert top[0] > 150 > top[2] and bottom[2] > 150 > bottom[0]  # type: ignore[index]
    assert checked_picture(ContentFile(taken, name="x")).read() == taken, "once is enough"


def test_comments_trailing_bytes_and_later_frames_go_too() -> None:
    for content in (
        written(two_halves(), comment=b"by Lisa"),
        written(two_halves()) + b"a film of Lisa",
        written(two_halves(), "GIF", comment=b"by Lisa"),
        written(two_halves(), "PNG") + b"Lisa",
        written(two_halves(), "WEBP", xmp=b"<x>Lisa</x>"),
    ):
        assert b"Lisa" not in checked_picture(ContentFile(content, name="x")).read()
    film = written(two_halves(), "GIF", save_all=True, append_images=[Pillow.new("RGB", (80, 40))] * 3)
    assert not Pillow.open(io.BytesIO(checked_picture(ContentFile(film, name="x")).read())).is_animated  # type: ignore[attr-defined]


def test_a_picture_without_metadata_and_an_official_one_stay_to_the_last_byte() -> None:
    plain = written(two_halves(), quality=71)
    assert checked_picture(ContentFile(plain, name="x")).read() == plain
    official = written(two_halves(), exif=exif_of_a_phone()) + b"as it was given out"
    assert checked_notice(ContentFile(official, name="x")).read() == official


def test_broken_exif_and_profiles_do_no_harm() -> None:
    broken: list[dict[str, Any]] = [{"exif": b"Exif\0\0MM\0*\xff\xff\xff\xff"}, {"icc_profile": b"no profile" * 50_000}]
    for options in broken:
        kept = Pillow.open(io.BytesIO(checked_picture(ContentFile(written(two_halves(), **options), name="x")).read()))
        kept.load()
        assert kept.size == (80, 40)
        assert not kept.getexif()


@pytest.mark.django_db
class TestStaff:
    @pytest.fixture(autouse=True)
    def logged_in(self, client: Client) -> None:
        make_shop("merchstand")
        client.cookies["locale"] = "en"
        log_in(client)

    def upload(self, client: Client, content: bytes, name: str = "IMG_1.jpg") -> Any:
        fields = fields_of(client.get("/admin/shop/image/add/"))
        return client.post("/admin/shop/image/add/", {**fields, "file": SimpleUploadedFile(name, content)})

    def test_an_uploaded_original_has_no_metadata(self, client: Client) -> None:
        assert self.upload(client, written(two_halves(), exif=exif_of_a_phone())).status_code == 302
        image = Image.objects.get()
        assert (image.width, image.height) == (40, 80)
        with default_storage.open(str(image.file.name)) as file:
            assert not Pillow.open(file).getexif()

    def test_so_have_several_at_a_product(self, client: Client) -> None:
        product = make_product(make_shop())
        files = [SimpleUploadedFile(f"{at}.jpg", written(two_halves(), exif=exif_of_a_phone())) for at in range(2)]
        path = f"/admin/catalogue/product/{product.pk}/change/"
        answer = send(client, path, new_pictures=files)
        assert answer.status_code == 302, errors_of(answer)
        for image in Image.objects.all():
            with default_storage.open(str(image.file.name)) as file:
                assert not Pillow.open(file).getexif()
        assert Image.objects.count() == 2

    def test_what_is_wrong_is_said_beside_the_field_in_both_languages(self, client: Client) -> None:
        assert "wider or higher than 16 000 pixels" in errors_of(self.upload(client, blank(40, 20_000), "x.png"))
        client.cookies["locale"] = "de"
        refused = self.upload(client, blank(40, 20_000), "x.png")
        assert worded("The picture is wider or higher than 16 000 pixels.") in errors_of(refused)
        assert not Image.objects.exists()

    @proves("docs/decisions/0023", "no upload is stored beyond what any form takes")
    @pytest.mark.whole
    def test_more_than_any_form_takes_is_not_even_stored(self, client: Client) -> None:
        assert "larger than 20 MB" in errors_of(self.upload(client, b"\xff\xd8" * 20 * MB))
        answer = self.upload(client, b"\xff\xd8" * 101 * MB)
        assert answer.status_code in (400, 413)

    @proves("design §4", "a picture that can have no thumbnails is given up, with the reason for staff")
    def test_a_picture_that_cannot_be_shown_is_given_up_with_its_reason(self, client: Client) -> None:
        image = Image.objects.create(file=ContentFile(blank(30, 20_000), name="x.png"))
        make_thumbnails_of(image.pk)  # raises nothing, so it is not tried again
        image.refresh_from_db()
        assert (image.thumbnails_ready, image.problem) == (False, "sides")
        page = client.get("/admin/shop/image/?ready=failed").content.decode()
        assert "wider or higher than 16 000 pixels" in page
        tasks = client.get("/admin/").context["tasks"]
        assert [task.number for task in tasks if task.icon == "broken_image"] == [1]
        image.file.save("y.png", ContentFile(blank(30, 200)))
        make_thumbnails_of(image.pk)
        image.refresh_from_db()
        assert (image.thumbnails_ready, image.problem) == (True, "")

    def test_a_lost_file_is_given_up_too(self) -> None:
        image = Image.objects.create(file=ContentFile(blank(30, 30), name="x.png"))
        default_storage.delete(str(image.file.name))
        make_thumbnails(image)
        assert Image.objects.get().problem == "missing"


@pytest.mark.django_db
def test_originals_that_are_there_already_lose_their_metadata(capsys: pytest.CaptureFixture[str]) -> None:
    talking = Image.objects.create(file=ContentFile(written(two_halves(), exif=exif_of_a_phone()), name="x.jpg"))
    plain = Image.objects.create(file=ContentFile(written(two_halves()), name="x.jpg"))
    before = str(talking.file.name)
    call_command("clean_pictures")
    assert "1 of 2" in capsys.readouterr().out
    plain.refresh_from_db()
    kept = Image.objects.get(pk=talking.pk)
    assert kept.file.name != before and not default_storage.exists(before)
    assert kept.key == talking.key
    with kept.file.open() as file:
        assert not Pillow.open(file).getexif()
    call_command("clean_pictures")
    assert "0 of 2" in capsys.readouterr().out


@pytest.mark.whole
@pytest.mark.django_db(transaction=True)
def test_the_workers_memory_stays_flat(settings: Any) -> None:
    """The real worker, over small and varied pictures and two of 49 megapixels: the first leaves nothing behind."""
    url = settings.DATABASES["default"]["NAME"]
    noise = Pillow.effect_noise((300, 300), 40)
    for at in range(36):
        picture = noise.resize((40 + 5 * at, 160 - 3 * at)).convert("RGB" if at % 2 else "L")
        form = ("JPEG", "PNG", "WEBP")[at % 3]
        Image.objects.create(file=ContentFile(written(picture, form), name="x.png"))
    for _at in range(2):
        Image.objects.create(file=ContentFile(blank(7_000, 7_000), name="x.png"))
    with servers.worker(servers.database_url(url), env={"MEDIA_ROOT": str(settings.MEDIA_ROOT)}) as worker:
        deadline = time.monotonic() + 180
        while ProcrastinateJob.objects.exclude(status="succeeded").exists() and time.monotonic() < deadline:
            assert worker.process.poll() is None, worker.log()
            time.sleep(0.2)
        status = Path(f"/proc/{worker.process.pid}/status").read_text()
    assert not Image.objects.filter(thumbnails_ready=False).exists()
    peak = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM"))
    assert peak < 220 * 1024


def test_guarantee_notices_are_bounded_as_well() -> None:
    with pytest.raises(ValidationError):
        GuaranteeNotice._meta.get_field("file").run_validators(ContentFile(blank(40, 20_000), name="x.png"))
