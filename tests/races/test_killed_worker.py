"""A worker that dies only delays a mail or a picture (design §4, invariant 8)."""

import time
from pathlib import Path

import pytest

from tests import servers
from tests.factories import make_shop, make_undrawn
from tests.peers.smtp import MailServer, mail_server
from tests.proofs import proves
from tests.stage import check_invariants, on, placed_order

PATIENCE = 60.0


def settled(database: str) -> None:
    """Wait until nothing is left to do, then all invariants must hold."""
    deadline = time.monotonic() + 30
    while servers.number(database, "SELECT count(*) FROM shop_mail WHERE sent_at IS NULL"):
        assert time.monotonic() < deadline, "a mail was never marked as sent"
        time.sleep(0.1)
    check_invariants(database)


def undrawn(database: str) -> int:
    return servers.number(database, "SELECT count(*) FROM shop_image WHERE NOT thumbnails_ready")


def wait_until_drawn(database: str, left: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while undrawn(database) > left:
        assert time.monotonic() < deadline, f"{undrawn(database)} pictures are not drawn"
        time.sleep(0.05)


@proves(
    "docs/decisions/0028",
    "drawing goes on where it stopped, after kill -9 too; a failure is told to staff, tried again and "
    "keeps no other picture",
)
@pytest.mark.whole
def test_killed_while_it_draws_the_demos_pictures(fresh_database: str, tmp_path: Path) -> None:
    env = {"MEDIA_ROOT": str(tmp_path)}
    with on(fresh_database):
        new = time.time_ns()  # else they lie in the cache
        pictures = [make_undrawn("cover", "goldkante", new + number, 740) for number in range(6)]
    with servers.worker(fresh_database, env=env) as doomed:
        wait_until_drawn(fresh_database, left=5)
        doomed.kill()
    assert undrawn(fresh_database) > 0
    with servers.worker(fresh_database, env=env):
        wait_until_drawn(fresh_database, left=0)
    for picture in pictures:
        assert (tmp_path / "pictures" / picture.key / "500.avif").stat().st_size > 0


def message_ids(smtp: MailServer) -> set[str]:
    return {str(message["Message-ID"]) for message in smtp.messages}


@proves("design §4", "the same Message-ID, sent once; a killed worker only delays")
@pytest.mark.whole
def test_killed_before_it_takes_the_job(fresh_database: str) -> None:
    with mail_server() as smtp:
        env = {"EMAIL_URL": smtp.url}
        with servers.worker(fresh_database, env=env) as early:
            early.kill()
        with on(fresh_database):
            reference = placed_order(make_shop("merchstand")).reference
        with servers.worker(fresh_database, env=env):
            (message,) = smtp.wait_for(1, PATIENCE)
            settled(fresh_database)
        assert reference in str(message["Subject"])
        assert str(message["Message-ID"]).endswith("@localhost>")


@pytest.mark.whole
def test_killed_between_the_mail_servers_acceptance_and_the_jobs_end(fresh_database: str) -> None:
    with mail_server() as smtp:
        env = {"EMAIL_URL": smtp.url}
        smtp.hold_answer_seconds = 5
        with servers.worker(fresh_database, env=env) as doomed:
            with on(fresh_database):
                placed_order(make_shop("merchstand"))
            assert smtp.accepted.wait(30)
            doomed.kill()
        smtp.hold_answer_seconds = 0
        with servers.worker(fresh_database, env=env):
            smtp.wait_for(2, PATIENCE)
            settled(fresh_database)
        assert len(message_ids(smtp)) == 1
