"""`make bench`: the catalogue rows of design §5 beside a bare Django view on the same server, in the same run.

Both servers run side by side and are asked in turns; costs are ratios of their CPU time, because machines differ and
are seldom idle. SCALE=large measures the large catalogue, too.
"""

import json
import os
import tempfile
from pathlib import Path
from statistics import median
from subprocess import PIPE, run
from urllib.parse import quote

from launch import servers
from launch.paths import LOCAL, ROOT, VENV_PYTHON

from .load import BARE, Cost, Server, persisted, web, write_figures

ROUNDS = 7
BARE_VIEW, EVENT_PAGE, EVENT_RATE = "bare view, µs", "cached event page", "cached event page, requests/s"
# The largest shelf that the main shop lists: its name, what asking for it costs, and its number of statements; and the
# coming event with most tickets.
QUERY = """
import json, statistics, time
from django.db import connection
from django.db.models import Count
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from catalogue.models import Category, Event
from catalogue.queries import visible
from config.graphql.schema import execute
from shop.web.graphql.context import GraphQLContext
from shop.models import Shop
shop = Shop.objects.for_page().get(slug="merchstand")
shelves = Category.objects.listed_in(shop).annotate(size=Count("placements")).filter(size__gte=18)
events = Event.objects.filter(visible.coming(shop)).annotate(tickets=Count("variants"))
event = events.order_by("-tickets", "pk").values_list("slug", flat=True)[0]
slug, size = shelves.order_by("-size").values_list("slug", "size")[0]
context = GraphQLContext(shop, "de", RequestFactory().get("/"))
with CaptureQueriesContext(connection) as queries:
    execute("CATEGORY", {"slug": slug}, context)
cpu, clock = [], []
for _ in range(100):
    worked, began = time.process_time(), time.perf_counter()
    execute("CATEGORY", {"slug": slug}, context)
    cpu.append((time.process_time() - worked) * 1000)
    clock.append((time.perf_counter() - began) * 1000)
# By the clock the database's work counts, and that of everybody else on the machine: least in the quickest ones.
quick = statistics.quantiles(clock, n=10)[0]
cost = {"cpu": statistics.median(cpu), "clock": quick, "statements": len(queries)}
print(json.dumps({"event": event, "slug": slug, "size": size, **cost}))
"""


def manage(env: dict[str, str], *arguments: str) -> str:
    done = run([VENV_PYTHON, "-W", "ignore", "manage.py", *arguments], env=env, cwd=ROOT, stdout=PIPE, check=True)
    return done.stdout.decode()


def document(slug: str) -> str:
    extensions = json.dumps({"persistedQuery": {"version": 1, "sha256Hash": persisted("CATEGORY")}})
    variables = json.dumps({"slug": slug})
    return f"/api/graphql?locale=de&extensions={quote(extensions)}&variables={quote(variables)}"


def measure(env: dict[str, str], bare: Server) -> dict[str, float]:
    query = json.loads(manage(env, "shell", "--no-imports", "-c", QUERY).strip().splitlines()[-1])
    page, asked = f"/categories/{query['slug']}", document(query["slug"])
    event = f"/events/{query['event']}"
    with web(env) as shop:
        status, head = shop.ask(page)
        assert status == 200 and shop.ask(asked)[0] == 200, (page, status)
        etag = next(line[6:].decode() for line in head.split(b"\r\n") if line.lower().startswith(b"etag: "))
        known = f"If-None-Match: {etag}\r\n"
        assert shop.ask(page, known)[0] == 304
        assert shop.ask(event)[0] == 200, event
        wanted = {
            "cached page": (page, ""),
            EVENT_PAGE: (event, ""),
            "cached persisted GET": (asked, ""),
            "304": (page, known),
        }
        rounds = [(bare.cost("/"), {row: shop.cost(*one) for row, one in wanted.items()}) for _ in range(ROUNDS)]
    found = ratios(rounds)
    return {
        **found,
        EVENT_RATE: median(costs[EVENT_PAGE].rate for _bare, costs in rounds),
        "products on the shelf": query["size"],
        "query, in bare views": query["cpu"] * 1000 / found[BARE_VIEW],
        "query, CPU ms": query["cpu"],
        "query, ms": query["clock"],
        "query, statements": query["statements"],
    }


def ratios(rounds: list[tuple[Cost, dict[str, Cost]]]) -> dict[str, float]:
    """Of each round the bare view's cost to the shop's; of all rounds the median."""
    found = {BARE_VIEW: median(bare.cpu for bare, _shop in rounds)}
    for row in rounds[0][1]:
        found[row] = median(bare.cpu / shop[row].cpu for bare, shop in rounds)
    for row in rounds[0][1]:
        found[f"{row}, by the clock"] = median(shop[row].rate / bare.rate for bare, shop in rounds)
    return found


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="merchstand-bench-") as folder:
        parts = servers.start(Path(folder), {}, durable=False)
        try:
            # As in operation: DEBUG would write down every statement.
            env = {**os.environ, **parts.environment(), "DEBUG": "0", "SECRET_KEY": "only measured"}
            env |= {
                "ANSWER_CACHE_SECONDS": "300",
                "MEDIA_ROOT": f"{folder}/media",
                "OUTBOX_DIR": f"{folder}/outbox",
                "PYTHONPATH": str(ROOT),
            }
            (LOCAL / "static").mkdir(parents=True, exist_ok=True)
            manage(env, "migrate", "-v", "0")
            manage(env, "seed", "--force", "--pictures=none", "-v", "0")
            with web(env, BARE) as bare:
                columns = {"small": measure(env, bare)}
                if os.environ.get("SCALE") == "large":
                    manage(env, "seed", "--force", "--pictures=none", "--scale", "large")
                    columns["large"] = measure(env, bare)
        finally:
            parts.stop()
    show(columns)


BARS = {
    "cached page": "≥ 0.45",
    EVENT_PAGE: "≥ 0.45",
    "cached persisted GET": "≥ 0.45",
    EVENT_RATE: "≥ 880",  # twenty times as many as pretix' 44
    "query, in bare views": "≤ 60",  # 8 ms where a bare view takes 0.13
    "query, CPU ms": "≤ 8",
    "query, statements": "≤ 6",
}


def show(columns: dict[str, dict[str, float]]) -> None:
    print("\nRatios to a bare Django view: how often the shop answers in the CPU time of one such answer\n")
    print(f"{'':36}" + "".join(f"{name:>10}" for name in columns) + f"{'bar':>10}")
    for row in columns["small"]:
        print(f"{row:36}" + "".join(f"{one[row]:10.2f}" for one in columns.values()) + f"{BARS.get(row, ''):>10}")
    if "large" in columns:
        for row in ("query, CPU ms", "query, ms"):
            grown = columns["large"][row] / columns["small"][row]
            print(f"{row + ', large to small':36}{'':10}{grown:10.2f}{'≤ 1.2':>10}")
    write_figures(columns)


if __name__ == "__main__":
    main()
