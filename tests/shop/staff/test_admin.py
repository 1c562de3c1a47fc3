import re
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from uuid import UUID

import pytest
from babel.messages.pofile import read_po
from django.conf import settings as django_settings
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone, translation
from PIL import Image as Pillow
from procrastinate.contrib.django.models import ProcrastinateJob

from config.management.commands.collect_messages import TRANSLATED, catalogue_path, collected
from shop.models import AccessCode, Image, Mail, Shop, ShopDesign
from tests.addresses import patterns
from tests.factories import make_shop
from tests.proofs import proves
from tests.staff import errors_of, fields_of, log_in, send
from tests.words import worded

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def prepared(settings: object, tmp_path: Path, client: Client) -> Iterator[None]:
    settings.MEDIA_ROOT = tmp_path  # type: ignore[attr-defined]
    make_shop("merchstand")
    client.cookies["locale"] = "en"
    log_in(client)
    with translation.override("en"):
        yield


# Of no shape, quoted as Django quotes keys, of a number's shape and of a random key's.
KEYS_OF_NONE = ("x", "1_5F0", str(2**64), str(UUID(int=0)))
DJANGOS = ("/delete/", "/history/")


@proves(
    "design §1",
    "an address that names no row, whatever stands for its key, is answered by “not found”, never by a failure",
)
def test_no_key_without_a_row_is_a_failure(client: Client) -> None:
    asking = [one for one in patterns(staff=True) if "<path:object_id>" in one and not one.endswith(DJANGOS)]
    assert len(asking) > 100
    client.raise_request_exception = False
    addresses = ["/" + one.replace("<path:object_id>", key) for one in asking for key in KEYS_OF_NONE]
    assert not [one for one in addresses if client.get(one).status_code not in (302, 403, 404)]


def picture_file(name: str = "moth.png") -> SimpleUploadedFile:
    written = BytesIO()
    Pillow.new("RGB", (120, 150), (200, 80, 40)).save(written, "PNG")
    return SimpleUploadedFile(name, written.getvalue(), "image/png")


@proves("design §1", "log-in; the first shop; language")
def test_staff_log_in_and_others_do_not(client: Client) -> None:
    stranger = Client(SERVER_NAME="localhost")
    page = stranger.get("/admin/", follow=True)
    assert page.redirect_chain[-1][0].startswith("/admin/login/")
    assert b"Merchstand" in page.content
    assert client.get("/admin/").status_code == 200


def test_the_first_shop_is_made_in_the_staff_area(client: Client) -> None:
    Shop.objects.all().delete()
    assert client.get("/").status_code == 404
    answer = send(client, "/admin/shop/shop/add/", name="Merchstand", slug="merchstand", is_band=None)
    assert answer.status_code == 302
    assert client.get("/admin/", SERVER_NAME="elsewhere.example").status_code == 404


def test_the_language_is_remembered_for_pages_of_both_sides(client: Client) -> None:
    assert b"Start page" in client.get("/admin/").content
    answer = client.post("/admin/language/", {"language": "de", "next": "/admin/shop/shop/"})
    assert answer.headers["Location"] == "/admin/shop/shop/"
    assert answer.cookies["locale"].value == "de"
    assert worded("Start page") in client.get("/admin/").content.decode()
    outside = client.post("/admin/language/", {"language": "xx", "next": "https://evil.example/"})
    assert outside.headers["Location"] == "/admin/"
    assert "locale" not in outside.cookies


@proves("catalogue §3", "a shop with its design; every field a typed one")
def test_a_shop_is_made_with_its_design_and_every_field_comes_back(client: Client) -> None:
    texts = {
        "name": "Nachtfalter", "slug": "nachtfalter", "domain": "nachtfalter.example", "default_locale": "en",
        "home_link": "https://band.example/", "redirect": "",
        "description_de": "Traumpop", "description_en": "Dream pop",
        "site_description_de": "Die Band", "site_description_en": "The band", "override_title_de": "Nacht",
        "override_title_en": "Night", "embed_youtube": "dQw4w9WgXcQ", "seller_name": "Nacht GmbH",
        "sender_email": "hallo@nachtfalter.example", "seller_address": "Weg 1\n20359 Hamburg",
        "bank_payee": "Nacht GmbH", "bank_name": "Bank", "bank_iban": "DE02120300000000202051",
        "bank_bic": "BYLADEM1001",
        "item_grid_columns": "3", "preferred_image_resolution": "1000", "scroll_offset": "-12",
        "mailchimp_header_de": "Post", "mailchimp_header_en": "Mail", "mailchimp_customtext_de": "Schreib",
        "mailchimp_customtext_en": "Write",
    }  # fmt: skip
    ticked = ["newsletter_popup", "trim_zero_decimals", "show_event_filter"]
    cleared = ["item_image_carousel", "item_image_magnifier", "slides_custom_pager", "show_event_door_time"]
    answer = send(
        client, "/admin/shop/shop/add/", **texts, **dict.fromkeys(ticked, "on"), **dict.fromkeys(cleared),
        payment_blacklist=["paypal", "kulturpass"], order_merging_allowed=None, is_band="on",
        access_codes__TOTAL_FORMS="1", access_codes__0__code="ROTLICHT", access_codes__0__note="Presse",
        socials__TOTAL_FORMS="1", socials__0__title="Wir", socials__0__order="0",
        socials__0__instagram="https://instagram.com/nachtfalter",
    )  # fmt: skip
    assert answer.status_code == 302, errors_of(answer)
    shop = Shop.objects.get(slug="nachtfalter")
    for name, value in texts.items():
        assert str(getattr(shop, name)).replace("\r\n", "\n") == value, name
    assert all(getattr(shop, name) for name in ticked)
    assert not any(getattr(shop, name) for name in [*cleared, "order_merging_allowed"])
    assert shop.payment_blacklist == ["paypal", "kulturpass"]
    assert shop.design.accent == "#ff5a1f"
    assert AccessCode.objects.get().code == "ROTLICHT"
    assert shop.socials.get().instagram.endswith("nachtfalter")


