"""The menu of the staff area leads to everything that is registered there."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.db import models
from django.test import Client, RequestFactory
from django.urls import reverse

from catalogue.models import PricingCategory, Seat
from config.staff_area import NAVIGATION, menu
from tests.factories import make_shop
from tests.proofs import proves
from tests.staff import as_member, log_in, make_clerk

pytestmark = pytest.mark.django_db
# What no entry leads to, and why.
ELSEWHERE: dict[type[models.Model], str] = {
    PricingCategory: "rows of an event's form; registered to be searched for",
    Seat: "an event's seat map leads to its seats",
}
# Pages of the menu that are no lists.
PAGES = {"admin:index", "admin:sales"}


def links() -> Iterator[str]:
    groups: Any = NAVIGATION
    for group in groups:
        yield from (str(item["link"]) for item in group["items"])


@proves("design §7", "every list of the staff area is in its menu, or says why not")
def test_every_list_is_in_the_menu_once() -> None:
    lists = [reverse(f"admin:{model._meta.label_lower.replace('.', '_')}_changelist") for model in registered()]
    assert sorted(set(links()) - {reverse(page) for page in PAGES}) == sorted(lists)
    assert len(list(links())) == len(set(links()))


def registered() -> list[type[models.Model]]:
    return [model for model in admin.site._registry if model not in ELSEWHERE]


def test_what_is_not_in_the_menu_is_not_on_the_start_page_either() -> None:
    for model in ELSEWHERE:
        assert not admin.site._registry[model].has_module_permission(request=None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("language", "word"), [("de", "Rechtstexte"), pytest.param("en", "Legal texts", marks=pytest.mark.whole)]
)
def test_each_entry_leads_to_its_list(client: Client, language: str, word: str) -> None:
    make_shop("merchstand")
    log_in(client)
    client.cookies["locale"] = language
    menu = client.get("/admin/").content.decode()
    assert word in menu
    for link in links():
        assert f'href="{link}"' in menu
        assert client.get(link).status_code == 200, link


def test_it_has_what_its_reader_may_open_and_says_where_they_are(rf: RequestFactory) -> None:
    def lines(path: str) -> dict[str, bool]:
        request = rf.get(path)
        request.user = clerk
        return {line["link"]: line["active"] for group in menu(request) for line in group["items"]}

    clerk = make_clerk("view_news", "view_shop")
    news, shops, start = "/admin/shop/news/", "/admin/shop/shop/", "/admin/"
    assert lines(start) == {start: True, news: False, shops: False}
    assert lines(f"{news}1/change/") == {start: False, news: True, shops: False}


@proves("design §7", "who lacks a right reads so beside the menu, which leads back")
@pytest.mark.parametrize(("language", "words"), [("de", "kein Recht zu dieser Seite"), ("en", "no right to this page")])
def test_who_lacks_a_right_keeps_the_menu(language: str, words: str) -> None:
    make_shop("merchstand")
    client = as_member(make_clerk("view_news"))
    client.cookies["locale"] = language
    answer = client.get("/admin/checkout/order/")
    page = answer.content.decode()
    assert answer.status_code == 403 and words in page
    assert 'href="/admin/shop/news/"' in page and 'href="/admin/"' in page
    client.logout()
    assert client.get("/admin/checkout/order/").status_code == 302


@pytest.mark.parametrize(
    ("path", "wanted", "unwanted"),
    [
        ("/admin/procrastinate/procrastinatejob/", "Hintergrundaufgaben", "Procrastinate jobs"),
        ("/admin/checkout/delivery/", "Pakete", "Lieferungen"),
        ("/admin/auth/group/add/", "Darf anlegen: Paket", "Can add"),
        ("/admin/auth/group/add/", "Darf ansehen: Einlass", "| Entry |"),
        ("/admin/jsi18n/", "Alle %s ausw\\u00e4hlen", "Wo dieser Text fehlt"),
        ("/admin/auth/group/add/", "Darf Adressen für Versandetiketten ausgeben", "Can export addresses"),
    ],
)
def test_a_page_has_the_words_of_the_menu(client: Client, path: str, wanted: str, unwanted: str) -> None:
    make_shop("merchstand")
    log_in(client)
    client.cookies["locale"] = "de"
    page = client.get(path).content.decode()
    assert wanted in page
    assert unwanted not in page


def test_a_right_has_its_name_of_today_not_of_its_creation(client: Client) -> None:
    Permission.objects.filter(codename="export_paymentcode").update(name="Can export payment codes")
    make_shop("merchstand")
    log_in(client)
    client.cookies["locale"] = "de"
    page = client.get("/admin/auth/group/add/").content.decode()
    assert "Kann Guthaben-Codes exportieren" in page and "payment codes" not in page
