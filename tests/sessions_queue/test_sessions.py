import re
from datetime import timedelta
from uuid import UUID

import pytest
from django.db.models import F
from django.db.models.functions import Now
from django.utils import timezone

from sessions_queue import hooks
from sessions_queue.locks import lock_session
from sessions_queue.models import VisitorSession
from sessions_queue.queries import access_session, session_cookie
from sessions_queue.visitor_sessions.actions import LIFETIME, end_overdue_sessions, heartbeat
from tests.factories import make_shop, start_session
from tests.proofs import proves

pytestmark = pytest.mark.django_db


def run_out(session: VisitorSession) -> None:
    VisitorSession.objects.filter(pk=session.pk).update(expires_at=timezone.now() - timedelta(seconds=1))


@proves("purchase §4", "20 minutes, renewed by heartbeats and cart actions; REST and GraphQL")
def test_a_session_lives_20_minutes() -> None:
    session = start_session(shop=make_shop(), language="de")
    assert timedelta(minutes=20) == LIFETIME
    assert abs(session.expires_at - timezone.now() - LIFETIME) < timedelta(seconds=5)


def test_the_heartbeat_gives_20_more_minutes() -> None:
    session = start_session(shop=make_shop(), language="de")
    VisitorSession.objects.filter(pk=session.pk).update(expires_at=timezone.now() + timedelta(seconds=5))
    renewed = heartbeat(session=session)
    assert renewed is not None and renewed.expires_at > timezone.now() + timedelta(minutes=19)
    session.refresh_from_db()
    assert session.expires_at == renewed.expires_at


@proves("design §4", "it is written at most once a minute")
def test_a_session_is_written_at_most_once_a_minute() -> None:
    session = start_session(shop=make_shop(), language="de")
    for left, kept in ((timedelta(minutes=19, seconds=2), True), (timedelta(minutes=18, seconds=58), False)):
        VisitorSession.objects.filter(pk=session.pk).update(expires_at=Now() + left)
        session.refresh_from_db()
        renewed = heartbeat(session=session)
        assert renewed is not None and (renewed.expires_at == session.expires_at) == kept


@proves("docs/decisions/0022", "an hour in all, however often it is renewed, by the database's time")
def test_a_session_ends_after_an_hour_however_often_it_is_renewed() -> None:
    session = start_session(shop=make_shop(), language="de")
    VisitorSession.objects.filter(pk=session.pk).update(created_at=Now() - timedelta(minutes=55))
    session.refresh_from_db()
    for _heartbeat in range(3):
        renewed = heartbeat(session=session)
        assert renewed is not None and renewed.expires_at == session.created_at + timedelta(minutes=60)
    VisitorSession.objects.filter(pk=session.pk).update(created_at=F("created_at") - timedelta(minutes=5))
    assert heartbeat(session=session)
    assert not heartbeat(session=session)


@proves(
    "docs/decisions/0022",
    "the limits take two statements however much an address holds; of the address only a keyed digest is stored",
)
def test_of_an_address_a_session_keeps_what_nobody_can_read() -> None:
    shop = make_shop()
    one, other, again, six = (
        start_session(shop=shop, language="de", address=address)
        for address in ("192.0.2.1", "192.0.2.2", "192.0.2.1", "2001:db8:7:1::/64")
    )
    one.refresh_from_db()
    assert one.address_digest == again.address_digest != other.address_digest
    assert one.pass_digest != again.pass_digest and one.network_digest == ""
    assert six.address_digest != six.network_digest
    for kept in (one.address_digest, one.pass_digest, six.address_digest, six.network_digest):
        assert re.fullmatch(r"[0-9a-f]{16}", kept)
    nobody = start_session(shop=shop, language="de")
    assert (nobody.pass_digest, nobody.address_digest, nobody.network_digest) == ("", "", "")


def test_what_is_told_of_a_new_session_is_what_the_database_has() -> None:
    session = start_session(shop=make_shop(), language="de")
    told = session.created_at, session.expires_at
    session.refresh_from_db()
    assert (session.created_at, session.expires_at) == told


@proves("purchase §4", "a session that ran out ends: told, cart cleared, a new one begins")
def test_a_session_that_ran_out_cannot_be_renewed_or_used() -> None:
    session = start_session(shop=make_shop(), language="de")
    run_out(session)
    assert not heartbeat(session=session)
    assert lock_session(session) is None
    assert access_session(session.shop, session.token) is None


@proves("design §4", "cart, line and session of one shop are unknown to others")
def test_each_shop_has_its_own_cookie_and_sessions() -> None:
    one, other = make_shop(), make_shop()
    session = start_session(shop=one, language="de")
    assert session_cookie(one) != session_cookie(other)
    assert access_session(one, session.token) == session
    assert access_session(other, session.token) is None
    assert access_session(one, "") is None
    assert access_session(one, "guessed") is None


@proves("design §6", "cookie per shop, HttpOnly, SameSite=Lax, Secure over https, 128 bits")
def test_tokens_have_at_least_128_bits() -> None:
    tokens = {VisitorSession().token for _ in range(1000)}
    assert len(tokens) == 1000
    assert min(len(token) for token in tokens) * 6 >= 128


@proves("design §4", "the sweep gives back what expired within 3 s")
def test_the_sweep_ends_what_ran_out_and_tells_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[UUID] = []
    monkeypatch.setattr(hooks.above, "sessions_ended", ended.extend)
    shop = make_shop()
    gone, alive = start_session(shop=shop, language="de"), start_session(shop=shop, language="de")
    run_out(gone)
    assert end_overdue_sessions() == 1
    assert end_overdue_sessions() == 0
    assert ended == [gone.pk]
    alive.refresh_from_db()
    assert alive.ended_at is None