def test_a_reserved_slug_and_a_bad_domain_are_refused_and_nothing_typed_is_lost(client: Client) -> None:
    answer = send(
        client, "/admin/shop/shop/add/", name="Kasse", slug="checkout", domain="https://x", description_de="Lang"
    )
    assert "is a page of every shop" in errors_of(answer)
    assert "Enter a domain such as" in errors_of(answer)
    kept = fields_of(answer)
    assert (kept["name"], kept["slug"], kept["domain"], kept["description_de"]) == (
        "Kasse",
        "checkout",
        "https://x",
        "Lang",
    )
    assert not Shop.objects.filter(name="Kasse").exists()


def test_faint_colours_are_refused_beside_their_field(client: Client) -> None:
    shop = make_shop()
    ShopDesign.objects.create(shop=shop)
    path = f"/admin/shop/shop/{shop.pk}/change/"
    answer = send(client, path, design__0__ink="#bbbbbb", design__0__font_display="fraunces")
    assert "Too faint on" in answer.content.decode()
    assert fields_of(answer)["design-0-ink"] == "#bbbbbb"
    assert fields_of(answer)["design-0-font_display"] == "fraunces"
    assert ShopDesign.objects.get(shop=shop).ink == "#15130f"
    answer = send(
        client, path, design__0__ink="#221100", design__0__font_display="fraunces", design__0__radius_card="12"
    )
    assert answer.status_code == 302
    design = ShopDesign.objects.get(shop=shop)
    assert (design.ink, design.font_display, design.radius_card) == ("#221100", "fraunces", 12)


def test_no_field_of_shop_and_design_is_missing_or_raw(client: Client) -> None:
    shop = make_shop()
    ShopDesign.objects.create(shop=shop)
    page = client.get(f"/admin/shop/shop/{shop.pk}/change/")
    form = page.context["adminform"].form
    shown = set(form.fields)
    wanted = {field.name for field in Shop._meta.get_fields() if getattr(field, "editable", False)} - {"id"}
    translated = {name for name in wanted if f"{name}_de" in wanted}
    assert wanted - translated <= shown
    design = next(one for one in page.context["inline_admin_formsets"] if one.opts.model is ShopDesign)
    assert {field.name for field in ShopDesign._meta.get_fields()} <= set(design.forms[0].fields)
    assert design.forms[0].fields["accent"].widget.input_type == "color"
    assert "JSON" not in str(type(form.fields["payment_blacklist"]))


def test_a_picture_is_uploaded_and_its_content_decides(client: Client) -> None:
    fields = fields_of(client.get("/admin/shop/image/add/"))
    answer = client.post(
        "/admin/shop/image/add/", fields | {"file": picture_file(), "alt_de": "A moth", "tags": "list\npreview"}
    )
    assert answer.status_code == 302, errors_of(answer)
    image = Image.objects.get()
    assert (image.alt, image.tags, image.width) == ("A moth", ["list", "preview"], 120)
    assert ProcrastinateJob.objects.filter(args={"image_id": image.pk}).exists()
    fake = SimpleUploadedFile("x.png", b"<script>alert(1)</script>", "image/png")
    answer = client.post("/admin/shop/image/add/", fields | {"file": fake, "alt_de": "B moth"})
    assert errors_of(answer)
    assert fields_of(answer)["alt_de"] == "B moth"
    assert Image.objects.count() == 1
    shown = client.get(f"/admin/shop/image/{image.pk}/preview/")
    assert shown.headers["Location"] == image.file.url
    assert (
        Client(SERVER_NAME="localhost")
        .get(f"/admin/shop/image/{image.pk}/preview/")
        .headers["Location"]
        .startswith("/admin/login/")
    )


