"""A developer's shop beside the stand-ins for payment services, as `make run` starts them, finds all of it well."""

from contextlib import ExitStack
from functools import partial

import httpx
import pytest

from launch.ports import HOST, free_port
from launch.processes import end, spawn
from launch.stand_ins import StandIn, stand_ins
from tests import servers
from tests.proofs import proves
from tests.races.waiting import until
from tests.stage import one_event

SECONDS_TO_START = 30


def started(stand_in: StandIn, running: ExitStack) -> None:
    """Without the file that keeps a developer's payments."""
    command = list(stand_in.command)
    place = command.index("--state")
    running.callback(end, spawn([*command[:place], *command[place + 2 :]]))


def answers(port: int) -> bool:
    try:
        return bool(httpx.get(f"http://{HOST}:{port}/", timeout=2).status_code)
    except httpx.HTTPError:
        return False


@proves("docs/operations.md", "a developer's shop passes `manage.py check_payments`: events come, signed")
@pytest.mark.whole
def test_a_developers_shop_passes_the_check(fresh_database: str) -> None:
    port, ports = free_port(), (free_port(), free_port())
    env = {"PORT": str(port), "PUBLIC_URL": f"http://localhost:{port}"}
    with ExitStack() as running:
        one_event(fresh_database, 1)
        for stand_in in stand_ins({"DEBUG": "1", **env}, ports):
            started(stand_in, running)
            env |= stand_in.environment
        for one in ports:
            until(partial(answers, one), SECONDS_TO_START)
        running.enter_context(servers.web_server(fresh_database, workers=1, env=env, port=port))
        told = servers.manage(fresh_database, "check_payments", env=env)
    assert "FAILED" not in told
    assert "an event of it has come" in told and "a test order is made" in told
    assert f"http://{HOST}:{port}/api/v2/payments/stripe/events answers" in told
