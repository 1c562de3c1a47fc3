"""Whoever may only look writes nothing, and whoever may nothing sees nothing, wherever in the staff area they knock."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission, User
from django.core import mail
from django.db import connection, models
from django.http import HttpRequest, HttpResponse
from django.test import Client
from unfold.decorators import action

from shop.admin.base import BaseAdmin
from shop.models import News, NewsletterSubscription
from tests.factories import make_shop
from tests.proofs import proves
from tests.staff_addresses import (
    AREA,
    NOT_POSTED,
    OWN,
    REFUSALS,
    addresses,
    fields_of_form,
    first_of,
    posts,
    registered,
)
from tests.staff_rows import grow

pytestmark = pytest.mark.django_db
HANDFUL = 40


@pytest.fixture(autouse=True)
def rows(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path
    make_shop("merchstand")
    grow()


def member(name: str, **fields: Any) -> Client:
    client = Client(SERVER_NAME="localhost")
    client.cookies["locale"] = "en"
    client.force_login(User.objects.create_user(name, is_staff=True, **fields))
    return client


def viewer() -> Client:
    client = member("viewer")
    may_view = Permission.objects.filter(codename__startswith="view_")
    User.objects.get(username="viewer").user_permissions.set(may_view)
    return client


def everything_stored(media: Path) -> dict[str, Any]:
    """Number and contents of all tables' rows, the mails that left, the files. Sessions are their owner's."""
    tables = sorted(set(connection.introspection.table_names()) - {"django_session", "shop_staffsession"})
    each = (
        f"SELECT '{name}', count(*), md5(coalesce(string_agg(md5(t::text), '' ORDER BY t::text), '')) FROM \"{name}\" t"
        for name in tables
    )
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(each))
        found: dict[str, Any] = {name: rest for name, *rest in cursor.fetchall()}
    files = sorted(str(one) for one in media.rglob("*") if one.is_file())
    return found | {"mails": len(mail.outbox), "files": files}


def changed(before: dict[str, Any], after: dict[str, Any]) -> set[str]:
    return {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}


@proves(
    "design §6",
    "whoever may only look changes nothing and takes nothing along, whoever may nothing sees nothing, at "
    "every address, button and search of the staff area; every action names its permission",
)
@pytest.mark.whole
def test_nobody_writes_anything_who_may_only_look_or_nothing(tmp_path: Path) -> None:
    """What is stored is looked at behind each handful of addresses: nothing is lost, for none of them would take back
    what another has written, since rows that are added are not those that are deleted.
    """
    full, looks, nobody = member("full", is_superuser=True), viewer(), member("nobody")
    before, filled = everything_stored(tmp_path), 0
    found: list[tuple[str, object, str]] = []
    walked = list(addresses())
    for number, address in enumerate(walked, 1):
        fields = fields_of_form(full, address)
        filled += bool(fields)
        looks.get(AREA + address)
        forms = [] if address in NOT_POSTED else list(posts(address, fields))
        for client, form in [(client, form) for client in (looks, nobody) for form in forms]:
            answer = client.post(AREA + address, form)
            if "attachment" in answer.headers.get("Content-Disposition", ""):
                found.append((address, form.get("action"), "was handed out"))
            if client is nobody and address not in OWN and is_shown(answer):
                found.append((address, form.get("action"), "was shown"))
        if number % HANDFUL and number < len(walked):
            continue
        if names := changed(before, after := everything_stored(tmp_path)):
            found.append((", ".join(walked[max(0, number - HANDFUL) : number]), names, "changed"))
            before = after
    assert found == []
    assert filled > len(registered()), "the forms of those who may were found"


def is_shown(answer: Any) -> bool:
    leads_on = answer.status_code == 302 and answer.headers["Location"].startswith(AREA)
    return not leads_on and answer.status_code not in REFUSALS


def test_nothing_is_shown_to_whoever_may_nothing() -> None:
    """Nor to who sends a form: the walk above."""
    nobody = member("nobody")
    answers = {address: nobody.get(AREA + address) for address in set(addresses()) - OWN}
    assert [(address, answer.status_code) for address, answer in answers.items() if is_shown(answer)] == []


def test_what_everybody_of_the_staff_may_open_names_nothing_of_the_shop() -> None:
    nobody = member("nobody")
    pages = [nobody.get(AREA + address) for address in OWN - {"login/", "logout/"}]
    for model in registered():
        for extended in ("", "&extended=1"):
            pages.append(nobody.get(f"{AREA}search/?s={model._meta.verbose_name_plural}{extended}"))
    text = "".join(page.content.decode() for page in pages)
    labels = {model._meta.app_label for model in registered()}
    assert [label for label in labels if f"{AREA}{label}/" in text] == []
    numbered = [row for model in registered() if re.search(r"\d", row := str(first_of(model)))]
    assert len(numbered) > 10 and [row for row in numbered if row in text] == []


def undeclared(its_admin: Any) -> list[str]:
    """Actions of any kind that name no permission."""
    found = [(name, function) for function, name, _text in its_admin._get_base_actions()]
    for kind in ("list", "row", "detail", "submit_line"):
        found += [(one.action_name, one.method) for one in getattr(its_admin, f"_get_base_actions_{kind}")()]
    return [name for name, function in found if not getattr(function, "allowed_permissions", None)]


def test_every_action_names_the_permission_that_it_needs() -> None:
    assert {model.__name__: names for model, one in registered().items() if (names := undeclared(one))} == {}


def test_an_action_without_a_permission_is_found() -> None:
    class Careless(BaseAdmin):
        actions = ["shout"]
        actions_detail = ["whisper"]

        @admin.action(description="Shout")
        def shout(self, request: HttpRequest, queryset: models.QuerySet) -> None: ...

        @action(description="Whisper")
        def whisper(self, request: HttpRequest, object_id: str) -> HttpResponse:
            return HttpResponse()

    assert undeclared(Careless(News, admin.site)) == ["shout", "shop_news_whisper"]


@proves(
    "design §6",
    "addresses of the newsletter's readers are exported with a right of its own, ended with that to change them",
)
def test_each_right_opens_its_own_action_of_the_newsletter() -> None:
    address = f"{AREA}shop/newslettersubscription/"
    row = first_of(NewsletterSubscription)

    def press(name: str, *rights: str) -> Any:
        User.objects.filter(username="clerk").delete()
        client = member("clerk")
        clerk = User.objects.get(username="clerk")
        clerk.user_permissions.set(Permission.objects.filter(content_type__app_label="shop", codename__in=rights))
        return client.post(address, {"action": name, "_selected_action": [row.pk]}, follow=True)

    see, export, change = (f"{verb}_newslettersubscription" for verb in ("view", "export", "change"))
    assert "No action selected" in press("export", see, change).content.decode()
    assert row.email in press("export", see, export).content.decode("utf-8-sig")
    press("end", see, export)
    assert NewsletterSubscription.objects.confirmed().count() == 1
    press("end", see, change)
    assert NewsletterSubscription.objects.confirmed().count() == 0
