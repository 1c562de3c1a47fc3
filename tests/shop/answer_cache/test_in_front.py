"""What is kept is answered in front of Django as Django would answer it, to the byte."""

from collections.abc import Iterator, Mapping
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from catalogue.models import Product
from shop.answer_cache import in_front, store
from shop.answer_cache.in_front import CacheFastPath
from shop.answer_cache.store import AROUND_AN_ANSWER, AnswerMemory, CachedAnswer
from shop.directory import shops as directories
from shop.models import AccessCode, CatalogueChange, Shop
from tests.factories import make_category, make_product, make_shop
from tests.proofs import proves

from .kept import PAGE, SUGGESTIONS, answers_kept, document

pytestmark = pytest.mark.django_db
PRODUCT = document("PRODUCT", {"slug": "hemd"})


class Headers(dict[str, str]):
    """As granian has them."""


class Protocol:
    """Keeps what was answered."""

    answer: tuple[int, dict[str, str], bytes] | None = None

    def response_bytes(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        assert len({name.lower() for name, _value in headers}) == len(headers)
        self.answer = status, dict(headers), body


@pytest.fixture
def keeping(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Iterator[None]:
    """Answers are kept, and versions are looked at when the test does."""
    monkeypatch.setattr(directories, "MAX_AGE", 60.0)
    monkeypatch.setattr(in_front, "SECONDS", 3600.0)
    with answers_kept(settings):
        yield


@pytest.fixture
def shop(keeping: None) -> Shop:
    make_shop("merchstand")
    shop = make_shop("nachtfalter")
    make_product(shop, slug="hemd", name="Hemd", category=make_category(shop, slug="hemden", name="Hemden"))
    CatalogueChange.objects.all().delete()
    look()
    return shop


def look() -> None:
    directories.directory.refresh(at_once=True)


def front(address: str, headers: Mapping[str, str], method: str = "GET") -> tuple[int, dict[str, str], bytes] | None:
    path, _, query = address.partition("?")
    asked = Headers({"host": "localhost"} | {name.lower(): value for name, value in headers.items()})
    scope: Any = SimpleNamespace(
        method=method, path=path, query_string=query, headers=asked, scheme="http", http_version="1.1",
        server="127.0.0.1:8000", client="127.0.0.1:1",
    )  # fmt: skip
    protocol = Protocol()
    assert CacheFastPath()(scope, protocol) is (protocol.answer is not None)
    return protocol.answer


def django(address: str, headers: Mapping[str, str], method: str = "GET") -> tuple[int, dict[str, str], bytes]:
    answer = Client(HTTP_HOST="localhost").generic(method, address, headers=dict(headers))
    assert not answer.cookies
    return answer.status_code, dict(answer.items()), b"" if method == "HEAD" else answer.content


ASKED: list[dict[str, str]] = [
    {},
    {"accept-encoding": "gzip"},
    {"accept-encoding": "gzip, deflate, br, zstd"},
    {"accept-encoding": "br;q=0, gzip;q=0.5"},
    {"accept-language": "en-GB,en;q=0.9"},
    {"cookie": "locale=en; a=b", "accept-language": "de"},
    {"x-forwarded-proto": "https"},
    {"if-match": '"x"'},
    {"range": "bytes=0-1"},
]


@proves(
    "design §5",
    "what is kept is answered in front of Django from the process's memory, with the same bytes: every language, "
    "coding, condition and method",
)
@pytest.mark.parametrize("address", [PAGE, "/nachtfalter/", PRODUCT, SUGGESTIONS, f"{PAGE}?lang=en&utm_source=x"])
def test_the_same_as_django_says(shop: Shop, settings: Settings, address: str) -> None:
    settings.BEHIND_PROXY, settings.SECURE_PROXY_SSL_HEADER = True, ("HTTP_X_FORWARDED_PROTO", "https")
    settings.HSTS_SECONDS = 1000
    for headers in ASKED:
        django(address, headers)
        same = django(address, headers)
        assert front(address, headers) == same
        status, _headers, _body = front(address, headers, "HEAD") or (0, {}, b"")
        assert (status, django(address, headers, "HEAD")[1]) == (200, same[1])
        etag = same[1]["ETag"]
        for known in (etag, f'"other", {etag}', "*", '"other"'):
            asked = {**headers, "if-none-match": known}
            told = django(address, asked)
            assert front(address, asked) == (told if told[0] in (200, 304) else None), known
    assert django(address, {"if-none-match": django(address, {})[1]["ETag"]})[0] == 304


def test_what_this_process_has_not_is_left_to_a_thread_and_is_there_the_next_time(shop: Shop) -> None:
    assert front(PAGE, {}) is None
    first = django(PAGE, {})
    assert front(PAGE, {}) == first
    store.answer_store.cache_clear()  # another process
    assert front(PAGE, {}) is None
    assert django(PAGE, {}) == first and front(PAGE, {}) == first


@proves("design §5", "a change ends what a process has in memory, once it knows of the shop's new version")
def test_a_change_ends_what_is_in_memory(shop: Shop) -> None:
    old = django(PAGE, {})
    Product.objects.filter(slug="hemd").update(name="Bluse", name_de="Bluse")
    assert front(PAGE, {}) == old
    look()
    assert front(PAGE, {}) is None
    assert b"Bluse" in django(PAGE, {})[2] and b"Bluse" in (front(PAGE, {}) or (0, {}, b""))[2]


def test_an_answer_ends_with_its_time_and_with_versions_that_nobody_looked_at(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    django(PAGE, {})
    monkeypatch.setattr(directories.directory, "clock_ahead", 400.0)
    assert front(PAGE, {}) is None
    monkeypatch.setattr(directories.directory, "clock_ahead", 0.0)
    assert front(PAGE, {}) is not None
    monkeypatch.setattr(directories, "MAX_AGE", 0.0)
    assert front(PAGE, {}) is None


@proves("design §4", "gated shops are never answered from what is kept")
def test_a_gated_shop_is_django_s(shop: Shop) -> None:
    django(PAGE, {})
    AccessCode.objects.create(shop=shop, code="ROT")
    look()
    assert front(PAGE, {}) is None


@pytest.mark.parametrize(
    ("address", "headers", "method"),
    [
        (PAGE, {}, "POST"),
        (PAGE, {}, "OPTIONS"),
        (PAGE, {"content-length": "1"}, "GET"),
        (PAGE, {"transfer-encoding": "chunked"}, "GET"),
        (PAGE, {"host": "elsewhere.example"}, "GET"),
        (PAGE, {"host": "a b"}, "GET"),
        (f"{PAGE}\0", {}, "GET"),
        ("/domain-check?domain=localhost", {}, "GET"),
        ("/admin/", {}, "GET"),
        (f"{PAGE}?{'a&' * 5001}", {}, "GET"),
        (f"{PRODUCT}&variables=%5B", {}, "GET"),
        (PAGE, {"cookie": f"{in_front.STAFF_SAVED}=1"}, "GET"),
    ],
)
def test_whatever_is_not_plain_is_django_s(shop: Shop, address: str, headers: dict[str, str], method: str) -> None:
    django(PAGE, {})
    django(PRODUCT, {})
    assert front(address, headers, method) is None


@proves("design §5", "what staff did is seen at once, in processes, too, that do not know of it yet")
def test_staff_see_at_once_what_they_did_in_processes_that_do_not_know_yet(shop: Shop) -> None:
    client = Client(HTTP_HOST="localhost")
    assert in_front.STAFF_SAVED not in client.get("/admin/login/").cookies
    saved = client.post("/admin/login/").cookies[in_front.STAFF_SAVED]
    assert (saved["path"], saved["max-age"], saved["httponly"]) == ("/", 2, True)


def test_memory_holds_so_much_and_forgets_what_is_oldest() -> None:
    memory = AnswerMemory(most=100 * (AROUND_AN_ANSWER + 1000))
    answer = CachedAnswer(1, 0.0, "", {}, b"." * 997)
    for number in range(100):
        memory.put(f"a{number:02}", answer)
    memory.put("a00", answer)
    memory.put("new", answer)
    assert memory.get("a01") is None
    assert memory.get("a00") is memory.get("a02") is memory.get("new") is answer
    memory.put("large", CachedAnswer(1, 0.0, "", {}, b"." * 50_000))
    assert memory.get("large") is None and memory.get("new") is answer


@proves("docs/decisions/0072", "whoever sends headers longer than browsers do is answered by a thread, in their turn")
@pytest.mark.parametrize(
    "headers",
    [{"Accept-Encoding": "a," * 200}, {"Cookie": "a=b; " * 2000}, {"X-Anything": "x" * 8193}],
    ids=["codings", "cookies", "any"],
)
def test_long_headers_are_read_by_a_thread(shop: Shop, headers: dict[str, str]) -> None:
    address = "/nachtfalter/categories/hemden"
    django(address, {})
    assert front(address, {}) is not None
    assert front(address, headers) is None
