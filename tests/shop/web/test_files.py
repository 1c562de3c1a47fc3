"""What a page brings along is answered without the database (design §5)."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings as project
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from shop.answer_cache import store
from shop.directory import shops as directories
from shop.models import Shop, ShopDesign
from shop.theme.assets import sheet_hash
from tests.factories import make_shop
from tests.proofs import proves
from tests.shop.answer_cache.kept import kept, valkey

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def keeping(settings: Settings, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    settings.ANSWER_CACHE_SECONDS, settings.MEDIA_ROOT = 300, tmp_path
    monkeypatch.setattr(directories, "MAX_AGE", 60.0)
    (tmp_path / "pictures" / "plain").mkdir(parents=True)
    (tmp_path / "pictures" / "plain" / "500.jpg").write_bytes(b"picture")
    store.answer_store.cache_clear()
    valkey().flushdb()
    yield
    valkey().flushdb()
    store.answer_store.cache_clear()


@pytest.fixture
def shop() -> Shop:
    make_shop("merchstand")
    shop = make_shop("nachtfalter", domain="nachtfalter.example")
    ShopDesign.objects.create(shop=shop, accent="#123456")
    directories.directory.refresh(at_once=True)
    return shop


@proves(
    "design §5",
    "pictures and the theme's style sheet take no statement; only a current theme is kept, and no other host has files",
)
@pytest.mark.parametrize("host", [project.MAIN_HOSTS[0], "nachtfalter.example"])
def test_pictures_and_themes_take_no_statement(shop: Shop, host: str) -> None:
    client = Client(HTTP_HOST=host)
    theme = f"/theme/nachtfalter.{sheet_hash(shop.design)}.css"
    addresses = ("/media/pictures/plain/500.jpg", theme)
    for address in addresses:
        assert client.get(address).status_code == 200
    with CaptureQueriesContext(connection) as queries:
        answers = [client.get(address) for address in addresses]
    assert [one["sql"] for one in queries] == []
    assert [one["Cache-Control"] for one in answers] == ["public, max-age=31536000, immutable"] * 2
    assert b"--shop-accent" in answers[1].content


def test_only_the_current_theme_is_kept(shop: Shop) -> None:
    client = Client(HTTP_HOST="localhost")
    for number in range(20):
        assert client.get(f"/theme/nachtfalter.{number:010x}.css").status_code == 200
        client.get(f"/theme/nachtfalter.{sheet_hash(shop.design)}.css?after={number}")
    assert kept() == set()


def test_another_host_has_no_files(shop: Shop) -> None:
    client = Client(HTTP_HOST="elsewhere.example")
    assert client.get("/media/pictures/plain/500.jpg").status_code == 404
    assert client.get(f"/theme/nachtfalter.{sheet_hash(shop.design)}.css").status_code == 404


@pytest.mark.parametrize(
    "path", ["pictures%5Cplain%5C500.jpg", "x%5C../pictures/plain/500.jpg", "pictures//plain/500.jpg"]
)
def test_what_a_store_would_read_otherwise_is_not_looked_up(shop: Shop, path: str) -> None:
    """A gated shop's pictures are told by their folder, which `\\` would hide from us and not from a bucket."""
    assert Client().get(f"/media/{path}").status_code == 404
