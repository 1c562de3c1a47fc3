"""Cancelling tickets and changing the name on them: no event opens the forms, and the pages say so (purchase §2)."""

import pytest
from django.test import Client

from tests.factories import make_shop

pytestmark = pytest.mark.django_db
SAID = {
    "de": ("Die Frist für dieses Formular ist abgelaufen.", "montags bis freitags von 10 bis 18 Uhr"),
    "en": ("The deadline for this form has passed.", "Monday to Friday, 10 am to 6 pm"),
}


@pytest.fixture(autouse=True)
def shops() -> None:
    make_shop("merchstand", is_band=False)
    make_shop("nachtfalter", is_band=True)


def client(language: str) -> Client:
    found = Client(SERVER_NAME="localhost")
    found.cookies["locale"] = language
    return found


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize(
    "page", ["/ticketservice/change", "/nachtfalter/ticketservice/change", "/nachtfalter/ticketservice/cancel"]
)
def test_the_deadline_has_passed_and_help_is_named(page: str, language: str) -> None:
    answer = client(language).get(page)
    body = answer.content.decode()
    assert answer.status_code == 200 and all(text in body for text in SAID[language])
    base = "/nachtfalter" if "nachtfalter" in page else ""
    assert f'href="{base}/faq"' in body and f'href="{base}/contact"' in body
    assert client(language).post(page).status_code == 405


def test_cancelling_exists_below_a_band_only() -> None:
    """As any address that is none, it leads home."""
    answer, none = (client("de").get(page) for page in ("/ticketservice/cancel", "/ticketservice/nonsense"))
    assert answer.status_code == none.status_code != 200
