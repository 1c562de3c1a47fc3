"""Seats claimed a second through HTTP, by several client processes at once.

    python -m tests.benchmarks.seat_claims

starts servers of its own with two web processes. Each guest is a new one and asks for four seats side by side:
“apart” each client has rows of its own, “the same” all ask for the same groups in the same order, so that all but one
are refused and offered others. Ends with 1 if a seat was given twice. SECONDS=8 and CLIENTS=4 may be changed.
"""

import json
import multiprocessing
import os
import sys
import tempfile
import time
from collections import Counter
from itertools import cycle
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Any

import psutil

from launch.paths import LOCAL
from launch.servers import start
from tests import servers
from tests.races.buyers import Buyer

SECONDS, CLIENTS = float(os.environ.get("SECONDS", "8")), int(os.environ.get("CLIENTS", "4"))
ROWS, SEATS, GROUP = 500, 40, 4
HALLS = f"""
import json
from catalogue.models import SeatRow
from tests.factories import first_variant, make_event, make_seat_map, make_shop
shop = make_shop("merchstand")
halls = []
for _ in range(2):
    event = make_event(shop, cart_limit=9)
    seat_map = make_seat_map(event, rows={ROWS}, seats={SEATS})
    rows = SeatRow.objects.filter(section__seat_map=seat_map).order_by("order").prefetch_related("seats")
    halls.append([first_variant(event).pk, [[str(seat.pk) for seat in row.seats.all()] for row in rows]])
print(json.dumps(halls))
"""
PROPOSAL = """query BEST($ticket: [ID!]) {
  bestSeats(eventId: "0", amount: 4, productVariantIds: $ticket) { id }
}"""
# Each web process has answered a few times before anything is measured.
WARM = 16
# Of each client, so that none of them is one of those that hold too much or come too often.
ADDRESSES = 100


def ask(url: str, variant: int, client: int, groups: list[list[str]], barrier: Barrier, results: Any) -> None:
    """Ask for one group after the other as a new guest each; put down the seats that were given, and the codes."""
    buyers = [Buyer(url, client * ADDRESSES + number) for number in range(ADDRESSES)]
    given, answers = Counter[str](), 0
    for _ in range(WARM):
        buyers[0].run(PROPOSAL, {"ticket": [str(variant)]})
    barrier.wait(timeout=60)
    began = time.perf_counter()
    for group, buyer in zip(groups, cycle(buyers), strict=False):
        if time.perf_counter() - began >= SECONDS:
            break
        buyer.client.cookies.clear()
        if buyer.take(variant, GROUP, group):
            given.update(item["seatId"] for item in buyer.items)
        answers += 1
    took = time.perf_counter() - began
    codes = Counter(code for buyer in buyers for code in buyer.outcome.codes)
    results.put((given, answers, codes, [status for buyer in buyers for status in buyer.outcome.bad_statuses], took))


def measure(name: str, web: psutil.Process, url: str, variant: int, shares: list[list[list[str]]]) -> Counter[str]:
    context = multiprocessing.get_context("spawn")
    barrier, results = context.Barrier(len(shares) + 1), context.Queue()
    clients = [
        context.Process(target=ask, args=(url, variant, client, share, barrier, results))
        for client, share in enumerate(shares)
    ]
    for client in clients:
        client.start()
    barrier.wait(timeout=60)
    before = worked(web)
    found = [results.get(timeout=SECONDS + 120) for _client in clients]
    for client in clients:
        client.join()
    given = sum((one[0] for one in found), Counter[str]())
    answers, codes = sum(one[1] for one in found), sum((one[2] for one in found), Counter[str]())
    bad, took = [status for one in found for status in one[3]], max(one[4] for one in found)
    cpu = (worked(web) - before) * 1000 / answers
    print(f"{name:12}{given.total() / took:10.0f}{answers / took:12.0f}{codes.total() / answers:10.0%}{cpu:14.1f}")
    assert not bad and codes.keys() <= {"SEATS_NOT_AVAILABLE"}, (bad, codes)
    return given


def worked(web: psutil.Process) -> float:
    times = [one.cpu_times() for one in (web, *web.children(recursive=True))]
    return sum(one.user + one.system for one in times)


def groups_of(rows: list[list[str]]) -> list[list[str]]:
    return [row[at : at + GROUP] for row in rows for at in range(0, len(row) - GROUP + 1, GROUP)]


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="merchstand-bench-") as folder:
        parts = start(Path(folder), {}, durable=True)
        try:
            env = {**parts.environment(), "DEBUG": "0", "SECRET_KEY": "only measured"}
            env |= {"GRAPHQL_SAFELIST_ONLY": "0", "MEDIA_ROOT": f"{folder}/media"}
            database = env["DATABASE_URL"]
            (LOCAL / "static").mkdir(parents=True, exist_ok=True)
            servers.manage(database, "migrate", "-v", "0", env=env)
            printed = servers.manage(database, "shell", "--no-imports", "-c", HALLS, env=env)
            (variant, rows), (other, same) = json.loads(printed.strip().splitlines()[-1])
            print(f"{CLIENTS} clients, {ROWS * SEATS} seats, groups of {GROUP}\n")
            print(f"{'':12}{'seats/s':>10}{'answers/s':>12}{'refused':>10}{'CPU ms each':>14}")
            with servers.web_server(database, workers=2, env=env) as running:
                web, url = psutil.Process(running.process.pid), running.url
                given = measure("apart", web, url, variant, [groups_of(rows[at::CLIENTS]) for at in range(CLIENTS)])
                given += measure("the same", web, url, other, [groups_of(same)] * CLIENTS)
            claims = servers.number(database, "SELECT count(*) FROM catalogue_seatclaim")
        finally:
            parts.stop()
    twice = [seat for seat, times in given.items() if times > 1]
    print(f"\n{len(twice)} seats given twice, {given.total()} given, {claims} claims")
    return 1 if twice or claims != given.total() else 0


if __name__ == "__main__":
    sys.exit(main())
