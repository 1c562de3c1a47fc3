"""An evening of which everything is known that stands on a ticket."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import translation

from checkout.models import Placement
from tests.checkout.invoicing import bought
from tests.factories import first_variant, make_event, make_shop, make_venue

BERLIN = ZoneInfo("Europe/Berlin")


def evening(language: str = "de", amount: int = 2, **fields: Any) -> Placement:
    shop = make_shop(
        "nachtfalter", name="Nachtfalter", seller_name="Nachtfalter GbR", seller_address="Weg 1\n10999 Berlin"
    )
    given: dict[str, Any] = {
        "name": "Nachtflug", "descriptive_name": "Nachtfalter – Nachtflug-Tour 2027", "price": "34.50", "vat_rate": 7,
        "happening_from": datetime(2027, 4, 9, 20, 0, tzinfo=BERLIN),
        "door_time": datetime(2027, 4, 9, 19, 0, tzinfo=BERLIN), "local_organizer": "Hafenklang Konzerte",
        "owning_company": "Hafenklang Konzerte UG", "owning_address": "Große Elbstraße 84", "owning_city": "Hamburg",
        "owning_post_code": "22767",
        "venue": make_venue(name="Knust", address="Neuer Kamp 30", post_code="20357", city="Hamburg"),
    }  # fmt: skip
    with translation.override(language):
        return bought((first_variant(make_event(shop, **(given | fields))), amount))
