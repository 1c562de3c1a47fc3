from typing import Any

import pytest

from aftersale.models import RefundOffer
from catalogue.models import Event
from shop.models import Shop
from tests.factories import make_event, make_shop

from .bought import opened


@pytest.fixture(autouse=True)
def mails_stay_here(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"


@pytest.fixture
def shop() -> Shop:
    make_shop("merchstand")
    return make_shop("nachtfalter", seller_email="hallo@nachtfalter.example")


@pytest.fixture
def event(shop: Shop) -> Event:
    return make_event(shop, price="30.00")


@pytest.fixture
def offer(event: Event) -> RefundOffer:
    return opened(event)
