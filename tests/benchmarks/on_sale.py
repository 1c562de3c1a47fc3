"""A sale that begins at a moment, rehearsed from end to end.

    python -m tests.benchmarks.on_sale

Twenty thousand visitors come before it begins, each from an address of its own behind a proxy, and wait in the event's
line; the draw puts them in an order; five hundred pieces are bought; the others are told that all are gone. Three web
processes, the worker and the visitors share the machine. Fails unless every piece is sold once, nobody meets a failure
or loses a place, and nobody was told "sold out" before the last piece was asked for.
VISITORS=2000, PIECES=50, PACE=4 (how much sooner visitors ask than they are told to), JSON=file writes the figures.
"""

import os
import sys
import time
from statistics import quantiles

import psutil

from tests import servers
from tests.benchmarks.on_sale_visitors import BOUGHT, SOLD_OUT, Sale, Seen

from .load import web, worked, write_figures
from .sale_load import PROCESSES, Crowd
from .sale_stage import printed, stage

VISITORS, PIECES = (int(os.environ.get(name, of)) for name, of in (("VISITORS", "20000"), ("PIECES", "500")))
PACE = float(os.environ.get("PACE", "4"))
WORKERS = 3
ARRIVING_A_SECOND = 300


def problems_of(seen: Seen, visitors: int, pieces: int) -> list[str]:
    last = sorted(seen.held)[pieces - 1] if len(seen.held) >= pieces else float("inf")
    broken = {
        f"it ended otherwise for some: {seen.codes}": {*seen.codes} - {BOUGHT, SOLD_OUT},
        f"{seen.codes[BOUGHT]} bought, of {pieces}": seen.codes[BOUGHT] != min(pieces, visitors),
        f"failures: {dict(seen.failures)}": seen.failures,
        "somebody was told too early that all is sold": seen.sold_out and min(seen.sold_out) < last,
        f"{seen.moved} places lost": seen.moved,
        f"{seen.codes.total()} visitors came to an end": seen.codes.total() != visitors,
    }
    return [what for what, is_broken in broken.items() if is_broken]


def main() -> int:
    arriving = VISITORS / ARRIVING_A_SECOND
    with stage() as on, Crowd() as crowd:
        env = on.env | {"BEHIND_PROXY": "1"}
        with web(env, workers=WORKERS) as shop, servers.worker(on.database, env=env) as worker:
            processes = {"web": shop.process, "database": on.postgres, "worker": psutil.Process(worker.process.pid)}
            asked = env | {"BEGINS_IN": str(arriving + 20)}
            ticket = printed(on.database, asked, "prepare", module="on_sale_rows")
            before, began = {name: worked(one) for name, one in processes.items()}, time.monotonic()
            sale = Sale(shop.port, ticket, VISITORS, arriving, PACE, PROCESSES)
            seen = sum(crowd.pool.map(sale.play, range(PROCESSES)), start=Seen())
            took = time.monotonic() - began
            spent = {name: worked(one) - before[name] for name, one in processes.items()} | {"visitors": seen.cpu}
        found = printed(on.database, env | {"TICKET": str(ticket)}, "sold", module="on_sale_rows")
        problems = problems_of(seen, VISITORS, PIECES)
        if found["sold"] + found["held"] != PIECES or found["orders"] != PIECES:
            problems.append(f"of {PIECES} pieces: {found}")
        if broken := on.clear_up():
            problems.append(f"broken, with so many rows: {broken}")
    rows = {
        "visitors": float(VISITORS),
        "bought": float(seen.codes[BOUGHT]),
        "told that all is sold": float(seen.codes[SOLD_OUT]),
        "from the first to the last order, s": max(seen.ordered, default=0.0) - min(seen.ordered, default=0.0),
        "all of it, s": took,
        "polls": float(len(seen.polls)),
        "a poll, p95, ms": quantiles(seen.polls, n=20)[-1] * 1000 if len(seen.polls) > 1 else 0.0,
        **{f"CPU, {name}, s": seconds for name, seconds in spent.items()},
    }
    print("\nA sale that begins at a moment\n")
    for name, value in rows.items():
        print(f"{name:40}{value:12.1f}")
    print("\n" + ("\n".join(problems) or "every piece sold once, no failure, nobody told too early that all is sold"))
    write_figures({"on sale": rows})
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
