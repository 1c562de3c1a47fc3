from pathlib import Path

import pytest
from django.test import Client

from tests.factories import make_shop
from tests.staff import log_in


@pytest.fixture
def staff_in_english(settings: object, tmp_path: Path, client: Client) -> None:
    """The test's `client` is a member of staff who reads English; the main shop is there, pictures go to a folder."""
    settings.MEDIA_ROOT = tmp_path  # type: ignore[attr-defined]
    make_shop("merchstand")
    client.cookies["locale"] = "en"
    log_in(client)
