"""Every list of the staff area needs as many queries for 4 rows as for 2, and its forms open."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from catalogue.queries import gated_pictures
from shop.admin.audit import KindFilter
from shop.models import Shop
from tests.factories import make_shop
from tests.sampling import how_to_repeat, sampled
from tests.staff import log_in
from tests.staff_rows import grow

pytestmark = pytest.mark.django_db
# Whose choices differ by a value alone: filters that Django makes of a field, and that of the kinds of what is noted.
OF_VALUES = ("django.contrib.admin.filters", KindFilter.__module__)


@pytest.fixture(autouse=True)
def prepared(settings: object, tmp_path: Path, client: Client, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    settings.MEDIA_ROOT = tmp_path  # type: ignore[attr-defined]
    # Which pictures are gated is known to each process; when it reads that again is not a list's doing.
    monkeypatch.setattr(gated_pictures, "KEPT_SECONDS", 3600)
    gated_pictures.gated_pictures()
    make_shop("merchstand")
    log_in(client)
    with translation.override("de"):
        yield


def lists() -> dict[str, str]:
    return {
        model._meta.label_lower: reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        for model in admin.site._registry
    }


def queries_of(client: Client, path: str) -> list[str]:
    with CaptureQueriesContext(
        connection,
    ) as seen:
        answer = client.get(path)
        assert answer.status_code == 200, path
    return [query["sql"] for query in seen.captured_queries]


def test_no_list_asks_more_for_more_rows(client: Client) -> None:
    for _row in range(2):
        grow()
    before = {name: queries_of(client, path) for name, path in lists().items()}
    for _row in range(2):
        grow()
    for name, path in lists().items():
        after = queries_of(client, path)
        assert len(after) == len(before[name]), (name, "\n".join(sorted(set(after) - set(before[name]))))
        assert len(after) <= 16, (name, "\n".join(after))


@pytest.mark.parametrize("language", ["de", pytest.param("en", marks=pytest.mark.whole)])
def test_every_form_opens_with_and_without_a_row(client: Client, language: str) -> None:
    grow()
    client.cookies["locale"] = language
    request = client.get("/admin/").wsgi_request
    for model, its_admin in admin.site._registry.items():
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        row = model._default_manager.first()
        assert row is not None, model
        assert client.get(reverse(f"{name}_change", args=[row.pk])).status_code == 200, model
        assert client.get(reverse(f"{name}_history", args=[row.pk])).status_code == 200, model
        if its_admin.has_add_permission(request):
            assert client.get(reverse(f"{name}_add")).status_code == 200, model


def choices_of(one: admin.ListFilter, changelist: ChangeList) -> list[Any]:
    """Of values the first three: all rows, and two values."""
    choices = list(one.choices(changelist))
    return choices[:3] if type(one).__module__ in OF_VALUES else choices


def test_every_search_and_filter_answers(client: Client) -> None:
    grow()
    for model, its_admin in admin.site._registry.items():
        path = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        if its_admin.search_fields:
            assert client.get(path, {"q": "falk"}).status_code == 200, model
        page = client.get(path)
        for one in page.context["cl"].filter_specs:
            choices = choices_of(one, page.context["cl"])
            asked = [
                choice["query_string"] for choice in choices if isinstance(choice, dict) and "query_string" in choice
            ]
            for query in sampled(asked, "filter", path, str(one.title)):
                assert client.get(path + query).status_code == 200, (model, query, how_to_repeat())


def test_the_start_page_asks_little(client: Client) -> None:
    for _row in range(4):
        grow()
    assert len(queries_of(client, "/admin/")) <= 24
    assert Shop.objects.count() == 5
