from typing import Any

import pytest

from catalogue.models import Event
from shop.models import Shop
from tests.factories import make_event, make_shop

from .asked import open_service


@pytest.fixture(autouse=True)
def mails_stay_here(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"


@pytest.fixture
def shop() -> Shop:
    make_shop("merchstand", is_band=False)
    return make_shop("nachtfalter", is_band=True)


@pytest.fixture
def event(shop: Shop) -> Event:
    """Its forms are open."""
    found = make_event(shop, price="30.00")
    open_service(found)
    return found
