"""What tests of the staff's log-in share."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache

from shop.core.http import password_limits
from shop.core.http.password_limits import HashingLimit


@pytest.fixture
def many_log_ins(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Passwords are compared at once, as often as a test likes: enough for all but those about the limits."""
    settings.PASSWORD_HASHERS = ["tests.hashers.CountingHasher"]
    monkeypatch.setattr(password_limits, "STRANGERS", HashingLimit(1000, seconds=30))
    monkeypatch.setattr(password_limits, "KNOWN", HashingLimit(1000, seconds=30))
    cache.clear()
    yield
    cache.clear()
