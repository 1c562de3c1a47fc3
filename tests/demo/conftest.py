"""The demo without its pictures."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from demo.seed import seed


@pytest.fixture(scope="module")
def seeded(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """In a transaction around all tests of a module."""
    with django_db_blocker.unblock(), transaction.atomic():
        seed(timezone.localdate(), pictures="none", quiet=True)
        yield
        transaction.set_rollback(True)