@proves(
    "look.md, decision 0029",
    "a focus for each picture, set by a click or by numbers, keeps what matters in sight wherever a "
    "frame cuts the picture off; posters are shown whole; the demo's lettering is never cut",
)
def test_the_focus_of_a_picture_is_set_beside_what_it_leaves_in_sight(client: Client) -> None:
    image = Image.objects.create(file=picture_file(), alt="A moth")
    address = f"/admin/shop/image/{image.pk}/change/"
    page = client.get(address)
    assert page.content.decode().count(f'src="{image.file.url}"') == 4  # whole, wide, square, upright
    fields = fields_of(page)
    assert (fields["focus_x"], fields["focus_y"]) == ("50", "50")
    assert errors_of(client.post(address, fields | {"focus_x": "101"}))
    assert client.post(address, fields | {"focus_x": "0", "focus_y": "30"}).status_code == 302
    image.refresh_from_db()
    assert (image.focus_x, image.focus_y) == (0, 30)
    assert "staff-focus" not in client.get("/admin/shop/image/add/").content.decode().replace("staff/focus.js", "")


def test_thumbnails_are_made_again_by_the_action(client: Client) -> None:
    image = Image.objects.create(file=picture_file(), thumbnails_ready=True)
    Image.objects.update(thumbnails_ready=True)
    client.post("/admin/shop/image/", {"action": "make_thumbnails_again", "_selected_action": [image.pk]})
    assert not Image.objects.get().thumbnails_ready
    assert ProcrastinateJob.objects.filter(args={"image_id": image.pk}).count() == 2


def test_mails_are_read_only_and_say_whether_they_were_sent(client: Client) -> None:
    shop = make_shop()
    values = {"shop": shop, "kind": "confirmation", "language": "de", "text": "Hallo", "html": "<p>Hallo</p>"}
    Mail.objects.create(**values, subject_key="1", recipient="a@x.org", message_id="<1>", subject="Eins", attempts=2)
    Mail.objects.create(
        **values, subject_key="2", recipient="b@x.org", message_id="<2>", subject="Zwei", sent_at=timezone.now()
    )
    page = client.get("/admin/shop/mail/").content.decode()
    assert "failing" in page
    assert "sent" in page
    only = client.get("/admin/shop/mail/?sent=failing").content.decode()
    assert "a@x.org" in only
    assert "b@x.org" not in only
    mail = Mail.objects.get(subject="Eins")
    assert client.get(f"/admin/shop/mail/{mail.pk}/change/").status_code == 200
    assert client.get(f"/admin/shop/mail/{mail.pk}/delete/").status_code == 403
    assert client.post(f"/admin/shop/mail/{mail.pk}/change/", {"subject": "x"}).status_code == 403


def test_the_start_page_names_what_waits(client: Client) -> None:
    Mail.objects.create(
        shop=make_shop(), kind="k", language="de", subject_key="1", recipient="a@x.org", message_id="<1>", subject="S",
        text="", html="",
    )  # fmt: skip
    assert "Mails not sent" not in client.get("/admin/").content.decode()
    Mail.objects.update(created_at=timezone.now() - timedelta(hours=1))
    page = client.get("/admin/")
    assert "Mails not sent" in page.content.decode()
    assert [(str(task.title), task.number) for task in page.context["tasks"]] == [("Mails not sent", 1)]
    reader = Client(SERVER_NAME="localhost")
    log_in_without_rights(reader)
    page = reader.get("/admin/")
    assert page.status_code == 200
    assert "Mails not sent" not in page.content.decode()
    assert "ordered today" not in page.content.decode()


def log_in_without_rights(client: Client) -> None:
    client.force_login(User.objects.create_user("reader", is_staff=True))


@proves("catalogue §1", "everything has its German")
@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_has_its_translation(language: str) -> None:
    path = catalogue_path(language)
    with path.open("rb") as file:
        known = read_po(file, locale=language)
    missing = [
        message.id
        for message in collected(language)
        if message.id and not ((found := known.get(message.id, message.context)) and found.string and all(found.string))
    ]
    assert missing == [], "run manage.py collect_messages and translate the empty ones in " + str(
        path.relative_to(django_settings.BASE_DIR)
    )


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_text_has_two_entries_of_which_one_would_win(language: str) -> None:
    entries = re.findall(r'^(?:msgctxt .*\n)?msgid (?:".*"\n)+', catalogue_path(language).read_text(), re.MULTILINE)
    assert len(entries) > 1000
    assert [entry for entry, times in Counter(entries).items() if times > 1] == []
