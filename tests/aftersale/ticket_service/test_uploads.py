"""Proofs go straight into the store, by the shop's own address or the bucket's: limits hold at both, and nothing that
is no picture is ever shown to anybody (purchase §5, §7, §8 "Form upload failure").
"""

import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import Any
from unittest.mock import patch
from uuid import UUID

import httpx
import pytest
from django.conf import global_settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import connection
from django.utils import timezone
from PIL import Image as Pillow

from aftersale.models import ProofUpload, TicketServiceItem, TicketServicePeriod, TicketServiceRequest
from aftersale.tasks import forget_unclaimed_uploads
from aftersale.ticket_service import limits
from aftersale.ticket_service.drawing import LARGEST_PROOF, LONGEST_SIDE
from aftersale.ticket_service.uploads import DROPPING_JOB, kept_name, raw_name
from checkout.models import Order
from shop.core.http.bodies import largest_at
from shop.models import Shop
from tests.checkout.payments.jobs import LATER, run_jobs
from tests.factories import make_event, make_shop
from tests.guest import Guest
from tests.peers import s3
from tests.proofs import proves

from .asked import PERMITS, body, bomb, named, open_service, permit, picture, printed_paid, put, send, uploaded

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def on_disk(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture(scope="module")
def sold_once(module_rows: None) -> UUID:
    """A quarter of a second, of which most tests here would need no more than that."""
    make_shop("merchstand", is_band=False)
    return printed_paid(make_shop("nachtfalter", is_band=True)).pk


@pytest.fixture
def order(sold_once: UUID, db: None) -> Order:
    return Order.objects.get(pk=sold_once)


@pytest.fixture
def shop(order: Order) -> Shop:
    return order.shop


@pytest.fixture
def guest(shop: Shop) -> Guest:
    return Guest(shop)


def cancel(guest: Guest, order: Any, *files: str) -> Any:
    """Each of the order's printed tickets with a picture."""
    papers = order.placements.get().lines.get().printed_numbers.in_order()
    tickets = [
        {"type": "hard", "id": paper.number, "name": "Mira Falk", "file": file}
        for paper, file in zip(papers, files, strict=False)
    ]
    return send(guest, "cancel", body("cancel", order, [], tickets=tickets))


def refused(answer: Any, place: int = 0) -> bool:
    said = answer.json()
    return (answer.status_code, said["code"], said.get("tickets")) == (422, "PROOF_REFUSED", [place])


class TestAllowed:
    def test_a_picture_is_drawn_anew_and_only_that_is_kept(self, guest: Guest, order: Any) -> None:
        exif = Pillow.Exif()
        exif[0x010F] = "Secret Camera"
        exif[0x0112] = 6
        sent = picture(size=(300, 200), exif=exif.tobytes())
        assert b"Secret Camera" in sent
        assert cancel(guest, order, uploaded(guest, sent)).status_code == 200
        upload = ProofUpload.objects.get()
        assert upload.claimed_at is not None and TicketServiceItem.objects.get().proof == upload
        with default_storage.open(kept_name(upload)) as file:
            kept = file.read()
        assert b"Secret Camera" not in kept and Pillow.open(BytesIO(kept)).size == (200, 300), "upright"

    @pytest.mark.parametrize(("form", "said"), [("PNG", "image/png"), ("WEBP", "image/webp"), ("JPEG", "image/jpeg")])
    def test_each_format(self, guest: Guest, order: Any, form: str, said: str) -> None:
        assert cancel(guest, order, uploaded(guest, picture(form), said)).status_code == 200

    def test_what_was_sent_goes_once_it_was_drawn(
        self, guest: Guest, order: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        file = uploaded(guest)
        storage = type(default_storage._wrapped)  # type: ignore[attr-defined]
        saved_within = []
        save = storage.save

        def noting(*given: Any, **named: Any) -> Any:
            saved_within.append(len(connection.savepoint_ids))
            return save(*given, **named)

        monkeypatch.setattr(storage, "save", noting)
        depth = len(connection.savepoint_ids)
        assert cancel(guest, order, file).status_code == 200
        assert saved_within == [depth], "in no transaction of its own: others would wait"
        run_jobs(DROPPING_JOB, after=LATER)
        upload = ProofUpload.objects.get()
        assert not default_storage.exists(raw_name(upload)) and default_storage.exists(kept_name(upload))
        assert cancel(guest, order, file).status_code == 200, "sent twice it was asked once"
        assert TicketServiceRequest.objects.count() == 1

    def test_a_large_photo_is_kept_as_large_as_one_can_read(self, guest: Guest, order: Any) -> None:
        plain = BytesIO()
        Pillow.new("RGB", (6000, 4000), "white").save(plain, "JPEG")
        assert cancel(guest, order, uploaded(guest, plain.getvalue())).status_code == 200
        with default_storage.open(kept_name(ProofUpload.objects.get())) as file:
            assert max(Pillow.open(file).size) <= LONGEST_SIDE


class TestRefusedPermits:
    @pytest.mark.parametrize(
        "said",
        ["image/svg+xml", "text/html", "application/pdf", "image/gif", "image/heic", "", "IMAGE/JPEG", "x" * 99],
    )
    def test_other_types(self, guest: Guest, order: Any, said: str) -> None:
        answer = guest.post(PERMITS, {"content_type": said, "size": 10})
        assert answer.status_code == 400 and not ProofUpload.objects.exists()

    @pytest.mark.parametrize(
        ("size", "status"), [(LARGEST_PROOF + 1, 413), (0, 400), (-1, 400), ("x", 400), (None, 400)]
    )
    def test_other_sizes(self, guest: Guest, order: Any, size: Any, status: int) -> None:
        assert guest.post(PERMITS, {"content_type": "image/jpeg", "size": size}).status_code == status

    def test_while_no_event_opens_the_form(self, order: Any) -> None:
        said: dict[str, Any] = {"content_type": "image/jpeg", "size": 10}
        elsewhere = Guest(make_shop("kellerkind", is_band=True))
        assert elsewhere.post(PERMITS, said).json()["code"] == "FORM_NOT_FOUND"
        said |= named(printed_paid(elsewhere.shop, "600000000011").shop)
        assert elsewhere.post(PERMITS, said).status_code == 201
        main = Guest(Shop.objects.get(slug="merchstand"))
        assert main.post(PERMITS, said).json()["code"] == "FORM_NOT_FOUND"

    @proves(
        "docs/decisions/0061", "pictures are taken for printed tickets that were named rightly, guesses are counted"
    )
    def test_for_a_ticket_that_is_not_named_rightly(self, guest: Guest, order: Any, shop: Shop) -> None:
        said = {"content_type": "image/jpeg", "size": 10, **named(shop)}
        another = make_event(shop)
        open_service(another)
        wrong: list[dict[str, Any]] = [
            {"id": "400000000012"}, {"id": ""}, {"order_id": "B-22222"}, {"order_id": "nonsense"},
            {"order_id": "", "name": "Ada Lind"}, {"order_id": None, "name": ""},
        ]  # fmt: skip
        for one in wrong:
            answer = guest.post(PERMITS, said | one)
            assert (answer.status_code, answer.json()["code"]) == (422, "TICKETS_UNKNOWN"), one
        assert guest.post(PERMITS, said | {"order_id": ""}).status_code == 201, "number and name"
        TicketServicePeriod.objects.exclude(event=another).update(cancel_until=timezone.now())
        assert guest.post(PERMITS, said).json()["code"] == "TICKET_SERVICE_CLOSED"
        answers = [guest.post(PERMITS, said | wrong[0]).status_code for _time in range(limits.GUESSES.hard)]
        assert answers[-1] == 429 and ProofUpload.objects.count() == 1

    def test_too_many(self, guest: Guest, order: Any, monkeypatch: Any) -> None:
        monkeypatch.setattr(limits, "UPLOADS", replace(limits.UPLOADS, hard=3, soft=4))
        permitted = permit(guest, picture())
        said = {"content_type": "image/png", "size": 9, **named(guest.shop)}
        statuses = [guest.post(PERMITS, said).status_code for _again in range(3)]
        assert statuses == [201, 201, 429]
        assert put(guest, permitted, picture()).status_code == 429
        assert [Guest(guest.shop).post(PERMITS, said).status_code for _again in range(2)] == [201, 429]
        assert Guest(guest.shop, works=True).post(PERMITS, said).status_code == 201


class TestRefusedUploads:
    """At the shop's own address."""

    def test_more_than_was_announced(self, guest: Guest, order: Any) -> None:
        permitted = permit(guest, picture(), size=100)
        assert put(guest, permitted, b"x" * 101).json()["code"] == "UPLOAD_TOO_LARGE"

    def test_over_4_mb(self, guest: Guest, order: Any) -> None:
        permitted = permit(guest, picture(), size=LARGEST_PROOF)
        answer = put(guest, permitted, b"x" * (LARGEST_PROOF + 1))
        assert (answer.status_code, answer.json()["code"]) == (413, "UPLOAD_TOO_LARGE")
        assert put(guest, permitted, b"").status_code == 413
        assert not default_storage.exists(raw_name(ProofUpload.objects.get()))

    def test_bodies_end_a_little_above_4_mb_there(self) -> None:
        assert LARGEST_PROOF < largest_at("/api/v2/shops/nachtfalter/uploads") < LARGEST_PROOF + 100_000

    def test_another_key_another_type_or_another_signature(self, guest: Guest, order: Any) -> None:
        permitted, other = permit(guest, picture()), permit(guest, picture())
        for fields in (
            {"key": other["fields"]["key"]}, {"key": "pictures/x.jpg"}, {"Content-Type": "image/png"},
            {"signature": "x"}, {"signature": other["fields"]["signature"]}, {"signature": permitted["file"]},
        ):  # fmt: skip
            answer = put(guest, permitted, picture(), **fields)
            assert (answer.status_code, answer.json()["code"]) == (403, "UPLOAD_REFUSED"), fields
        assert guest.client.post(permitted["url"], permitted["fields"]).status_code == 403, "without a file"

    def test_once_in_time_and_from_our_pages_only(self, guest: Guest, order: Any) -> None:
        content = picture()
        permitted = permit(guest, content)
        assert (
            guest.client.post(
                permitted["url"], permitted["fields"], headers={"origin": "https://evil.example"}
            ).status_code
            == 403
        )
        assert put(guest, permitted, content).status_code == 204
        assert put(guest, permitted, content).status_code == 403, "twice"
        late = permit(guest, picture())
        with patch("django.core.signing.time.time", return_value=time.time() + 601):
            assert put(guest, late, picture()).status_code == 403

    def test_in_another_shop(self, guest: Guest, order: Any) -> None:
        permitted = permit(guest, picture())
        permitted["url"] = permitted["url"].replace(guest.shop.slug, make_shop("kellerkind", is_band=True).slug)
        assert put(guest, permitted, picture()).status_code == 403

    @pytest.mark.parametrize("method", ["get", "put", "delete"])
    def test_other_methods(self, guest: Guest, order: Any, method: str) -> None:
        assert getattr(guest.client, method)(f"{guest.base}/uploads").status_code in (403, 405)


class TestRefusedProofs:
    """When the form is sent, the server opens the file itself."""

    @proves(
        "design §6",
        "the server opens them itself: no picture, a bomb, another format, somebody else's and one used "
        "twice are refused; nothing but the picture is kept",
    )
    @pytest.mark.parametrize(
        "content",
        [b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", b"<!DOCTYPE html><script>",
         b"%PDF-1.7\n%%EOF", b"GIF89a\x01\x00\x01\x00", b"\xff\xd8\xff\xe0 no picture", b"MZ\x90\x00", bomb()],
        ids=["svg", "html", "pdf", "gif", "broken", "exe", "bomb"],
    )  # fmt: skip
    def test_what_is_no_such_picture(self, guest: Guest, order: Any, content: bytes) -> None:
        assert refused(cancel(guest, order, uploaded(guest, content)))
        assert not TicketServiceRequest.objects.exists()

    def test_another_format_than_was_said(self, guest: Guest, order: Any) -> None:
        assert refused(cancel(guest, order, uploaded(guest, picture("PNG"), "image/jpeg")))

    def test_a_bomb_of_its_own_type(self, guest: Guest, order: Any) -> None:
        assert refused(cancel(guest, order, uploaded(guest, bomb(), "image/png")))

    def test_what_stands_behind_a_picture_is_not_kept(self, guest: Guest, order: Any) -> None:
        """A page or an archive behind a picture, whose end is a picture's again."""
        page = b"<html><script>alert(1)</script></html>PK\x03\x04"
        assert cancel(guest, order, uploaded(guest, picture() + page + b"\xff\xd9")).status_code == 200
        with default_storage.open(kept_name(ProofUpload.objects.get())) as file:
            kept = file.read()
        assert b"script" not in kept and b"PK\x03\x04" not in kept and kept.endswith(b"\xff\xd9")

    def test_one_that_grew_in_the_store(self, guest: Guest, order: Any) -> None:
        file = uploaded(guest)
        name = raw_name(ProofUpload.objects.get())
        default_storage.delete(name)
        default_storage.save(name, ContentFile(picture() + b"\0" * LARGEST_PROOF))
        assert refused(cancel(guest, order, file))

    def test_one_that_was_never_sent(self, guest: Guest, order: Any) -> None:
        assert refused(cancel(guest, order, permit(guest, picture())["file"]))

    def test_somebody_elses(self, guest: Guest, order: Any, shop: Shop) -> None:
        """Its place in the store, a word that was not signed here, that of an upload, and that of another shop."""
        permitted = permit(guest, picture())
        elsewhere = make_shop("kellerkind", is_band=True)
        printed_paid(elsewhere, "600000000011")
        foreign = uploaded(Guest(elsewhere))
        upload = ProofUpload.objects.filter(shop=shop).get()
        for file in (
            raw_name(upload), upload.key, str(upload.pk), "nonsense", permitted["fields"]["signature"], foreign,
            "../settings.py", f"{upload.pk}:x:y",
        ):  # fmt: skip
            assert refused(cancel(guest, order, file)), file

    def test_the_same_twice(self, guest: Guest, shop: Shop) -> None:
        order = printed_paid(shop, "500000000011", "500000000012")
        line = order.placements.get().lines.all()
        file = uploaded(guest)
        papers = [one.number for of_line in line for one in of_line.printed_numbers.all()]
        tickets = [{"type": "hard", "id": one, "name": "Mira Falk", "file": file} for one in papers]
        assert refused(send(guest, "cancel", body("cancel", order, [], tickets=tickets)), place=1)
        assert send(guest, "cancel", body("cancel", order, [], tickets=tickets[:1])).status_code == 200
        assert refused(send(guest, "cancel", body("cancel", order, [], tickets=tickets[1:])))

    def test_a_day_later(self, guest: Guest, order: Any) -> None:
        file = uploaded(guest)
        with patch("django.core.signing.time.time", return_value=time.time() + 25 * 60 * 60):
            assert refused(cancel(guest, order, file))


class TestPrivate:
    @proves(
        "law, docs/decisions/0061",
        "proofs are private, and go when nobody names them or 30 days after the decision, with names, "
        "addresses and comments",
    )
    def test_no_address_shows_them(self, guest: Guest, order: Any) -> None:
        cancel(guest, order, uploaded(guest))
        upload = ProofUpload.objects.get()
        for name in (raw_name(upload), kept_name(upload)):
            assert default_storage.exists(name)
            for path in (name, name.upper(), name.replace("private", "Private"), f"./{name}", f"/{name}"):
                assert guest.client.get(f"/media/{path}").status_code == 404

    def test_what_nobody_names_goes_after_a_day(self, guest: Guest, order: Any) -> None:
        cancel(guest, order, uploaded(guest))
        claimed = ProofUpload.objects.get()
        uploaded(guest)
        permit(guest, picture())
        unclaimed = ProofUpload.objects.exclude(pk=claimed.pk).order_by("created_at")[0]
        for hours, left in ((23, 3), (25, 1)):
            ProofUpload.objects.update(created_at=timezone.now() - timedelta(hours=hours))
            forget_unclaimed_uploads(timestamp=0)
            run_jobs(DROPPING_JOB, after=LATER)
            assert ProofUpload.objects.count() == left
            assert default_storage.exists(raw_name(unclaimed)) is (left == 3)
        assert default_storage.exists(kept_name(claimed)) and not default_storage.exists(raw_name(claimed))


@pytest.fixture(scope="module")
def store() -> Iterator[s3.Store]:
    with s3.store() as running:
        yield running


class TestBucket:
    """The store itself refuses what the form does not allow."""

    @pytest.fixture(autouse=True)
    def in_bucket(self, settings: Any, store: s3.Store) -> None:
        bucket = {"BACKEND": "shop.core.pictures.bucket.Bucket", "OPTIONS": store.options}
        settings.STORAGES = {**global_settings.STORAGES, "default": bucket}
        settings.S3_BUCKET, settings.S3_UPLOAD_URL = store.bucket, store.url

    def post(self, permitted: dict[str, Any], content: bytes, **fields: str) -> int:
        files = {"file": ("proof.jpg", content, "image/jpeg")}
        return httpx.post(permitted["url"], data={**permitted["fields"], **fields}, files=files).status_code

    def test_a_picture_goes_there_past_the_shop(self, guest: Guest, order: Any, store: s3.Store) -> None:
        sent = picture()
        permitted = permit(guest, sent)
        assert permitted["url"].startswith(store.url)
        assert self.post(permitted, sent) == 204
        assert cancel(guest, order, permitted["file"]).status_code == 200
        upload = ProofUpload.objects.get()
        with default_storage.open(kept_name(upload)) as file:
            assert Pillow.open(file).format == "JPEG"
        for name in (raw_name(upload), kept_name(upload)):
            assert guest.client.get(f"/media/{name}").status_code == 404
            assert httpx.get(f"{store.url}/{store.bucket}/{name}").status_code == 403, "nor the bucket"

    @proves(
        "purchase §5, §7, §8",
        "proofs go straight into the store, which refuses more than 4 MB and other types; so does the shop's "
        "own address; failures have a text",
    )
    def test_over_4_mb_another_type_or_another_key_the_store_refuses(self, guest: Guest, order: Any) -> None:
        permitted, other = permit(guest, picture(), size=LARGEST_PROOF), permit(guest, picture())
        assert self.post(permitted, b"x" * (LARGEST_PROOF + 1)) >= 400
        assert self.post(permit(guest, picture(), size=100), b"x" * 101) >= 400, "than was announced"
        assert self.post(permitted, picture(), **{"Content-Type": "text/html"}) == 403
        assert self.post(permitted, picture(), key=other["fields"]["key"]) == 403
        assert self.post(permitted, picture(), key="pictures/x.jpg") == 403
        assert refused(cancel(guest, order, permitted["file"])), "nothing lies there"

    def test_what_lies_there_is_opened_all_the_same(self, guest: Guest, order: Any) -> None:
        for content in (b"<html>", bomb()):
            permitted = permit(guest, content)
            assert self.post(permitted, content) == 204
            assert refused(cancel(guest, order, permitted["file"]))

    @pytest.mark.parametrize("behind", [b"<html><script>alert(1)</script></html>", b"PK\x03\x04 archive"])
    def test_what_stands_behind_a_picture_there_is_not_kept(self, guest: Guest, order: Any, behind: bytes) -> None:
        content = picture() + behind + b"\xff\xd9"
        permitted = permit(guest, content)
        assert self.post(permitted, content) == 204
        assert cancel(guest, order, permitted["file"]).status_code == 200
        with default_storage.open(kept_name(ProofUpload.objects.get())) as file:
            assert behind not in file.read()

    def test_another_format_than_the_store_was_told(self, guest: Guest, order: Any) -> None:
        content = picture("PNG")
        permitted = permit(guest, content)
        assert self.post(permitted, content) == 204
        assert refused(cancel(guest, order, permitted["file"]))

    def test_the_shops_own_address_takes_nothing_then(self, guest: Guest, order: Any) -> None:
        permitted = permit(guest, picture())
        assert put(guest, {**permitted, "url": f"{guest.base}/uploads"}, picture()).status_code == 403

    def test_pages_may_send_there(self, guest: Guest, store: s3.Store) -> None:
        policy = guest.client.get("/nachtfalter/ticketservice/cancel").headers["Content-Security-Policy"]
        assert f"connect-src 'self' {store.url};" in policy
