"""What tests of the checkout share."""

from typing import Any

import pytest


@pytest.fixture
def open_wire(settings: Any) -> None:
    """Any question is answered, and mails stay here."""
    settings.GRAPHQL_SAFELIST_ONLY = False
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
