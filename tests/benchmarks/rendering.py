"""What React on the server costs and withstands: `python -m tests.benchmarks.rendering` (docs/limits.md).

First the renderer writes ten thousand pages of the demo shops, no two alike: its memory must not grow, and what each
kind of page costs is shown. Then visitors ask the web server for a minute, while its renderers are killed and stopped
again and again: whatever happens, each must get a whole page. SECONDS=60.
"""

import json
import multiprocessing
import os
import random
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import cycle
from statistics import median, quantiles
from typing import NamedTuple

import tests.conftest  # noqa: F401 - starts PostgreSQL and Valkey  # isort: skip
import httpx
import psutil
from django.conf import settings
from django.db import connection
from django.test import Client

from shop.core.http.renderer import Renderer
from shop.models import Shop
from shop.web import pages
from tests import servers

RENDERINGS, BLOCK = 10_000, 20
MARKS = (500, 2_500, 5_000, 7_500, 10_000)
# A MB in a hundred renderings would be 75; so much may come and go with V8's own tidying.
WARM, GROWTH_MB = 2_500, 40
EACH = 12
VISITORS, WORKERS = 8, 2
# How likely a renderer is harmed in a tenth of a second: when it has just been started, and later.
AT_START, LATER = 0.25, 0.04
SECONDS = float(os.environ.get("SECONDS", "60"))
# Two for the turn, two for one that starts, two for the rendering, one for all else.
LONGEST = 7.0
PATHS = ("/checkout", "/search/shirt", "/search/live", "/search/nichts", "/artists", "/categories", "/events")
DATA = [
    re.compile(rf'<script type="application/json" id="{name}">(.+?)</script>') for name in ("shop-data", "page-data")
]


class Asked(NamedTuple):
    """What the renderer is given; `path` is the page's whole address."""

    path: str
    address: str
    page: str
    data: str


@contextmanager
def demo() -> Iterator[str]:
    """A database with the demo shops, which is this process's, too."""
    with servers.database() as url:
        servers.manage(url, "migrate", "-v", "0", "--skip-checks")
        servers.manage(url, "seed", "--pictures=few", "--draw", "-v", "0")
        connection.settings_dict["NAME"] = url.rpartition("/")[2]
        yield url
        connection.close()


def real_pages() -> dict[str, list[Asked]]:
    """By their kind: what Django gives the renderer for the demo shops' pages, in both languages."""
    found: dict[str, list[Asked]] = defaultdict(list)
    client, asked = Client(HTTP_HOST="localhost"), list[tuple[str, str, str]]()

    def written_down(address: str, page: str, data: str) -> str:
        asked.append((address, page, data))
        return ""

    pages.renderer.html = written_down  # type: ignore[method-assign]
    for path in addresses(client):
        for language in ("de", "en"):
            asked.clear()
            if client.get(path, {"lang": language}).status_code != 200:
                continue
            for address, page, data in asked:
                kind = (json.loads(data) or {"route": "checkout"})["route"]
                found[kind].append(Asked(path, address, page, data))
    del pages.renderer.html
    return found


def addresses(client: Client) -> list[str]:
    """Of each kind some, of every shop that shows them to everybody."""
    found = list[str]()
    for slug in Shop.objects.values_list("slug", flat=True):
        base = "" if slug == "merchstand" else f"/{slug}"
        listed = re.findall(r"<loc>https?://[^/<]+([^<?]*)</loc>", client.get(f"{base}/sitemap.xml").content.decode())
        things = defaultdict[str, list[str]](list)
        for path in listed:
            things[path.removeprefix(base).split("/")[1] if path != base else ""].append(path)
        found += [base or "/", *(base + path for path in PATHS)]
        found += [path for kind in things.values() for path in kind[:EACH]]
    return list(dict.fromkeys(found))


