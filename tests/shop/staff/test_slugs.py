"""Addresses of pages that staff leave to the title: in each form that has one, in any script."""

from typing import Any

import pytest
from django import forms
from django.contrib import admin
from django.db import models
from django.test import Client

from catalogue.models import Artist, Tour
from shop.admin.base import ReadOnly
from shop.models import Shop
from tests.factories import make_artist, make_event, make_product, make_shop, make_venue
from tests.proofs import proves
from tests.staff import Fields, errors_of, fields_of, log_in, send

pytestmark = pytest.mark.django_db

SLUGGED = sorted(
    (
        kind for kind, form in admin.site._registry.items()
        if any(field.name == "slug" for field in kind._meta.fields) and not isinstance(form, ReadOnly)
    ),
    key=lambda kind: kind._meta.label,
)  # fmt: skip
KINDS = pytest.mark.parametrize("kind", SLUGGED, ids=lambda kind: kind.__name__)
TITLES = {
    "Öl & Ärger": "oel-aerger", "Київ 2026": "kiiv-2026", "東京事変": "dongjingshibian", "Ελλάδα": "ellada",
    "فيروز": "fyrwz", "ไทย": "aithy", "Łódź, noc": "lodz-noc",
}  # fmt: skip


@pytest.fixture(autouse=True)
def staff(client: Client) -> None:
    """The test's `client` is a member of staff who reads English; there is what a new thing must have."""
    client.cookies["locale"] = "en"
    log_in(client)
    make_shop("merchstand")
    make_venue()


def add_path(kind: type[models.Model]) -> str:
    return f"/admin/{kind._meta.app_label}/{kind._meta.model_name}/add/"


def filled(client: Client, kind: type[models.Model], title: str, **changes: Any) -> Fields:
    """The form for a new one: the title, and what else it must have."""
    page = client.get(add_path(kind))
    fields = fields_of(page)
    for name, field in page.context["adminform"].form.fields.items():
        if name in ("name", "name_de"):
            fields[name] = title
        elif field.required and isinstance(field, forms.ModelChoiceField):
            fields[name] = field.queryset.first().pk
        elif field.required and isinstance(field, forms.SplitDateTimeField):
            fields |= {f"{name}_0": "2027-03-01", f"{name}_1": "20:00"}
    return fields | changes


def added(client: Client, kind: type[models.Model], title: str, **changes: Any) -> str:
    """A new one's slug."""
    known = set(kind._default_manager.values_list("pk", flat=True))
    answer = client.post(add_path(kind), filled(client, kind, title, **changes))
    assert answer.status_code == 302, errors_of(answer)
    return str(kind._default_manager.exclude(pk__in=known).get().slug)  # type: ignore[attr-defined]


def test_the_walk_meets_each_form_that_the_shop_is_made_of() -> None:
    assert {"Artist", "Category", "Event", "Product", "Shop", "Tour"} <= {kind.__name__ for kind in SLUGGED}


class TestNew:
    @proves("docs/decisions/0078", "staff leave an address empty: it is made of the title, whatever its script")
    @KINDS
    def test_an_empty_slug_is_made_of_the_title(self, client: Client, kind: type[models.Model]) -> None:
        page = client.get(add_path(kind))
        assert "Empty: made of the title" in page.content.decode()
        assert not page.context["adminform"].prepopulated_fields, "the browser's own rule knows ASCII only"
        assert [added(client, kind, "東京事変") for _time in range(3)] == [
            "dongjingshibian", "dongjingshibian-2", "dongjingshibian-3",
        ]  # fmt: skip

    @proves("docs/decisions/0078", "a title without a letter makes no address: staff are asked for one at its field")
    @KINDS
    def test_a_title_that_makes_none_is_told_at_the_field(self, client: Client, kind: type[models.Model]) -> None:
        answer = client.post(add_path(kind), filled(client, kind, "🎸🔥"))
        assert list(answer.context["adminform"].form.errors) == ["slug"]
        assert "The title has no letters or digits to make it of: enter a slug." in errors_of(answer)
        assert added(client, kind, "🎸🔥", slug="guitar") == "guitar"

    @pytest.mark.parametrize("title", TITLES)
    def test_of_any_script(self, client: Client, title: str) -> None:
        assert added(client, Tour, title) == TITLES[title]

    def test_the_other_language_names_what_the_first_cannot(self, client: Client) -> None:
        assert added(client, Tour, "🎸", name_en="Guitar") == "guitar"

    def test_a_long_title_is_cut_also_with_its_number(self, client: Client) -> None:
        first, second = (added(client, Tour, "東" * 200) for _time in range(2))
        assert (len(first), len(second)) == (160, 154)
        assert second == f"{first[:152]}-2"

    def test_a_page_of_every_shop_is_no_shop(self, client: Client) -> None:
        answer = client.post(add_path(Shop), filled(client, Shop, "Checkout"))
        assert "“checkout” is a page of every shop" in errors_of(answer)

    def test_without_a_title_the_title_alone_is_missing(self, client: Client) -> None:
        answer = client.post(add_path(Artist), filled(client, Artist, " "))
        assert answer.context["adminform"].form.errors.keys() == {"name"}

    def test_what_is_typed_and_taken_is_refused(self, client: Client) -> None:
        make_artist(Shop.objects.get(), slug="nora")
        answer = client.post(add_path(Artist), filled(client, Artist, "Nora", slug="nora"))
        assert "already exists" in errors_of(answer)


def change_path(thing: models.Model) -> str:
    return f"{add_path(type(thing)).removesuffix('add/')}{thing.pk}/change/"


class TestSaved:
    @proves("docs/decisions/0078", "a saved address stays whatever becomes of the title, until staff write another")
    @KINDS
    def test_a_saved_address_stays(self, client: Client, kind: type[models.Model]) -> None:
        added(client, kind, "Noah", slug="arche")
        thing = kind._default_manager.get(slug="arche")
        for name in ("name", "name_de"):
            send(client, change_path(thing), **{name: "東京"}, slug="")
        thing.refresh_from_db()
        assert (thing.slug, str(thing)) == ("arche", "東京")  # type: ignore[attr-defined]
        assert send(client, change_path(thing), slug="neu").status_code == 302
        assert kind._default_manager.filter(pk=thing.pk, slug="neu").exists()

    @proves("docs/decisions/0078", "what is saved as new has an address of its own")
    @pytest.mark.parametrize("typed", ["abend", ""], ids=["the original's", "none"])
    def test_a_copy_has_one_of_its_own(self, client: Client, typed: str) -> None:
        for thing in (make_event(Shop.objects.get(), slug="abend"), make_product(Shop.objects.get(), slug="abend")):
            copied = type(thing).objects.exclude(pk=thing.pk)
            for _time in range(2):
                answer = send(client, change_path(thing), _saveasnew="1", name_de="Abend", slug=typed)
                assert answer.status_code == 302, errors_of(answer)
            assert set(copied.values_list("slug", flat=True)) == {"abend-2", "abend-3"}

    def test_a_copy_with_another_ones_is_refused(self, client: Client) -> None:
        event = make_event(Shop.objects.get(), slug="abend")
        make_event(Shop.objects.get(), slug="morgen")
        answer = send(client, change_path(event), _saveasnew="1", slug="morgen")
        assert "already exists" in errors_of(answer)
