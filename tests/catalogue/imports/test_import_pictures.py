"""Fetching pictures over real HTTP from a server on this machine, which the fetcher refuses unless told otherwise."""

import ssl
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import translation
from PIL import Image as Pillow

from catalogue.imports import picture_actions
from catalogue.imports.fetcher import FetchFailed, PictureFetcher, is_public
from catalogue.imports.picture_actions import fetch_picture
from catalogue.imports.run import import_file
from catalogue.models import PictureFetch, Product
from catalogue.tasks import fetch_picture as task
from shop.models import CatalogueChange, Image
from tests.factories import make_product, make_shop
from tests.proofs import proves

FIXTURES = Path(__file__).parent / "fixtures"
Answer = Callable[[BaseHTTPRequestHandler], None]


def picture(form: str = "JPEG", size: tuple[int, int] = (60, 40)) -> bytes:
    written = BytesIO()
    Pillow.new("RGB", size, "#884422").save(written, form)
    return written.getvalue()


class Site:
    """A web server on 127.0.0.1; `answers` maps a path to what it does, `seen` has (path, Host) of each request."""

    def __init__(self, certificate: Path | None = None) -> None:
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                site.seen.append((self.path, self.headers["Host"]))
                site.answers[self.path](self)

            def log_message(self, *args: object) -> None:
                """Keep the test's output quiet."""

        self.answers: dict[str, Answer] = {}
        self.seen: list[tuple[str, str]] = []
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.port = self.server.server_port
        self.url = f"http://127.0.0.1:{self.port}"
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02})
        self.thread.start()

    def close(self) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()

    @property
    def reachable(self) -> frozenset[tuple[str, int]]:
        return frozenset({("127.0.0.1", self.port)})


@pytest.fixture
def site() -> Iterator[Site]:
    site = Site()
    yield site
    site.close()


def says(content: bytes, status: int = 200, **headers: str) -> Answer:
    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(status)
        for name, value in ({"Content-Length": str(len(content))} | headers).items():
            request.send_header(name.replace("_", "-"), value)
        request.end_headers()
        request.wfile.write(content)

    return answer


def sends_to(url: str) -> Answer:
    return says(b"", 302, Location=url)


def names(**hosts: list[str]) -> Callable[..., object]:
    """A resolver that knows these hosts; each call takes the next list of addresses of a host, the last one stays."""
    calls: list[str] = []

    async def resolve(host: str, port: int) -> list[str]:
        calls.append(host)
        known = hosts[host.replace(".", "_")]
        return [known[min(calls.count(host), len(known)) - 1]]

    resolve.calls = calls  # type: ignore[attr-defined]
    return resolve


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "127.8.8.8", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1",
        "192.0.0.1", "192.0.2.1", "198.18.0.1", "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255",
        "::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12::1", "fec0::1", "ff02::1", "2001:db8::1",
        "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:a9fe:a9fe", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1",
        "2002:7f00:1::", "2001:0:7f00:1::",
    ],
)  # fmt: skip
def test_internal_addresses(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize(
    "address", ["1.1.1.1", "93.184.215.14", "2606:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101"]
)
def test_public_addresses(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "127.1", "2130706433", "0x7f000001", "[::1]", "[::ffff:127.0.0.1]"]
)
def test_this_machine_is_refused_however_it_is_written(site: Site, host: str) -> None:
    with pytest.raises(FetchFailed, match=r"internal address|Port|not a web address"):
        PictureFetcher().fetch(f"http://{host}:{site.port}/a.jpg")
    with pytest.raises(FetchFailed, match=r"internal address|not a web address"):
        PictureFetcher().fetch(f"http://{host}/a.jpg")
    assert site.seen == []


@pytest.mark.parametrize("url", ["ftp://1.1.1.1/a", "file:///etc/passwd", "http://", "http://a:b@1.1.1.1/", "nonsense"])
def test_other_addresses_are_refused(url: str) -> None:
    with pytest.raises(FetchFailed):
        PictureFetcher().fetch(url)