def changed(asked: Asked, number: int) -> Asked:
    """The same page with names, and with a slug or words of its address, that no other has."""
    path, address, page, data = asked
    variables = (json.loads(data) or {"variables": {}})["variables"]
    for own in (variables.get("slug"), *variables.get("query", [])):
        if own:
            address, data = address.replace(own, f"{own}{number}"), data.replace(f'"{own}"', f'"{own}{number}"')
    for name in ('"name":"', 'Name":"'):
        page, data = page.replace(name, f"{name}{number} "), data.replace(name, f"{name}{number} ")
    return Asked(path, address, page, data)


class Cost(NamedTuple):
    """CPU milliseconds, KB of HTML"""

    node: float
    python: float
    size: float


def block(renderer: Renderer, node: psutil.Process, given: list[Asked]) -> Cost:
    before, worked, size = cpu(node), time.process_time(), 0
    for one in given:
        html = renderer.html(one.address, one.page, one.data)
        assert html, one.address
        size += len(html)
    worked = time.process_time() - worked
    return Cost((cpu(node) - before) * 1e3 / len(given), worked * 1e3 / len(given), size / 1e3 / len(given))


def cpu(process: psutil.Process) -> float:
    times = process.cpu_times()
    return times.user + times.system


def many(found: dict[str, list[Asked]]) -> bool:
    renderer, costs, memory = Renderer(), defaultdict[str, list[Cost]](list), dict[int, float]()
    assert renderer.html(*found["product"][0][1:])
    assert renderer.process
    node = psutil.Process(renderer.process.process.pid)
    sources = {kind: cycle(of_kind) for kind, of_kind in found.items()}
    kinds, done = cycle(sources), 0
    print(f"{RENDERINGS} renderings of {sum(map(len, found.values()))} pages; before: {rss(node):.0f} MB")
    while done < RENDERINGS:
        kind = next(kinds)
        given = [changed(next(sources[kind]), number) for number in range(done, done + BLOCK)]
        costs[kind].append(block(renderer, node, given))
        done += BLOCK
        if done in MARKS:
            memory[done] = rss(node)
            print(f"after {done:6}: {memory[done]:4.0f} MB", flush=True)
    renderer.end()
    grown = memory[RENDERINGS] - memory[WARM]
    print(f"grown since {WARM}: {grown:.0f} MB (≤ {GROWTH_MB})\n")
    print(f"{'median, a rendering':24}{'CPU ms, Node':>14}{'CPU ms, Python':>16}{'KB':>8}{'pages':>8}")
    for kind, one in sorted(costs.items()):
        node_ms, python_ms, size = (median(column) for column in zip(*one, strict=True))
        print(f"{kind:24}{node_ms:14.1f}{python_ms:16.2f}{size:8.0f}{len(found[kind]):8}")
    everything = [cost for one in costs.values() for cost in one]
    print(f"{'all':24}{median(x.node for x in everything):14.1f}{median(x.python for x in everything):16.2f}\n")
    return grown <= GROWTH_MB


def rss(process: psutil.Process) -> float:
    return process.memory_info().rss / 1e6


class Seen(NamedTuple):
    """`wrong`: what is missing in an answer"""

    took: float
    rendered: bool
    wrong: str


def visitor(number: int, url: str, paths: list[str], seconds: float) -> list[Seen]:
    """Asks for pages of the shops, every other one of which is not kept."""
    seen, ends, chance = list[Seen](), time.monotonic() + seconds, random.Random(number)
    with httpx.Client(base_url=url, timeout=60) as client:
        while time.monotonic() < ends:
            unkept = chance.choice(("/search/shirt", f"/search/live{chance.random()}"))
            for path in (chance.choice(paths), unkept):
                seen.append(visit(client, path, chance.choice(("de", "en"))))
                time.sleep(0.05)
    return seen


def visit(client: httpx.Client, path: str, language: str) -> Seen:
    began = time.perf_counter()
    try:
        answer = client.get(path, params={"lang": language})
    except httpx.HTTPError as error:
        return Seen(time.perf_counter() - began, False, f"{path}: {error!r}")
    took, html = time.perf_counter() - began, answer.text
    wrong = "" if answer.status_code == 200 else f"{path}: {answer.status_code}"
    if not wrong and not re.search("<title>[^<]+</title>", html):
        wrong = f"{path}: no title"
    for expression in DATA:
        with suppress(ValueError, TypeError):
            json.loads((expression.search(html) or ["", ""])[1])
            continue
        wrong = wrong or f"{path}: no {expression.pattern}"
    return Seen(took, '<div id="app"></div>' not in html, wrong)


