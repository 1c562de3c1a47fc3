"""Thirty-two browsers go on with one session at once, through real HTTP: one of them does. And the canary."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Barrier
from typing import Any

import pytest
from django.db import connection

from sessions_queue.models import VisitorSession
from sessions_queue.visitor_sessions.resuming import new_resume_id
from tests.factories import make_shop, start_session
from tests.proofs import proves
from tests.races.buyers import BUYERS, Buyer, together
from tests.races.canary import fails_on
from tests.races.ground import Ground
from tests.stage import on

RESUME = """mutation RESUME_SESSION($input: ResumeSessionInput!) {
  resumeSession(input: $input) { session { expiresAt } }
}"""


def resume(barrier: Barrier, argument: tuple[str, str, str], number: int) -> Any:
    url, slug, resume_id = argument
    buyer = Buyer(url, slug=slug)
    barrier.wait(timeout=120)
    found = buyer.run(RESUME, {"input": {"sessionId": resume_id}})
    return "resumed" if found else buyer.outcome.codes[0]


def resume_at_once(ground: Ground) -> None:
    with on(ground.database):
        session = start_session(shop=make_shop(), language="de")
        resume_id = new_resume_id(session=session)
    browsers: Any = together(resume, (ground.url, session.shop.slug, resume_id))
    assert Counter(browsers) == {"resumed": 1, "NOT_RESUMED": BUYERS - 1}
    with on(ground.database):
        assert VisitorSession.objects.get(pk=session.pk).resume_nonce == ""
    ground.check()


@proves(
    "purchase §1, §7",
    "RESUME_SESSION and checkout/resume: a cart moves to another browser by an address that is good "
    "once, for ten minutes",
)
def test_32_browsers_go_on_once(ground: Ground) -> None:
    resume_at_once(ground)


@contextmanager
def slow_to_store(database: str) -> Iterator[None]:
    """What changes a session waits a moment before: time for others to look at it, however busy the machine is."""
    with on(database), connection.cursor() as cursor:
        cursor.execute(
            """
            CREATE FUNCTION wait_a_moment() RETURNS trigger LANGUAGE plpgsql
                AS 'BEGIN PERFORM pg_sleep(0.1); RETURN NULL; END';
            CREATE TRIGGER slow_to_store BEFORE UPDATE ON sessions_queue_visitorsession
                EXECUTE FUNCTION wait_a_moment();
            """
        )
    try:
        yield
    finally:
        with on(database), connection.cursor() as cursor:
            cursor.execute("DROP FUNCTION wait_a_moment CASCADE")


@pytest.mark.whole
def test_canary_without_the_sessions_lock_they_do_not(ground_without_locks: Ground) -> None:
    with slow_to_store(ground_without_locks.database):
        fails_on(ground_without_locks, resume_at_once)
