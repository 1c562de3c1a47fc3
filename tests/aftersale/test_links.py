"""All links of mails, their attachments, wallet passes and feeds lead to pages and files of the shop, wherever it
lives.
"""

import json
import re
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zipfile import ZipFile

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.mail import EmailMultiAlternatives
from django.test import Client

from checkout.models import Order
from checkout.orders.links import tickets_file
from shop.mails.look import PICTURE_WIDTH
from shop.models import Shop, ShopDesign
from shop.models.theme_colours import COLOURS, TEXT_PAIRS
from shop.queries import absolute_url, is_our_host, shop_url
from tests import wallets
from tests.factories import make_event, make_image, make_shop, make_tour
from tests.pdf_words import words_of
from tests.proofs import proves

from .every_mail import every_mail, templates_of_mails

pytestmark = pytest.mark.django_db
SHOPS = {"main shop": ("merchstand", None), "below a path": ("falter", None), "own domain": ("own", "falter.example")}
ADDRESS = re.compile(r"https?://[^\s<>\"'\\]+")
STYLED_ADDRESS = re.compile(r"url\('?([^')]+)")
COLOUR = re.compile(r"(?:^|;)(color|background):(#[0-9a-f]{6})", re.IGNORECASE)
SELLER = {
    "seller_email": "hallo@falter.example", "seller_address": "Weg 1\n10999 Berlin", "seller_vat_id": "DE123456788",
}  # fmt: skip
# One colour for each name of a theme's colours.
COLOUR_OF = {name: f"#0000{number:02x}" for number, name in enumerate(COLOURS, start=16)}


@pytest.fixture(autouse=True)
def mails_stay_here(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    settings.APPLE_WALLET, settings.GOOGLE_WALLET = wallets.apple(), wallets.google()


@pytest.fixture(params=[one if one == "below a path" else pytest.param(one, marks=pytest.mark.whole) for one in SHOPS])
def shop(request: pytest.FixtureRequest, settings: Any, tmp_path: Path) -> Shop:
    """A shop with a picture, whose file is there."""
    settings.MEDIA_ROOT = tmp_path
    hero = make_image(ready=True)
    default_storage.save(f"pictures/{hero.key}/{PICTURE_WIDTH}.jpg", ContentFile(b"a picture"))
    slug, domain = SHOPS[request.param]
    if slug != "merchstand":
        make_shop("merchstand")
    return make_shop(slug, domain=domain, hero=hero, **SELLER)


class Links(HTMLParser):
    """The addresses that a page names, and its links' colours with those behind them."""

    VOID = frozenset({"meta", "img", "br", "hr", "link", "input"})

    def __init__(self, html: str) -> None:
        super().__init__()
        self.addresses: list[str] = STYLED_ADDRESS.findall(html)
        self.colours: list[tuple[str, str, str]] = []
        self.grounds = ["#ffffff"]
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.addresses += [address for name in ("href", "src") if (address := given.get(name))]
        colours = dict(COLOUR.findall(given.get("style") or ""))
        ground = colours.get("background", self.grounds[-1])
        if tag == "a":
            self.colours.append((given.get("href") or "", colours.get("color", ""), ground))
        if tag not in self.VOID:
            self.grounds.append(ground)

    def handle_endtag(self, tag: str) -> None:
        self.grounds.pop()


def html_of(message: EmailMultiAlternatives) -> str:
    return str(message.alternatives[0][0])


def addresses_of(message: EmailMultiAlternatives) -> Iterator[str]:
    yield from ADDRESS.findall(str(message.body))
    yield from Links(html_of(message)).addresses
    yield from ADDRESS.findall(message.extra_headers.get("List-Unsubscribe", ""))
    for _name, content, mime in message.attachments:
        yield from addresses_in(content, mime)


def addresses_in(content: Any, mime: str) -> Iterable[str]:
    if mime == "application/pdf":
        return ADDRESS.findall(" ".join(words_of(content)))
    text = content.decode() if isinstance(content, bytes) else content
    if mime == "text/html":
        return Links(text).addresses
    # A long line of a calendar goes on behind a blank.
    return ADDRESS.findall(text.replace("\r\n ", "").replace("\\n", "\n"))


def lead_astray(shop: Shop, addresses: Iterable[str]) -> list[str]:
    """The addresses that are no page and no file of the shop. Those on other hosts are not asked."""
    return [one for one in dict.fromkeys(addresses) if not leads_there(shop, one)]


def leads_there(shop: Shop, address: str) -> bool:
    parts = urlsplit(address)
    if parts.scheme in ("mailto", "tel"):
        return True
    if parts.scheme not in ("http", "https"):
        return False
    if not is_our_host(parts.netloc):
        return "example" not in parts.netloc
    answer = Client().get(f"{parts.path}?{parts.query}" if parts.query else parts.path, headers={"host": parts.netloc})
    found = getattr(answer.wsgi_request, "shop", None)
    if answer.status_code == 302:
        # A member of staff is asked to log in first.
        return answer["Location"].startswith(("https://pay.google.com/", "/admin/login/?next="))
    return answer.status_code == 200 and found in (None, shop)


@proves("purchase §4", "each link of each kind of mail leads to a page or file of its shop, wherever the shop lives")
def test_all_links_of_all_mails_lead_somewhere(shop: Shop) -> None:
    messages = every_mail(shop)
    assert set(messages) == templates_of_mails()
    assert lead_astray(shop, (one for message in messages.values() for one in addresses_of(message))) == []
    (order,) = Order.objects.filter(placements__lines__variant__event__slug="show").distinct()
    passes = Client().get(tickets_file(order, "pkpass"), headers={"host": urlsplit(absolute_url(shop, "/")).netloc})
    with ZipFile(BytesIO(passes.content)) as files:
        said = json.loads(files.read("pass.json"))
    assert lead_astray(shop, ADDRESS.findall(json.dumps(said))) == []


def test_links_of_calendars_and_the_sitemap_lead_somewhere(shop: Shop) -> None:
    event = make_event(shop, slug="falternacht")
    make_tour(shop, slug="nachtflug", events=[event])
    host = urlsplit(shop_url(shop)).netloc
    for path in ("/events/falternacht.ics", "/tours/nachtflug.ics", "/sitemap.xml"):
        address = urlsplit(shop_url(shop) + path)
        answer = Client().get(address.path, headers={"host": host})
        assert answer.status_code == 200
        found = addresses_in(answer.content, "text/calendar")
        named = [one.replace("&amp;", "&") for one in found if not one.startswith("http://www.")]
        assert named and lead_astray(shop, named) == []


@proves("look", "links in mails can be read on any theme")
def test_links_in_mails_have_colours_that_every_theme_keeps_legible() -> None:
    shop = make_shop("merchstand", hero=make_image(ready=True), **SELLER)
    ShopDesign.objects.update_or_create(shop=shop, defaults=COLOUR_OF)
    messages = every_mail(Shop.objects.get(pk=shop.pk))
    assert set(messages) == templates_of_mails()
    names = {colour: name for name, colour in COLOUR_OF.items()}
    unchecked = {
        (kind, address)
        for kind, message in messages.items()
        for address, colour, ground in Links(html_of(message)).colours
        if (names.get(colour), names.get(ground)) not in TEXT_PAIRS
    }
    assert unchecked == set()