def test_other_ports_are_refused() -> None:
    with pytest.raises(FetchFailed, match="Port 6379 is not allowed"):
        PictureFetcher().fetch("http://1.1.1.1:6379/")


def test_a_picture_comes_over_http_with_the_host_it_was_asked_for(site: Site) -> None:
    site.answers["/a.jpg"] = says(picture())
    resolve = names(pictures_example=["127.0.0.1", "10.0.0.1"])
    fetcher = PictureFetcher(reachable=site.reachable, resolve=resolve)  # type: ignore[arg-type]
    assert fetcher.fetch(f"http://pictures.example:{site.port}/a.jpg") == picture()
    assert site.seen == [("/a.jpg", f"pictures.example:{site.port}")]
    # Resolved once and connected there: a second answer that points inward (DNS rebinding) is never asked for.
    assert resolve.calls == ["pictures.example"]  # type: ignore[attr-defined]


def test_one_internal_address_among_public_ones_is_enough() -> None:
    async def resolve(host: str, port: int) -> list[str]:
        return ["1.1.1.1", "192.168.0.1"]

    with pytest.raises(FetchFailed, match="internal address"):
        PictureFetcher(resolve=resolve).fetch("https://pictures.example/a.jpg")


def test_a_certificate_must_be_the_hosts_although_the_address_is_dialled() -> None:
    site = Site(FIXTURES / "pictures.example.pem")
    try:
        site.answers["/a.jpg"] = says(picture())
        trust = ssl.create_default_context(cafile=str(FIXTURES / "pictures.example.pem"))
        resolve = names(pictures_example=["127.0.0.1"], other_example=["127.0.0.1"])
        fetcher = PictureFetcher(reachable=site.reachable, resolve=resolve, tls=trust)  # type: ignore[arg-type]
        assert fetcher.fetch(f"https://pictures.example:{site.port}/a.jpg") == picture()
        with pytest.raises(FetchFailed, match="certificate"):
            fetcher.fetch(f"https://other.example:{site.port}/a.jpg")
    finally:
        site.close()


def test_each_redirect_passes_the_gate(site: Site) -> None:
    site.answers |= {
        "/1": sends_to("/2"),
        "/2": sends_to(f"{site.url}/3"),
        "/3": sends_to("//127.0.0.1:" + str(site.port) + "/a.jpg"),
        "/a.jpg": says(picture()),
        "/0": sends_to("/1"),
        "/inward": sends_to("http://localhost/a.jpg"),
        "/file": sends_to("file:///etc/passwd"),
        "/metadata": sends_to("http://169.254.169.254/latest"),
    }
    fetcher = PictureFetcher(reachable=site.reachable)
    assert fetcher.fetch(f"{site.url}/1") == picture()
    for path, reason in (
        ("/0", "more than 3 times"),
        ("/inward", "internal address"),
        ("/file", "Only http"),
        ("/metadata", "internal address"),
    ):
        with pytest.raises(FetchFailed, match=reason):
            fetcher.fetch(f"{site.url}{path}")


def endless(request: BaseHTTPRequestHandler) -> None:
    request.send_response(200)
    request.end_headers()
    try:
        for _number in range(1000):
            request.wfile.write(b"x" * 10_000)
    except OSError:
        pass


def slow(request: BaseHTTPRequestHandler) -> None:
    request.send_response(200)
    request.end_headers()
    try:
        for _number in range(200):
            request.wfile.write(b"x")
            time.sleep(0.05)
    except OSError:
        pass


def test_size_and_time_have_limits(site: Site) -> None:
    site.answers |= {
        "/announced": says(b"x" * 2000),
        "/endless": endless,
        "/slow": slow,
        "/bomb": says(b"x", Content_Encoding="gzip"),
    }
    patient = PictureFetcher(reachable=site.reachable, max_bytes=1000, seconds=20)
    for path, reason in (("/announced", "larger than"), ("/endless", "larger than"), ("/bomb", "compressed")):
        with pytest.raises(FetchFailed, match=reason):
            patient.fetch(site.url + path)
    hasty = PictureFetcher(reachable=site.reachable, max_bytes=1000, seconds=0.5)
    began = time.monotonic()
    with pytest.raises(FetchFailed, match="longer than") as failed:
        hasty.fetch(f"{site.url}/slow")
    assert failed.value.temporary
    assert time.monotonic() - began < 5


