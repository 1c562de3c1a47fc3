from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from sessions_queue.actions import LIFETIME, end_overdue_sessions, renew_session, start_session
from sessions_queue.locks import lock_session
from sessions_queue.models import VisitorSession
from sessions_queue.queries import access_session, session_cookie
from sessions_queue.signals import sessions_ended
from tests.factories import make_shop

pytestmark = pytest.mark.django_db


def run_out(session: VisitorSession) -> None:
    VisitorSession.objects.filter(pk=session.pk).update(expires_at=timezone.now() - timedelta(seconds=1))


def test_a_session_lives_20_minutes() -> None:
    session = start_session(shop=make_shop(), language="de")
    assert timedelta(minutes=20) == LIFETIME
    assert abs(session.expires_at - timezone.now() - LIFETIME) < timedelta(seconds=5)


def test_the_heartbeat_gives_20_more_minutes() -> None:
    session = start_session(shop=make_shop(), language="de")
    VisitorSession.objects.filter(pk=session.pk).update(expires_at=timezone.now() + timedelta(seconds=5))
    assert renew_session(session=session)
    assert session.expires_at > timezone.now() + timedelta(minutes=19)


def test_a_session_that_ran_out_cannot_be_renewed_or_used() -> None:
    session = start_session(shop=make_shop(), language="de")
    run_out(session)
    assert not renew_session(session=session)
    assert lock_session(session.pk) is None
    assert access_session(session.shop, session.token) is None


def test_each_shop_has_its_own_cookie_and_sessions() -> None:
    one, other = make_shop(), make_shop()
    session = start_session(shop=one, language="de")
    assert session_cookie(one) != session_cookie(other)
    assert access_session(one, session.token) == session
    assert access_session(other, session.token) is None
    assert access_session(one, "") is None
    assert access_session(one, "guessed") is None


def test_tokens_have_at_least_128_bits() -> None:
    tokens = {VisitorSession().token for _ in range(1000)}
    assert len(tokens) == 1000
    assert min(len(token) for token in tokens) * 6 >= 128


def test_the_sweep_ends_what_ran_out_and_tells_it_once() -> None:
    told: list[Any] = []

    def listen(sender: object, session_ids: list[Any], **_rest: object) -> None:
        told.extend(session_ids)

    sessions_ended.connect(listen)
    try:
        shop = make_shop()
        gone, alive = start_session(shop=shop, language="de"), start_session(shop=shop, language="de")
        run_out(gone)
        assert end_overdue_sessions() == 1
        assert end_overdue_sessions() == 0
    finally:
        sessions_ended.disconnect(listen)
    assert told == [gone.pk]
    alive.refresh_from_db()
    assert alive.ended_at is None
