"""The waiting room with a million visitors beside a bare Django view, in the same run; part of `make bench`.

    python -m tests.benchmarks.waiting_room

Those who wait ask where they stand, of two web processes, while those who ask and a bare view's server share the
machine: answered in front of Django, and by Django itself. Then the million comes in, three in ten having left: fails
where the order is not exact, more are inside than fit or the line takes more than 5 MB.
VISITORS=100000 are fewer, JSON=file writes the figures.
"""

import os
import sys
import tempfile
import time
from dataclasses import asdict
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from launch import servers as local
from launch.messages import compile_messages
from launch.paths import LOCAL, ROOT
from tests import servers

from .load import BARE, Cost, Server, web, write_figures
from .sale_stage import printed

WORKERS = 2
ROUNDS = 5
PATH = "/api/v2/shops/merchstand/session/queue"
# What the view looks at and nobody in front of it does.
BY_DJANGO = "Accept: application/json;q=0.9\r\n"
POLLS, MEGABYTES = 5_000, 5
BARE_VIEW, IN_FRONT, DJANGO = "bare view", "poll", "poll, by Django"


def ask(bare: Server, shop: Server, cookies: list[str]) -> dict[str, Cost]:
    plain = [f"Cookie: {cookie}\r\n" for cookie in cookies]
    shop.cost(PATH, *plain)
    rounds = [
        {
            BARE_VIEW: bare.cost("/"),
            IN_FRONT: shop.cost(PATH, *plain, seconds=2.0),
            DJANGO: shop.cost(PATH, *(one + BY_DJANGO for one in plain)),
        }
        for _round in range(ROUNDS)
    ]
    return {
        name: Cost(median(one[name].cpu for one in rounds), median(one[name].rate for one in rounds))
        for name in rounds[0]
    }


def measure() -> tuple[dict[str, Cost], int, dict[str, Any]]:
    """What polls cost; how many of those who asked Valkey knows of; what became of the million."""
    compile_messages()
    (LOCAL / "static").mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="merchstand-bench-") as folder:
        parts = local.start(Path(folder), {}, durable=False)
        try:
            env = {**os.environ, **parts.environment(), "DEBUG": "0", "SECRET_KEY": "only measured"}
            env |= {"ANSWER_CACHE_SECONDS": "300", "PYTHONPATH": str(ROOT)}
            rows = partial(printed, parts.database_url, env, module="waiting_room_rows")
            servers.manage(parts.database_url, "migrate", "-v", "0", env=env)
            cookies = rows("wait")
            with web(env, BARE, WORKERS) as bare, web(env, workers=WORKERS) as shop:
                costs = ask(bare, shop, cookies)
                shop.cost(PATH, *(f"Cookie: {cookie}\r\n" for cookie in cookies))
                time.sleep(2)  # until the web processes have told who was seen
            return costs, rows("seen"), rows("simulate")
        finally:
            parts.stop()


def main() -> int:
    costs, seen, sale = measure()
    print("\nThe waiting room: visitors who ask where they stand, beside a bare Django view; two web processes each,")
    print("and those who ask share the machine\n")
    print(f"{'':28}{'a second':>12}{'CPU, µs':>12}{'views':>12}")
    for name, one in costs.items():
        print(f"{name:28}{one.rate:12.0f}{one.cpu:12.0f}{one.cpu / costs[BARE_VIEW].cpu:12.2f}")
    rows = {
        "joined, a second": sale["joined"],
        "polls by Valkey, a second": sale["polled"],
        "polls by a copy, a second": sale["told"],
        "a round, ms": sale["rounds mean"],
        "a round, p95, ms": sale["rounds p95"],
        "a copy anew, ms": sale["exchanges mean"],
        "most inside": sale["most_inside"],
        "most memory, MB": sale["most_bytes"] / 1e6,
    }
    print(f"\n{sale['visitors']} came, {sale['let_in']} stayed and came in, in {sale['rounds']} rounds\n")
    for name, value in rows.items():
        print(f"{name:28}{value:12.2f}")
    bars = {
        f"{costs[IN_FRONT].rate:.0f} polls a second, not {POLLS}": costs[IN_FRONT].rate < POLLS,
        "Valkey was not told who was seen": not seen,
        f"more than {MEGABYTES} MB": sale["most_bytes"] > MEGABYTES * 1e6,
    }
    problems = [what for what, is_broken in bars.items() if is_broken]
    print("\n" + ("\n".join(problems) or "everybody in order, never more inside than fit, all places exact"))
    write_figures({"waiting room": {name: asdict(one) for name, one in costs.items()} | rows})
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
