"""What others notice of one client that asks for dear things over 150 connections (docs/decisions/0072):
`python -m tests.benchmarks.one_client`, two web processes as in production. SECONDS=10 for each kind, ONLY=name.
"""

import json
import os
import tempfile
import time
from collections import Counter
from pathlib import Path
from statistics import median

from launch import servers
from launch.paths import LOCAL, ROOT
from launch.settings import without_settings
from tests.greedy_clients import Greedy, flooded, json_of, order, request, search, searches, waits

from .catalogue import manage
from .load import Server, web, worked

SECONDS = float(os.environ.get("SECONDS", "10"))
STAGE = """
import json
from catalogue.models import Event
from shop.models import Shop
from tests.factories import make_product
from tests.stage import placed_order
shop = Shop.objects.get(slug="merchstand")
order = placed_order(shop, make_product(shop))
event = Event.objects.filter(listed_in=shop).order_by("pk").values_list("slug", flat=True)[0]
print(json.dumps({"secret": order.secret, "event": event}))
"""


def kinds(secret: str) -> dict[str, Greedy]:
    return {
        "20 × search": Greedy(searches(), 20),
        "150 × search": Greedy(searches()),
        "150 × order": Greedy((order(secret),)),
        "150 × 1 MiB of JSON": Greedy((json_of(1_000_000),)),
        "150 × 60 KiB of JSON": Greedy((json_of(60_000),)),
        "2 addresses, 195 × search": Greedy(searches(), 195, ("127.0.5.1", "127.0.5.2")),
        "20 addresses, 20 × search": Greedy(searches(), 20, tuple(f"127.0.5.{one}" for one in range(1, 21))),
    }


def shown(found: list[float]) -> str:
    return f"{median(found):6.0f} {max(found):6.0f}"


def measure(server: Server, name: str, greedy: Greedy, wanted: dict[str, bytes]) -> None:
    answers: Counter[int] = Counter()
    with flooded(server.port, greedy, answers):
        time.sleep(2)
        began, before = time.monotonic(), worked(server.process)
        found = waits(server.port, wanted, SECONDS)
        share = (worked(server.process) - before) / (time.monotonic() - began)
    took = time.monotonic() - began + 2
    told = ", ".join(f"{status}: {number / took:.0f}/s" for status, number in sorted(answers.items()))
    print(
        f"{name:28}"
        + "   ".join(shown(list(one)) for one in found.values())
        + f"   CPU {share:.2f}   load {os.getloadavg()[0]:.0f}   {told}",
        flush=True,
    )


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="merchstand-bench-") as folder:
        parts = servers.start(Path(folder), {}, durable=False)
        try:
            env = without_settings(os.environ) | parts.environment()
            env |= {"DEBUG": "0", "SECRET_KEY": "only measured", "MEDIA_ROOT": f"{folder}/media"}
            env |= {
                "ANSWER_CACHE_SECONDS": "300",
                "OUTBOX_DIR": f"{folder}/outbox",
                "PYTHONPATH": str(ROOT),
                "LOG_LEVEL": "ERROR",
            }
            (LOCAL / "static").mkdir(parents=True, exist_ok=True)
            manage(env, "migrate", "-v", "0")
            manage(env, "seed", "--force", "--pictures=none", "-v", "0")
            made = json.loads(manage(env, "shell", "--no-imports", "-c", STAGE).strip().splitlines()[-1])
            wanted = {
                "kept page": request("GET", f"/events/{made['event']}"),
                "health": request("GET", "/healthz"),
                "search of another": search("hemd"),
            }
            only = os.environ.get("ONLY", "")
            with web(env, workers=2) as server:
                print(f"{'ms: median, longest':28}" + "   ".join(f"{name:>13}" for name in wanted))
                waits(server.port, wanted, 2)
                costs = [server.cost(f"/events/{made['event']}") for _round in range(5)]
                cheapest, quickest = min(one.cpu for one in costs), max(one.rate for one in costs)
                print(f"a kept page: {cheapest:.0f} µs of CPU, {quickest:.0f}/s", flush=True)
                measure(server, "nobody", Greedy((b"",), 0), wanted)
                for name, greedy in kinds(made["secret"]).items():
                    if only in name:
                        measure(server, name, greedy, wanted)
        finally:
            parts.stop()


if __name__ == "__main__":
    main()
