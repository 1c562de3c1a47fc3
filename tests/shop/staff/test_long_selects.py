"""Lists of hundreds of countries and time zones, which staff's forms write in one go."""

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.http import HttpRequest
from unfold.widgets import UnfoldAdminSelectWidget

from catalogue.models import Venue
from shop.admin.fields import LongSelect

CHOICES = [("", "–"), ("de", "Germany"), ("ci", "Côte d'Ivoire"), ("x", "<b>A & B</b>")]


@pytest.mark.parametrize("value", ["", None, "de", "x", "elsewhere"])
def test_it_reads_as_any_select_does(value: str | None) -> None:
    ours, plain = (
        kind(choices=CHOICES).render("c", value, {"id": "c"}) for kind in (LongSelect, UnfoldAdminSelectWidget)
    )
    assert "".join(ours.split()) == "".join(plain.split())
    assert ours.count(" selected") == (value != "elsewhere")


@pytest.mark.parametrize("column", ["country_code", "time_zone"])
def test_countries_and_zones_are_chosen_from_one(column: str) -> None:
    request = HttpRequest()
    request.user = User(is_superuser=True)
    form = admin.site._registry[Venue].get_form(request, change=True, fields=[column])
    assert isinstance(form.base_fields[column].widget, LongSelect)
