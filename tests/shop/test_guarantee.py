"""The EU's official notice on the legal guarantee: uploaded by staff, shown as it is (Regulation (EU) 2025/1960)."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image as Pillow

from catalogue.queries import gated_pictures
from shop.models import AccessCode, GuaranteeNotice, Image
from tests.factories import make_product, make_shop
from tests.proofs import proves
from tests.shop.web.visit import Visit
from tests.staff import errors_of, fields_of, log_in

pytestmark = pytest.mark.django_db
ADD = "/admin/shop/guaranteenotice/add/"


@pytest.fixture(autouse=True)
def prepared(settings: Any, tmp_path: Path, client: Client) -> None:
    settings.MEDIA_ROOT = tmp_path
    make_shop("merchstand")
    client.cookies["locale"] = "en"
    log_in(client)


def drawn(form: str, colour: str = "#003399") -> bytes:
    """With what a second saving would lose: a comment and an unusual density."""
    written = BytesIO()
    Pillow.new("RGB", (80, 113), colour).save(written, form, dpi=(123, 123))
    return written.getvalue() + b"as it was given out"


def upload(client: Client, content: bytes, name: str, path: str = ADD, **fields: str) -> Any:
    sent = {**fields_of(client.get(path)), **fields, "file": SimpleUploadedFile(name, content)}
    return client.post(path, sent)


@proves(
    "(EU) 2025/1960",
    "the EU's notice on the legal guarantee, one official picture a language for all shops: PNG or JPEG, "
    "served to the last byte, open beside gated pictures too; a new file has an address of its own",
)
@pytest.mark.parametrize(("form", "name", "kind"), [("PNG", "eu.png", "image/png"), ("JPEG", "eu.jpg", "image/jpeg")])
def test_the_file_is_served_to_the_last_byte_and_to_everybody(client: Client, form: str, name: str, kind: str) -> None:
    AccessCode.objects.create(shop=make_shop("geheimbund"), code="ROTLICHT")
    gated_pictures._kept = (float("-inf"), {})
    content = drawn(form)
    assert upload(client, content, name, language="de").status_code == 302
    notice = GuaranteeNotice.objects.get()
    assert (notice.width, notice.height) == (80, 113)
    answer = Client(SERVER_NAME="localhost").get(notice.file.url)
    assert b"".join(answer.streaming_content) == content  # type: ignore[attr-defined]
    assert (answer["Content-Type"], answer["Cache-Control"]) == (kind, "public, max-age=31536000, immutable")
    assert not Image.objects.exists(), "nothing makes thumbnails of it"


def test_a_new_file_has_an_address_of_its_own(client: Client) -> None:
    upload(client, drawn("PNG"), "eu.png", language="de")
    before = GuaranteeNotice.objects.get()
    path = f"/admin/shop/guaranteenotice/{before.pk}/change/"
    assert upload(client, drawn("PNG", "#ffcc00"), "eu.png", path).status_code == 302
    after = GuaranteeNotice.objects.get()
    assert after.file.url != before.file.url
    with after.file.open() as file:
        assert file.read() == drawn("PNG", "#ffcc00")
    assert before.file.storage.exists(before.file.name or ""), "pages that are still open show it"


def test_other_kinds_of_files_are_refused(client: Client) -> None:
    assert "Use a PNG or JPEG picture." in errors_of(upload(client, drawn("WEBP"), "eu.png", language="de"))
    assert errors_of(upload(client, b"%PDF-1.7", "eu.pdf", language="de"))
    assert not GuaranteeNotice.objects.exists()


def test_there_is_one_a_language_and_the_form_says_where_it_comes_from(client: Client) -> None:
    page = client.get(ADD).content.decode()
    assert "Regulation (EU) 2025/1960, Annex I" in page
    assert "European Commission" in page
    upload(client, drawn("PNG"), "eu.png", language="de")
    assert errors_of(upload(client, drawn("PNG"), "eu.png", language="de"))
    upload(client, drawn("PNG"), "eu.png", language="en")
    assert client.get(ADD).status_code == 403


def test_without_script_a_link_leads_to_the_picture_in_its_language(client: Client) -> None:
    product = make_product(make_shop("nachtfalter"))
    upload(client, drawn("PNG"), "eu.png", language="de")
    picture = GuaranteeNotice.objects.get().file.url
    german, english = (Visit(f"/nachtfalter/products/{product.slug}?lang={one}").markup for one in ("de", "en"))
    assert german.has("a", href=picture)
    assert not english.has("a", href=picture)


def waiting(client: Client) -> list[int]:
    return [one.number for one in client.get("/admin/").context["tasks"] if "guaranteenotice" in one.link]


@proves("(EU) 2025/1960", "staff see on their start page how many languages lack the notice, once goods are sold")
def test_the_start_page_says_how_many_languages_lack_it_once_goods_are_sold(client: Client) -> None:
    assert waiting(client) == []
    make_product(make_shop("nachtfalter"))
    assert waiting(client) == [2]
    upload(client, drawn("PNG"), "eu.png", language="de")
    assert waiting(client) == [1]
    upload(client, drawn("PNG"), "eu.png", language="en")
    assert waiting(client) == []
