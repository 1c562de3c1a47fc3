"""What `python -m tests.first_views` measures: no tests."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import OpenPage, Site
from tests.e2e.places import STOPS

# Lighthouse's phone and its slow 4G.
PHONE: Any = {"width": 412, "height": 823}
SHARPNESS = 1.75
SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 204_800, "uploadThroughput": 84_480}
SLOWER = 4
TIMES = int(os.environ.get("TIMES", "3"))
# Longer than any picture of a first view takes.
AFTER_LOAD_MS = 1500
# Shops whose homes are no stops.
HOMES = {"goldkante": "/goldkante", "geheimbund": "/geheimbund?code=ROTLICHT"}

LARGEST = """() => new Promise((done) => {
  new PerformanceObserver((list) => {
    const last = list.getEntries().at(-1);
    const picture = last.url && performance.getEntriesByName(last.url)[0];
    done({
      ms: last.startTime,
      what: last.url ? last.url.split("/").slice(-2).join("/") : last.element?.tagName ?? "",
      bytes: picture ? picture.encodedBodySize : 0,
      answered: performance.getEntriesByType("navigation")[0].responseStart,
    });
  }).observe({type: "largest-contentful-paint", buffered: true});
  setTimeout(() => done(null), 3000);
})"""


@pytest.mark.console_may_say("status of 404", "status of 403")
def measure_every_kind_of_page(open_page: OpenPage, site: Site) -> None:
    # One of each kind in each shop.
    kinds = {(one.place.slug, one.route): one for one in STOPS if one.status == 200}
    asked = {f"{one.place}{one.path}": one.place.url(site.port) + one.address for one in kinds.values()}
    asked |= {slug: site.url + path for slug, path in HOMES.items()}
    found = {name: median_view(open_page, address) for name, address in asked.items()}
    Path(os.environ["FIRST_VIEWS"]).write_text(json.dumps(found, indent=2))


def median_view(open_page: OpenPage, address: str) -> dict[str, Any]:
    views = sorted((first_view(open_page, address) for _time in range(TIMES)), key=lambda one: one["ms"])
    return views[len(views) // 2]


def first_view(open_page: OpenPage, address: str) -> dict[str, Any]:
    page = open_page(viewport=PHONE, device_scale_factor=SHARPNESS, is_mobile=True, has_touch=True)
    slow_down(page)
    page.goto(address, wait_until="load")
    page.wait_for_timeout(AFTER_LOAD_MS)
    view: dict[str, Any] = page.evaluate(LARGEST) or {"ms": 0.0, "what": "", "bytes": 0, "answered": 0.0}
    page.context.close()
    return view


def slow_down(page: Page) -> None:
    connection = page.context.new_cdp_session(page)
    connection.send("Network.enable")
    connection.send("Network.emulateNetworkConditions", SLOW_4G)
    connection.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
