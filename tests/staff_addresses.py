"""Every address of the staff area, and what its forms would send."""

import re
from collections.abc import Callable, Iterator
from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import quote
from django.contrib.contenttypes.models import ContentType
from django.db import models
from django.test import Client
from django.urls import URLPattern, URLResolver

from tests.staff import Fields, Reader

AREA = "/admin/"
# What everybody of the staff has of their own: it shows nothing of the shop and is written to by nobody else's rights.
OWN = {
    "", "search/", "language/", "login/", "login/code/", "login/set-up/", "logout/", "password_change/",
    "password_change/done/", "account/", "account/second-factor/", "account/second-factor/remove/",
    "account/recovery-codes/", "account/sessions/end/", "jsi18n/",
}  # fmt: skip
# They end or change the session of whoever walks.
NOT_POSTED = {"login/", "logout/", "password_change/"}
# 405: it takes no POST.
REFUSALS = {403, 404, 405}


def registered() -> dict[type[models.Model], Any]:
    return dict(admin.site._registry)


def route_of(model: type[models.Model]) -> str:
    return f"{model._meta.app_label}/{model._meta.model_name}/"


def first_of(model: type[models.Model]) -> Any:
    row = model._default_manager.order_by("pk").first()
    assert row is not None, f"tests/staff_rows.py makes no {model.__name__}"
    return row


def addresses(row_of: Callable[[type[models.Model]], Any] = first_of) -> Iterator[str]:
    """Every address below the staff area, led to a row where it wants one."""
    of_model = {route_of(model): model for model in registered()}
    for pattern in admin.site.get_urls():
        route = str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            key = quote(row_of(of_model[route]).pk)
            for one in pattern.url_patterns:
                assert isinstance(one, URLPattern)
                yield route + re.sub(r"<[^<>]+>", str(key), str(one.pattern))
        elif pattern.name == "view_on_site":
            for model in registered():
                yield f"r/{ContentType.objects.get_for_model(model).pk}/{quote(row_of(model).pk)}/"
        elif pattern.name == "app_list":
            yield from (f"{label}/" for label in {model._meta.app_label for model in registered()})
        elif pattern.name == "autocomplete":
            yield from choices()
        elif pattern.name:
            assert "<" not in route, "say what this address is to be filled with"
            yield route


def choices() -> Iterator[str]:
    """Where forms look for rows to choose from."""
    for one in registered().values():
        inlines = [made(one.model, admin.site) for made in one.inlines]
        for its_admin in (one, *inlines):
            names = its_admin.model._meta
            for field in its_admin.autocomplete_fields:
                asked = f"app_label={names.app_label}&model_name={names.model_name}&field_name={field}"
                yield f"autocomplete/?{asked}"


def fields_of_form(client: Client, address: str) -> Fields:
    """What the page would send for somebody who may everything; empty where it has no form or an empty one."""
    model = next((one for one in registered() if address.startswith(route_of(one))), None)
    editable = model is not None and address == route_of(model) and registered()[model].list_editable
    standard = address.endswith(("/add/", "/history/", "/delete/")) or (model and address == route_of(model))
    reader = Reader()
    if model and (editable or not standard):
        page = client.get(AREA + address)
        if page.status_code == 200 and page.headers["Content-Type"].startswith("text/html"):
            reader.feed(page.content.decode())
    return {name: value for name, value in reader.fields.items() if "__prefix__" not in name}


def posts(address: str, fields: Fields) -> Iterator[Fields]:
    """What the page's forms would send, with each of its buttons."""
    sent = fields | {"post": "yes"}
    yield sent | {"_save": "Save"}
    for model, its_admin in registered().items():
        route = route_of(model)
        if address == route:
            chosen = {"_selected_action": [str(first_of(model).pk)], "index": "0"}
            yield from (sent | chosen | {"action": name} for _function, name, _text in its_admin._get_base_actions())
        elif address.startswith(route) and address.endswith("/change/"):
            for one in its_admin._get_base_actions_submit_line():
                yield sent | {one.action_name: "1"}