@pytest.mark.parametrize(("status", "temporary"), [(404, False), (403, False), (503, True), (429, True), (204, False)])
def test_other_answers(site: Site, status: int, temporary: bool) -> None:
    site.answers["/a"] = says(b"", status)
    with pytest.raises(FetchFailed, match=f"answered {status}") as failed:
        PictureFetcher(reachable=site.reachable).fetch(f"{site.url}/a")
    assert failed.value.temporary == temporary


def test_a_server_that_is_not_there() -> None:
    gone = Site()
    gone.close()
    with pytest.raises(FetchFailed, match="cannot be reached") as failed:
        PictureFetcher(reachable=gone.reachable).fetch(f"{gone.url}/a.jpg")
    assert failed.value.temporary


# With the database.


@pytest.fixture
def media(settings: object, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path  # type: ignore[attr-defined]
    return tmp_path


def files(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.rglob("*") if one.is_file())


def wanted(url: str, product: Product | None = None) -> PictureFetch:
    product = product or make_product(make_shop())
    return PictureFetch.objects.create(product=product, url=url, position=3, alt="Die Motte")


@proves("importing.md", "pictures are fetched by a job, from public addresses only")
@pytest.mark.django_db
def test_a_fetched_picture_hangs_on_its_product_once(site: Site, media: Path) -> None:
    site.answers["/a?v=1"] = says(picture("PNG"), Content_Type="text/html")
    fetch = wanted(f"{site.url}/a?v=1")
    CatalogueChange.objects.all().delete()
    fetcher = PictureFetcher(reachable=site.reachable)
    fetch_picture(fetch.pk, fetcher)
    fetch_picture(fetch.pk, fetcher)
    fetch.refresh_from_db()
    assert (fetch.state, fetch.error, fetch.attempts, len(site.seen)) == ("done", "", 1, 1)
    hung = fetch.product.pictures.get()
    assert (hung.order, hung.image.alt, hung.image.width, hung.image.height) == (3, "Die Motte", 60, 40)
    assert files(media) == ["original.png"]
    assert CatalogueChange.objects.filter(shop=fetch.product.owner).exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "content",
    [b"<html>404</html>", b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"", picture()[:200], b"GIF89a<script>"],
)
def test_what_is_no_picture_is_not_kept(site: Site, media: Path, content: bytes) -> None:
    site.answers["/a.jpg"] = says(content, Content_Type="image/jpeg")
    fetch = wanted(f"{site.url}/a.jpg")
    fetch_picture(fetch.pk, PictureFetcher(reachable=site.reachable))
    fetch.refresh_from_db()
    assert fetch.state == "failed"
    assert fetch.error
    assert not fetch.product.pictures.exists()
    assert files(media) == []


@proves(
    "docs/decisions/0023",
    "a product file is read in linear time and within a budget; fetched pictures have the limits of uploads",
)
@pytest.mark.django_db
@pytest.mark.parametrize(("size", "why"), [((40, 100_000), "16 000 pixels"), ((7_200, 7_200), "50 million pixels")])
def test_what_is_fetched_has_the_limits_of_uploads(site: Site, media: Path, size: tuple[int, int], why: str) -> None:
    bomb = BytesIO()
    Pillow.new("1", size).save(bomb, "PNG", optimize=True)
    site.answers["/a.png"] = says(bomb.getvalue())
    fetch = wanted(f"{site.url}/a.png")
    with translation.override("en"):
        fetch_picture(fetch.pk, PictureFetcher(reachable=site.reachable))
    fetch.refresh_from_db()
    assert (fetch.state, fetch.attempts, files(media)) == ("failed", 1, [])
    assert why in fetch.error


