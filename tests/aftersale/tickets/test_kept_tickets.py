"""The service worker that shows an order's kept tickets without a network (frontend/plain/kept-tickets.ts)."""

import re

import pytest
from django.test import Client

from tests.factories import make_shop


@pytest.mark.django_db
@pytest.mark.parametrize("base", ["", "/nachtfalter"])
def test_the_worker_is_a_script_beside_the_orders_pages_and_checked_at_each_visit(base: str) -> None:
    make_shop("merchstand")
    make_shop("nachtfalter")
    answer = Client(SERVER_NAME="localhost").get(f"{base}/checkout/kept-tickets.js")
    assert answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/javascript")
    assert answer.headers["Cache-Control"] == "no-cache"
    # It may ask the shop for the page.
    assert "connect-src 'self'" in answer.headers["Content-Security-Policy"]
    script = answer.content.decode()
    assert "skipWaiting" in script and not re.search(r"\b(import|export)\b", script), "no module: it is one file"
