"""A picture that is drawn while its page is looked at, with the real web server and worker."""

import re
import time
from pathlib import Path

import httpx

from catalogue.models import ProductPicture
from tests import servers
from tests.factories import make_product, make_shop, make_undrawn
from tests.proofs import proves
from tests.stage import on

PATIENCE = 60.0


def shown(page: str) -> tuple[str, str]:
    """Size and address of the product's picture, as the page carries them."""
    found = re.search(r'("width":\d+,"height":\d+).*?"thumbnailAt500":"([^"]+)"', page)
    assert found is not None, page
    return found[1], found[2]


@proves("design §5", "the next view of a page has the picture, a kept page too, and nothing moves for it")
def test_a_kept_page_shows_the_colour_until_the_picture_is_there(fresh_database: str, tmp_path: Path) -> None:
    env = {"ANSWER_CACHE_SECONDS": "300", "MEDIA_ROOT": str(tmp_path)}
    with on(fresh_database):
        picture = make_undrawn("favicon", "H", "#ff5a1f", "#1a1613", width=192, height=192, colour="#aa3b0f")
        ProductPicture.objects.create(product=make_product(make_shop("merchstand"), slug="hemd"), image=picture)
    with servers.web_server(fresh_database, env=env) as web, httpx.Client(base_url=web.url) as browser:
        for _ in range(3):  # the second and the third are kept ones
            size, address = shown(browser.get("/products/hemd").text)
            assert address.startswith("data:image/svg+xml,") and "%23aa3b0f" in address
        with servers.worker(fresh_database, env=env):
            deadline = time.monotonic() + PATIENCE
            while (now := shown(browser.get("/products/hemd").text))[1] == address:
                assert time.monotonic() < deadline
                time.sleep(0.2)
        assert now[0] == size == '"width":192,"height":192'
        assert browser.get(now[1]).headers["Content-Type"] == "image/jpeg"
