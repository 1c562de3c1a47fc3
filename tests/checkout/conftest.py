"""What tests of the checkout share."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache


@pytest.fixture
def open_wire(settings: Any) -> Iterator[None]:
    """Any question is answered, mails stay here, and no attempt has been counted."""
    settings.GRAPHQL_SAFELIST_ONLY = False
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    cache.clear()
    yield
    cache.clear()
