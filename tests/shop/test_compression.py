"""Texts leave compressed, by Brotli where a browser knows it."""

import gzip
from typing import Any

import brotli
import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client, RequestFactory

from shop.compression import CompressedText, coding_of
from tests.factories import make_shop

BROWSER = "gzip, deflate, br, zstd"


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        (BROWSER, "br"),
        ("br;q=1.0, gzip;q=0.8", "br"),
        ("gzip, br;q=0", "gzip"),
        ("br; q=0.0, gzip", "gzip"),
        ("gzip", "gzip"),
        ("brown", "plain"),
        ("", "plain"),
    ],
)
def test_the_browsers_best_coding_is_taken(accepted: str, coding: str) -> None:
    assert coding_of(RequestFactory().get("/", headers={"accept-encoding": accepted})) == coding


@pytest.mark.parametrize(("method", "path"), [("GET", settings.STAFF_PATH), ("POST", "/api/graphql")])
def test_what_may_hold_a_secret_hides_its_length(method: str, path: str) -> None:
    request = RequestFactory().generic(method, path, headers={"accept-encoding": BROWSER})
    lengths = {len(CompressedText(lambda _: HttpResponse("secret" * 99))(request).content) for _ in range(40)}
    assert coding_of(request) == "gzip" and len(lengths) > 1


@pytest.mark.django_db
def test_a_page_is_the_same_in_every_coding() -> None:
    make_shop("merchstand")

    def page(accepted: str) -> Any:
        return Client(SERVER_NAME="localhost").get("/", headers={"accept-encoding": accepted})

    plain, zipped, best = page(""), page("gzip"), page(BROWSER)
    assert not plain.has_header("Content-Encoding")
    assert (zipped.headers["Content-Encoding"], best.headers["Content-Encoding"]) == ("gzip", "br")
    assert gzip.decompress(zipped.content) == brotli.decompress(best.content) == plain.content
    assert len(best.content) < len(zipped.content) < len(plain.content)
    for one in (zipped, best):
        assert "Accept-Encoding" in one.headers["Vary"]
        assert one.headers["Content-Length"] == str(len(one.content))
        headers = {"accept-encoding": BROWSER, "if-none-match": one.headers["ETag"]}
        again = Client(SERVER_NAME="localhost").get("/", headers=headers)
        assert (again.status_code, again.content) == (304, b"")


def test_what_is_kept_for_ever_is_pressed_hardest() -> None:
    request = RequestFactory().get("/", headers={"accept-encoding": BROWSER})
    text = " ".join(str(number**3) for number in range(4000))

    def sent(control: str) -> bytes:
        answer = HttpResponse(text, content_type="text/css", headers={"Cache-Control": control})
        return CompressedText(lambda _: answer)(request).content

    kept = sent("public, max-age=31536000, immutable")
    assert brotli.decompress(kept).decode() == text and len(kept) < len(sent("private, no-cache"))


def test_pictures_and_what_is_short_stay_as_they_are() -> None:
    request = RequestFactory().get("/", headers={"accept-encoding": BROWSER})
    picture = HttpResponse(b"0" * 9000, content_type="image/avif")
    for answer in (picture, HttpResponse("short")):
        assert not CompressedText(lambda _, answer=answer: answer)(request).has_header("Content-Encoding")
