"""What tests of what follows a sale share."""

from typing import Any

import pytest

from shop.models import Shop
from tests.factories import make_shop


@pytest.fixture(autouse=True)
def mails_stay_here(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"


@pytest.fixture
def shop() -> Shop:
    make_shop("merchstand")
    return make_shop("nachtfalter", seller_email="hallo@nachtfalter.example")
