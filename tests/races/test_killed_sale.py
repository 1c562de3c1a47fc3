"""A sale with a waiting room goes on whatever is killed in its middle: Valkey with all that it knows of the line, a web
process, the worker. No place is lost, no order, and every piece is sold once.
"""

import os
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest

from launch import valkey
from sessions_queue.models import WaitingRoom
from tests import servers
from tests.benchmarks.on_sale_rows import put_on_sale
from tests.benchmarks.on_sale_visitors import BOUGHT, SOLD_OUT, Sale
from tests.factories import make_shop
from tests.proofs import proves
from tests.races.waiting import until
from tests.stage import check_invariants, on

PIECES, VISITORS = 40, 120
# As often as once a second; what a lost answer had held is free again soon.
PACE, SESSION_SECONDS = 30, 10


@proves(
    "docs/decisions/0064",
    "a sale with a line goes on when Valkey, a web process and the worker are killed in its middle: "
    "every piece is sold once, no order and no place is lost, nobody meets a failure",
)
@pytest.mark.whole
def test_everything_is_killed_once(fresh_database: str, tmp_path: Path) -> None:
    line = valkey.start(tmp_path)
    env = {"REDIS_URL": line.url(), "BEHIND_PROXY": "1", "SESSION_SECONDS": str(SESSION_SECONDS)}
    with on(fresh_database):
        ticket = put_on_sale(make_shop("merchstand"), pieces=PIECES, capacity=8, rate=6_000, seconds=8).pk

    def sold(pieces: int) -> bool:
        return servers.number(fresh_database, "SELECT count(*) FROM checkout_order") >= pieces

    try:
        with (
            servers.web_server(fresh_database, env=env) as web,
            servers.worker(fresh_database, env=env) as worker,
            ThreadPoolExecutor(1) as visitors,
        ):
            playing = visitors.submit(Sale(web.port, ticket, VISITORS, arriving=4, pace=PACE, patience=100).play, 0)
            until(lambda: sold(5))
            os.kill(line.process.pid, signal.SIGKILL)
            line.process.wait()
            line = valkey.start(tmp_path, line.port)
            until(lambda: sold(15))
            psutil.Process(web.process.pid).children(recursive=True)[-1].kill()
            until(lambda: sold(25))
            worker.kill()
            with servers.worker(fresh_database, env=env):
                seen = playing.result(timeout=120)
    finally:
        line.stop()
    assert seen.codes == {BOUGHT: PIECES, SOLD_OUT: VISITORS - PIECES}
    assert not seen.failures
    assert seen.moved <= seen.lost
    assert servers.number(fresh_database, "SELECT count(*) FROM checkout_order") == len(seen.ordered) == PIECES
    assert servers.number(fresh_database, "SELECT sum(sold) FROM catalogue_stock") == PIECES
    with on(fresh_database):
        drawn = WaitingRoom.objects.get().lots
    # A machine that is busy lets some come only after the draw.
    assert drawn is not None and 0 < drawn <= VISITORS
    check_invariants(fresh_database)
