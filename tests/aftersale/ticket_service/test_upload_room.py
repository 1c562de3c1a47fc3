"""One budget for all pictures that guests have sent and no form has named (docs/decisions/0061)."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.storage import default_storage
from django.db.models import Count, F, Sum

from aftersale.models import ProofUpload
from aftersale.ticket_service.uploads import DROPPING_JOB, MOST_OF_A_TICKET, raw_name
from checkout.models import Order
from shop.core.errors import Unavailable
from shop.models import Shop
from tests.checkout.payments.jobs import LATER, run_jobs
from tests.guest import Guest
from tests.proofs import proves

from .asked import PERMITS, body, named, picture, printed_paid, send, uploaded

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def small(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path
    settings.UNCLAIMED_UPLOADS = 3000


@pytest.fixture
def guest(shop: Shop) -> Guest:
    return Guest(shop)


@pytest.fixture(autouse=True)
def order(shop: Shop) -> Order:
    return printed_paid(shop)


def cancel(guest: Guest, order: Order, file: str) -> Any:
    paper = named(guest.shop)
    ticket = {"type": "hard", "id": paper["id"], "name": paper["name"], "file": file}
    return send(guest, "cancel", body("cancel", order, [], tickets=[ticket]))


def asks(guest: Guest, size: int = 1000) -> Any:
    return guest.post(PERMITS, {"content_type": "image/jpeg", "size": size, **named(guest.shop)})


def age(**by: int) -> None:
    ProofUpload.objects.update(created_at=F("created_at") - timedelta(**by))


@proves(
    "docs/decisions/0061",
    "pictures that no form has named share one budget: the oldest go first, what may still come keeps its room, "
    "one ticket does not fill it",
)
def test_the_oldest_go_first_where_it_ends(guest: Guest, order: Order) -> None:
    content = picture(size=(20, 20))
    first = uploaded(guest, content)
    upload = ProofUpload.objects.get()
    age(minutes=11)
    ProofUpload.objects.filter(pk=upload.pk).update(size=1000)
    kept = asks(guest).json()["file"]
    age(minutes=11)
    assert asks(guest).status_code == 201
    assert default_storage.exists(raw_name(upload)), "it all fits"
    assert asks(guest).status_code == 201
    assert cancel(guest, order, first).json()["code"] == "PROOF_REFUSED"
    run_jobs(DROPPING_JOB, after=LATER)
    assert not default_storage.exists(raw_name(upload))
    unclaimed = ProofUpload.objects.aggregate(all=Sum("size"), count=Count("pk"))
    assert unclaimed == {"all": 3000, "count": 3}
    assert str(ProofUpload.objects.earliest("created_at").pk) in kept


@proves("docs/decisions/0061", "who makes room for a picture waits for no store; its files go by a job, however often")
def test_the_store_is_not_asked_while_others_wait_for_room(guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    uploaded(guest, picture(size=(20, 20)))
    upload = ProofUpload.objects.get()
    ProofUpload.objects.update(size=3000)
    age(minutes=11)
    with monkeypatch.context() as away:
        away.setattr(type(default_storage._wrapped), "delete", store_is_away)  # type: ignore[attr-defined]
        assert asks(guest).status_code == 201
        run_jobs(DROPPING_JOB, after=LATER)
    assert default_storage.exists(raw_name(upload)) and not ProofUpload.objects.filter(pk=upload.pk).exists()
    run_jobs(DROPPING_JOB, after=LATER)
    assert not default_storage.exists(raw_name(upload))


def store_is_away(_storage: object, _name: str) -> None:
    raise Unavailable


def test_what_may_still_come_keeps_its_room(guest: Guest) -> None:
    assert [asks(guest).status_code for _time in range(3)] == [201] * 3
    answer = asks(guest)
    assert (answer.status_code, answer.json()["code"]) == (429, "UPLOADS_FULL")
    age(minutes=11)
    assert asks(guest, size=3000).status_code == 201
    assert ProofUpload.objects.count() == 1


def test_what_a_form_has_named_takes_none(guest: Guest, order: Order) -> None:
    assert cancel(guest, order, uploaded(guest, picture(size=(20, 20)))).status_code == 200
    assert asks(guest, size=3000).status_code == 201


def test_one_ticket_does_not_fill_it(guest: Guest, settings: Any) -> None:
    settings.UNCLAIMED_UPLOADS = 10**6
    assert [asks(guest).status_code for _time in range(6)] == [201] * MOST_OF_A_TICKET + [429]
    age(minutes=11)
    assert asks(guest).status_code == 201
