"""What tests of pages after the sale share."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browsers import chromium


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Of one file: while it is open, nothing else here could run an event loop of its own."""
    with chromium() as browser:
        yield browser