@pytest.mark.django_db
def test_what_is_fetched_loses_its_metadata(site: Site, media: Path) -> None:
    exif = Pillow.Exif()
    exif[0x0110] = "Lisa's phone"
    talking = BytesIO()
    Pillow.new("RGB", (60, 40)).save(talking, "JPEG", exif=exif)
    site.answers["/a.jpg"] = says(talking.getvalue())
    fetch = wanted(f"{site.url}/a.jpg")
    fetch_picture(fetch.pk, PictureFetcher(reachable=site.reachable))
    with fetch.product.pictures.get().image.file.open() as file:
        assert b"Lisa" not in file.read()


@pytest.mark.django_db
def test_the_job_refuses_this_machine_and_says_why(site: Site, media: Path) -> None:
    fetch = wanted(f"{site.url}/a.jpg")
    task(fetch.pk)
    fetch.refresh_from_db()
    assert (fetch.state, site.seen) == ("failed", [])
    assert "not allowed" in fetch.error


@proves("importing.md", "failures are listed and run again")
@pytest.mark.django_db
def test_failures_are_listed_and_run_again(site: Site, media: Path, capsys: pytest.CaptureFixture[str]) -> None:
    site.answers["/a.jpg"] = says(b"", 503)
    fetch = wanted(f"{site.url}/a.jpg")
    fetcher = PictureFetcher(reachable=site.reachable)
    with pytest.raises(FetchFailed):
        fetch_picture(fetch.pk, fetcher)
    call_command("fetch_pictures")
    out = capsys.readouterr().out
    assert f"{fetch.product.slug}: {site.url}/a.jpg\n    The server answered 503 Service Unavailable." in out
    assert "1 failed, 0 waiting." in out
    call_command("fetch_pictures", failed=True, shop=fetch.product.owner.slug)
    assert "0 failed, 1 waiting." in capsys.readouterr().out
    with connection.cursor() as cursor:
        cursor.execute("SELECT args FROM procrastinate_jobs WHERE task_name = 'catalogue.fetch_picture'")
        assert [one[0] for one in cursor.fetchall()] in ([{"fetch_id": fetch.pk}], [f'{{"fetch_id": {fetch.pk}}}'])
    site.answers["/a.jpg"] = says(picture())
    fetch_picture(fetch.pk, fetcher)
    fetch.refresh_from_db()
    assert (fetch.state, fetch.attempts) == ("done", 2)


@pytest.mark.django_db
def test_a_broken_transaction_leaves_no_file(site: Site, media: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site.answers["/a.jpg"] = says(picture())
    fetch = wanted(f"{site.url}/a.jpg")

    def full(**kwargs: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(picture_actions.ProductPicture.objects, "create", full)
    with pytest.raises(OSError):
        fetch_picture(fetch.pk, PictureFetcher(reachable=site.reachable))
    assert files(media) == []
    assert not Image.objects.exists()
    fetch.refresh_from_db()
    assert (fetch.state, fetch.error) == ("failed", "The picture could not be stored (OSError).")


@pytest.mark.django_db
def test_a_picture_that_the_import_took_back_meanwhile_is_dropped(site: Site, media: Path) -> None:
    fetch = wanted(f"{site.url}/a.jpg")
    site.answers["/a.jpg"] = says(picture())

    class Racing(PictureFetcher):
        def fetch(self, url: str) -> bytes:
            content = super().fetch(url)
            PictureFetch.objects.all().delete()
            return content

    fetch_picture(fetch.pk, Racing(reachable=site.reachable))
    assert not Image.objects.exists()
    assert files(media) == []


@pytest.mark.django_db
def test_a_second_import_does_not_fetch_again(site: Site, media: Path) -> None:
    site.answers["/a.jpg"] = says(picture())
    shop = make_shop()
    text = f"Handle,Title,Variant Price,Image Src\ntee,Tee,10,{site.url}/a.jpg\n".encode()
    import_file(text, shop=shop, language="de")
    fetcher = PictureFetcher(reachable=site.reachable)
    fetch_picture(PictureFetch.objects.get().pk, fetcher)
    import_file(text, shop=shop, language="de")
    fetch_picture(PictureFetch.objects.get().pk, fetcher)
    assert len(site.seen) == 1
    assert Product.objects.get().pictures.count() == 1
