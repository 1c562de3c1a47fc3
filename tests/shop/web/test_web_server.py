"""The real web server: slow and odd clients, and what a WSGI server owes its application (docs/decisions/0020)."""

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from pytest_django import DjangoDbBlocker

from tests import servers
from tests.factories import make_shop
from tests.proofs import proves
from tests.proxy import caddy, over_tls
from tests.slow_clients import (
    UNFINISHED_BODY,
    UNFINISHED_HEAD,
    answer_of,
    connect,
    of_many,
    slow_clients,
    unread,
)
from tests.stage import on

pytestmark = pytest.mark.whole

PATIENCE = 3.0
PICTURE = bytes(range(256)) * 4096


@pytest.fixture(scope="module")
def web(
    template_database: str, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[servers.Running]:
    media = tmp_path_factory.mktemp("media")
    (media / "pictures").mkdir()
    (media / "pictures" / "one.bin").write_bytes(PICTURE)
    with servers.database(template_database) as url:
        with django_db_blocker.unblock(), on(url):
            make_shop("merchstand")
        env = {"MEDIA_ROOT": str(media), "REDIS_URL": servers.redis_url(8), "BEHIND_PROXY": "1"}
        env["ANSWER_CACHE_SECONDS"] = "300"  # many requests for one page are not what is tried here
        with servers.web_server(url, workers=1, env=env) as running:
            yield running


def assert_served(web: servers.Running) -> None:
    for path in ("/healthz", "/", "/search/hemd"):
        assert httpx.get(web.url + path, timeout=PATIENCE).status_code == 200


class TestSlowClients:
    @proves(
        "design §6",
        "heads and bodies that never end, and answers that nobody reads, hold nobody up, also behind the "
        "proxy; bodies are cut off after 10 s",
    )
    def test_unfinished_bodies_hold_nobody_up_and_are_cut_off(self, web: servers.Running) -> None:
        with slow_clients(200, web.port, UNFINISHED_BODY, of_many) as clients:
            began = time.monotonic()
            assert_served(web)
            answers = [answer_of(one) for one in clients]
        assert {one.split(b"\r\n", 1)[0] for one in answers} == {b"HTTP/1.1 408 Request Timeout"}
        assert time.monotonic() - began < 20

    @proves("design §6", "so many unfinished bodies an address, by what the proxy saw and not what the client wrote")
    def test_one_address_has_only_so_many_unfinished_bodies(self, web: servers.Running) -> None:
        with slow_clients(50, web.port, UNFINISHED_BODY):
            with slow_clients(10, web.port, UNFINISHED_BODY) as refused:
                answers = [answer_of(one) for one in refused]
            # Others are served meanwhile, and so is whoever sends all at once from that very address.
            with connect(web.port, UNFINISHED_BODY, "127.0.0.2") as other:
                assert_served(web)
                other.sendall(b" " * 998 + b"}")
                assert other.recv(12) == b"HTTP/1.1 400"
        for answer in answers:
            head, _gap, body = answer.partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 429") and b"retry-after: 5" in head
            assert json.loads(body)["errors"][0]["extensions"]["code"] == "RATE_LIMITED"

    def test_unfinished_heads_and_unread_answers_hold_nobody_up(self, web: servers.Running) -> None:
        with (
            slow_clients(200, web.port, UNFINISHED_HEAD, of_many) as heads,
            slow_clients(200, web.port, unread("/media/pictures/one.bin"), of_many),
            slow_clients(200, web.port, unread("/"), of_many),
        ):
            assert_served(web)
            began = time.monotonic()
            assert all(not answer_of(one).startswith(b"HTTP/1.1 2") for one in heads)
            assert time.monotonic() - began < 20
            assert_served(web)


@pytest.fixture(scope="module")
def proxy(web: servers.Running) -> Iterator[int]:
    with caddy(web.port) as port:
        yield port


class TestBehindTheProxy:
    def test_slow_clients_hold_nobody_up(self, proxy: int) -> None:
        kinds = (UNFINISHED_HEAD, UNFINISHED_BODY, unread("/media/pictures/one.bin"), unread("/"))
        with ExitStack() as stack, httpx.Client(base_url=f"https://localhost:{proxy}", verify=False) as shopper:
            for kind in kinds:
                stack.enter_context(slow_clients(30, proxy, kind, of_many, over_tls))
            for path in ("/", "/search/hemd"):
                assert shopper.get(path, timeout=PATIENCE).status_code == 200

    def test_its_own_addresses_are_nobody_elses(self, proxy: int) -> None:
        for path in ("/healthz", "/domain-check?domain=localhost"):
            assert httpx.get(f"https://localhost:{proxy}{path}", verify=False).status_code == 404


class TestBodies:
    @proves(
        "design §6",
        "bodies are limited in size, staff's to a larger one; incomplete ones and those without a length "
        "reach no view; large ones are few and must keep coming",
    )
    @pytest.mark.parametrize("path", ["/api/v2/shops/merchstand/newsletter", "/api/graphql", "/newsletter"])
    def test_larger_than_anything_that_shoppers_send(self, web: servers.Running, path: str) -> None:
        answer = httpx.post(web.url + path, content=b" " * 66_000, headers={"Content-Type": "application/json"})
        assert answer.status_code == 413
        assert "64 KiB" in answer.text

    def test_staff_send_larger_ones(self, web: servers.Running) -> None:
        file = {"file": b" " * 2_000_000}
        answer = httpx.post(f"{web.url}/admin/shop/shop/add/", files=file)
        assert answer.status_code == 403  # looked at, and without a token
        assert httpx.post(f"{web.url}/admin/login/", files=file).status_code == 413

    def test_a_body_that_ends_early_reaches_no_view(self, web: servers.Running) -> None:
        with connect(web.port, UNFINISHED_BODY.replace(b"\r\n{", b"\r\n{}")) as client:
            client.shutdown(1)
            assert b"200" not in answer_of(client)[:20]

    def test_without_a_length_nobody_knows_whether_it_is_whole(self, web: servers.Running) -> None:
        sent = iter([b'{"email": "a', b'@b.org", "accepts_terms": false}'])
        address = f"{web.url}/api/v2/shops/merchstand/newsletter"
        answer = httpx.post(address, content=sent, headers={"Content-Type": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (411, "LENGTH_REQUIRED")

    def test_whoever_says_much_and_sends_little_has_no_longer(self, web: servers.Running) -> None:
        head = b"POST /admin/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99000000\r\n\r\n"
        began = time.monotonic()
        with slow_clients(4, web.port, head + b"a" * 1000) as few, connect(web.port, head + b"a") as fifth:
            assert answer_of(fifth).startswith(b"HTTP/1.1 429")
            assert_served(web)
            assert all(answer_of(one).startswith(b"HTTP/1.1 408") for one in few)
        assert time.monotonic() - began < 20

    @pytest.mark.parametrize("kind", ["text/plain; charset*=utf-8''a%00", "multipart/form-data; boundary*=x''%41"])
    def test_kinds_in_charsets_of_their_own(self, web: servers.Running, kind: str) -> None:
        assert httpx.get(web.url, headers={"Content-Type": kind}).status_code == 200
        answer = httpx.post(f"{web.url}/api/graphql", content=b"{}", headers={"Content-Type": kind})
        assert answer.status_code == 415


class TestAnswers:
    @proves("design §5", "files whole and in part, heads, unchanged pages")
    def test_files_whole_in_part_and_their_heads(self, web: servers.Running) -> None:
        address = f"{web.url}/media/pictures/one.bin"
        whole, head = httpx.get(address), httpx.head(address)
        assert whole.content == PICTURE
        assert whole.headers["Content-Length"] == head.headers["Content-Length"] == str(len(PICTURE))
        assert head.content == b""
        since = {"If-Modified-Since": whole.headers["Last-Modified"]}
        assert httpx.get(address, headers=since).status_code == 304
        built = next(Path("frontend/dist/assets").glob("*.js"))
        asset = f"{web.url}/static/assets/{built.name}"
        assert httpx.get(asset, headers={"Accept-Encoding": "identity"}).content == built.read_bytes()
        part = httpx.get(asset, headers={"Accept-Encoding": "identity", "Range": "bytes=10-19"})
        assert (part.status_code, part.content) == (206, built.read_bytes()[10:20])

    def test_a_page_its_head_and_what_has_not_changed(self, web: servers.Running) -> None:
        page, head = httpx.get(web.url), httpx.head(web.url)
        assert "merchstand" in page.text and head.content == b""
        assert httpx.get(web.url, headers={"If-None-Match": page.headers["ETag"]}).status_code == 304
        assert httpx.get(f"{web.url}/search/%C3%A4%20b?x=%C3%A4").status_code == 200

    @proves("design §2", "health is told without a thread, to nobody outside")
    def test_health_needs_no_thread(self, web: servers.Running) -> None:
        assert httpx.get(f"{web.url}/healthz").text == "ok"


def test_a_header_with_an_underscore_stands_for_no_other(web: servers.Running) -> None:
    """What a proxy writes as X-Forwarded-For nobody else may write as X_Forwarded_For."""
    head = UNFINISHED_BODY.replace(b"\r\nHost", b"\r\nX-Forwarded-For: 203.0.113.9\r\nHost")
    spoofed = head.replace(b"\r\nHost", b"\r\nX_Forwarded_For: 203.0.113.7\r\nHost")
    with slow_clients(50, web.port, head), connect(web.port, spoofed) as client:
        assert answer_of(client).startswith(b"HTTP/1.1 429")