def renderers(web: servers.Running) -> list[psutil.Process]:
    found = list[psutil.Process]()
    for one in psutil.Process(web.process.pid).children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            if str(settings.FRONTEND_SERVER) in one.cmdline():
                found.append(one)
    return found


def harm(web: servers.Running, seconds: float) -> Counter[str]:
    """Kills some, stops some for a moment and others for good, at any moment: also while they start."""
    done, ends, stopped = Counter[str](), time.monotonic() + seconds, list[tuple[float, psutil.Process]]()
    known = set[int]()
    while time.monotonic() < ends:
        time.sleep(0.1)
        for victim in renderers(web):
            likely = LATER if victim.pid in known else AT_START
            known.add(victim.pid)
            if random.random() > likely:
                continue
            kind = random.choice(("killed", "stopped for a moment", "stopped"))
            done[kind] += 1
            with suppress(psutil.NoSuchProcess):
                if kind == "killed":
                    victim.kill()
                    continue
                victim.suspend()
                stopped.append((ends if kind == "stopped" else time.monotonic() + random.uniform(0, 3), victim))
        for until, victim in stopped:
            if until < time.monotonic():
                with suppress(psutil.NoSuchProcess):
                    victim.resume()
    for _until, victim in stopped:
        with suppress(psutil.NoSuchProcess):
            victim.resume()
    return done


def trouble(database: str, paths: list[str]) -> bool:
    # What is kept is kept for a second: then it is rendered anew.
    env = {"ANSWER_CACHE_SECONDS": "1", "REDIS_URL": servers.redis_url(8)}
    with servers.web_server(database, workers=WORKERS, env=env) as web:
        with multiprocessing.Pool(VISITORS) as pool:
            pool.starmap(visitor, [(number, web.url, paths, 3) for number in range(VISITORS)])
            asked = pool.starmap_async(visitor, [(number, web.url, paths, SECONDS) for number in range(VISITORS)])
            harmed = harm(web, SECONDS)
            seen = [one for of_visitor in asked.get(timeout=120) for one in of_visitor]
        time.sleep(2)
        with httpx.Client(base_url=web.url, timeout=60) as client:
            after = [visit(client, "/search/shirt", "de") for _ in range(20)]
        left, reasons = renderers(web), Counter(re.findall(r"is not rendered \(failure \d+\): (.*)", web.log()))
    took = sorted(one.took for one in seen)
    cuts, wrong = quantiles(took, n=20), [one.wrong for one in (*seen, *after) if one.wrong]
    bare = sum(not one.rendered for one in seen)
    print(f"renderers: {', '.join(f'{number} {what}' for what, number in harmed.most_common())}")
    print(f"{len(seen)} pages, {bare} of them not rendered, {len(wrong)} wrong")
    print(f"median {cuts[9] * 1e3:.0f} ms, p95 {cuts[18] * 1e3:.0f} ms, longest {took[-1]:.1f} s (≤ {LONGEST:.0f})")
    print(f"afterwards {sum(one.rendered for one in after)} of {len(after)} are rendered, by {len(left)} processes")
    for text, number in (reasons + Counter(wrong)).most_common(10):
        print(f"    {number:5} {text}")
    rendered = all(one.rendered for one in after) and len(left) <= WORKERS
    return not wrong and rendered and bare < len(seen) / 2 and took[-1] <= LONGEST


def main() -> int:
    with demo() as database:
        found = real_pages()
        fine = many(found)
        connection.close()
        paths = sorted({one.path for kind in found.values() for one in kind if one.data != "null"})
        return 0 if trouble(database, paths) and fine else 1


if __name__ == "__main__":
    sys.exit(main())
