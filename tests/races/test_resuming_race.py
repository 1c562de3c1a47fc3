"""Thirty-two browsers go on with one session at once, through real HTTP: one of them does. And the canary."""

from collections import Counter
from threading import Barrier
from typing import Any

from sessions_queue.models import VisitorSession
from sessions_queue.resuming import new_resume_id
from tests import servers
from tests.factories import make_shop, start_session
from tests.proofs import proves
from tests.races.buyers import BUYERS, Buyer, together
from tests.races.canary import fails_without_locks
from tests.servers import Databases
from tests.stage import check_invariants, on

RESUME = """mutation RESUME_SESSION($input: ResumeSessionInput!) {
  resumeSession(input: $input) { session { expiresAt } }
}"""


def resume(barrier: Barrier, argument: tuple[str, str], number: int) -> Any:
    url, resume_id = argument
    buyer = Buyer(url, number)
    barrier.wait(timeout=120)
    found = buyer.run(RESUME, {"input": {"sessionId": resume_id}})
    return "resumed" if found else buyer.outcome.codes[0]


def resume_at_once(database: str, **env: str) -> None:
    with on(database):
        resume_id = new_resume_id(session=start_session(shop=make_shop("merchstand"), language="de"))
    with servers.web_server(database, workers=2, env=env) as web:
        browsers: Any = together(resume, (web.url, resume_id))
    assert Counter(browsers) == {"resumed": 1, "NOT_RESUMED": BUYERS - 1}
    with on(database):
        assert VisitorSession.objects.get().resume_nonce == ""
    check_invariants(database)


@proves(
    "purchase §1, §7",
    "RESUME_SESSION and checkout/resume: a cart moves to another browser by an address that is good "
    "once, for ten minutes",
)
def test_32_browsers_go_on_once(fresh_database: str) -> None:
    resume_at_once(fresh_database)


def test_canary_without_the_sessions_lock_they_do_not(fresh_databases: Databases) -> None:
    fails_without_locks(fresh_databases, resume_at_once)
