"""Pictures in an S3-compatible store, against a real one."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import global_settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.http import HttpRequest, HttpResponse
from django.test import Client

from demo.delivery import place
from shop.core import outside
from shop.core.pictures import bucket
from shop.models import Image
from shop.pictures.jobs import thumbnail_url
from shop.tasks import make_thumbnails_of
from tests.factories import make_shop
from tests.peers import s3
from tests.proofs import proves

from .drawing import drawn

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def store() -> Iterator[s3.Store]:
    with s3.store() as running:
        yield running


@pytest.fixture(autouse=True)
def in_bucket(settings: object, store: s3.Store) -> None:
    kept_there = {"BACKEND": "shop.core.pictures.bucket.Bucket", "OPTIONS": store.options}
    settings.STORAGES = {**global_settings.STORAGES, "default": kept_there}  # type: ignore[attr-defined]


@proves(
    "design §2",
    "pictures lie in a folder or in an S3-compatible store, read through the shop's own addresses either way",
)
def test_a_picture_and_its_thumbnails_come_from_the_bucket() -> None:
    make_shop("merchstand")
    image = Image.objects.create(file=ContentFile(drawn(180, 240), name="shirt.jpg"), alt="Shirt")
    make_thumbnails_of(image.pk)
    image.refresh_from_db()
    files = default_storage.listdir(f"pictures/{image.key}")[1]
    assert {"original.jpg", "180.avif", "75.webp", "30.jpg"} <= set(files)
    address = thumbnail_url(image, 100)
    assert address == f"/media/pictures/{image.key}/100.jpg"
    answer = Client(SERVER_NAME="localhost").get(address)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/jpeg")
    assert b"".join(answer.streaming_content)[:2] == b"\xff\xd8"  # type: ignore[attr-defined]
    assert "immutable" in answer.headers["Cache-Control"]


@pytest.mark.parametrize("path", ["pictures/nowhere/100.jpg", "../settings.py", "%2e%2e/%2e%2e/etc/passwd"])
def test_what_is_not_there_is_not_found(path: str) -> None:
    make_shop("merchstand")
    assert Client(SERVER_NAME="localhost").get(f"/media/{path}").status_code in (400, 404)


def test_the_demos_pictures_are_uploaded_once(tmp_path: Path) -> None:
    for name in ("original.jpg", "30.jpg"):
        (tmp_path / name).write_bytes(drawn(30, 40))
    place(tmp_path, "pictures/drawn", "original.jpg")
    written = default_storage.get_modified_time("pictures/drawn/original.jpg")
    place(tmp_path, "pictures/drawn", "original.jpg")
    assert sorted(default_storage.listdir("pictures/drawn")[1]) == ["30.jpg", "original.jpg"]
    assert default_storage.get_modified_time("pictures/drawn/original.jpg") == written


def test_its_client_is_built_before_the_time_of_the_first_question_runs(
    store: s3.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    built_on = []
    create_session = bucket.Bucket._create_session

    def noting(self: bucket.Bucket) -> object:
        built_on.append(threading.current_thread())
        return create_session(self)

    monkeypatch.setattr(bucket.Bucket, "_create_session", noting)
    asked: list[Callable[[bucket.Bucket], object]] = [
        lambda fresh: fresh.exists("pictures/nowhere.jpg"),
        lambda fresh: fresh.save("pictures/first.jpg", ContentFile(b"first")),
        lambda fresh: fresh.open("pictures/first.jpg").read(),
    ]
    assert [first_of_process(store, question) for question in asked] == [False, "pictures/first.jpg", b"first"]
    assert built_on == [threading.current_thread()] * len(asked)


def first_of_process(store: s3.Store, question: Callable[[bucket.Bucket], object]) -> object:
    """What comes of it in a request."""
    fresh, found = bucket.Bucket(**store.options), list[object]()

    def respond(_request: HttpRequest) -> HttpResponse:
        found.append(question(fresh))
        return HttpResponse()

    outside.limit_waiting(respond)(HttpRequest())
    return found[0]


@contextmanager
def stopped(store: s3.Store) -> Iterator[None]:
    """It takes connections and answers none."""
    os.kill(store.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(store.pid, signal.SIGCONT)


@proves(
    "docs/decisions/0071",
    "while the store of pictures hangs, pictures are answered 503 within the time of a request, and soon at once",
)
def test_a_store_that_hangs_holds_nobody_up(store: s3.Store, monkeypatch: pytest.MonkeyPatch) -> None:
    make_shop("merchstand")
    monkeypatch.setattr(outside, "SECONDS", 1.0)
    place = default_storage.save("pictures/here/30.jpg", ContentFile(drawn(30, 40)))
    client = Client(SERVER_NAME="localhost")
    assert client.get(f"/media/{place}").status_code == 200
    try:
        with stopped(store):
            begun = time.monotonic()
            answers = [client.get(f"/media/{place}") for _time in range(9)]
            assert time.monotonic() - begun < 4.0
        assert {(one.status_code, one["Cache-Control"], one["Retry-After"]) for one in answers} == {
            (503, "no-store", "5")
        }
    finally:
        bucket.READING.reset()
    assert client.get(f"/media/{place}").status_code == 200
