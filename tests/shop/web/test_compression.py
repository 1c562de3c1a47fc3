"""Texts leave compressed, by Brotli where a browser knows it."""

import gzip
import re
from pathlib import Path
from typing import Any

import brotli
import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client, RequestFactory
from whitenoise.middleware import WhiteNoiseMiddleware

from shop.core.http.compression import AcceptedCodings, CompressedText, coding_of
from tests.factories import make_shop
from tests.proofs import proves

BROWSER = "gzip, deflate, br, zstd"
NOW = re.compile(rb'"now": ?"[^"]+"')


@proves("RFC 9110, 12.5.3", "a coding that Accept-Encoding refuses is not sent, by `q=0` or `*`, of pages and files")
@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        (BROWSER, "br"),
        ("br;q=1.0, gzip;q=0.8", "br"),
        ("gzip, br;q=0", "gzip"),
        ("br; q=0.0, gzip", "gzip"),
        ("gzip", "gzip"),
        ("brown", "plain"),
        ("gzip;q=0", "plain"),
        ("gzip; Q=0.000, br;q=0.001", "br"),
        ("*", "br"),
        ("*;q=0", "plain"),
        ("br;q=0, *;q=0.5", "gzip"),
        ("*;q=0, gzip;q=1", "gzip"),
        ("gzip;q=0.5, identity;q=0", "gzip"),
        ("identity;q=0, *;q=0", "plain"),
        ("GZIP", "gzip"),
        ("x-gzip, gzip-and-more", "plain"),
        ("gzip;q=many, br;q", "plain"),
        (", ,gzip,", "gzip"),
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
@pytest.mark.parametrize("path", ["/", "/admin/login/", "/robots.txt", "/static/staff/staff.css"])
@pytest.mark.parametrize("accepted", ["gzip;q=0", "br;q=0, gzip;q=0", "*;q=0", "gzip;q=0.0, identity", "*;q=0, br;q=0"])
def test_a_coding_that_is_refused_is_not_sent(accepted: str, path: str) -> None:
    make_shop("merchstand")
    answer = Client(SERVER_NAME="localhost").get(path, headers={"accept-encoding": accepted})
    assert answer.status_code == 200
    assert not answer.has_header("Content-Encoding"), answer.headers["Content-Encoding"]


def test_a_file_that_lies_there_in_every_coding_comes_in_one_that_is_taken(tmp_path: Path, settings: Any) -> None:
    text = "body { color: black }" * 99
    (tmp_path / "sheet.css").write_text(text)
    (tmp_path / "sheet.css.gz").write_bytes(gzip.compress(text.encode()))
    (tmp_path / "sheet.css.br").write_bytes(brotli.compress(text.encode()))
    settings.STATICFILES_DIRS = [tmp_path]
    files = WhiteNoiseMiddleware(lambda _request: HttpResponse(status=404))
    files.files.clear()
    files.add_files(str(tmp_path), prefix="/static/")
    middleware = AcceptedCodings(files)
    expected = {"gzip;q=0": "", "br;q=0, gzip;q=0": "", "*;q=0": "", "br;q=0, gzip": "gzip", "gzip": "gzip", "*": "br"}
    for accepted, coding in expected.items():
        answer = middleware(RequestFactory().get("/static/sheet.css", headers={"accept-encoding": accepted}))
        assert answer.headers.get("Content-Encoding", "") == coding, accepted


@proves("design §5", "texts are compressed, by Brotli where a browser knows it; pictures left alone")
@pytest.mark.django_db
def test_a_page_is_the_same_in_every_coding() -> None:
    make_shop("merchstand")

    def page(accepted: str) -> Any:
        return Client(SERVER_NAME="localhost").get("/", headers={"accept-encoding": accepted})

    plain, zipped, best = page(""), page("gzip"), page(BROWSER)
    assert not plain.has_header("Content-Encoding")
    assert (zipped.headers["Content-Encoding"], best.headers["Content-Encoding"]) == ("gzip", "br")
    # But for the second in which it was written.
    said = {
        NOW.sub(b"", one) for one in (gzip.decompress(zipped.content), brotli.decompress(best.content), plain.content)
    }
    assert len(said) == 1
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
