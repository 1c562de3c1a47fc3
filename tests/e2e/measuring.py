"""What tests measure on an open page."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache

from playwright.sync_api import Page, Response, ViewportSize

from launch.paths import ROOT

AXE = ROOT / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
TAKEN_OVER = "#app[data-started]"
SCRIPTS = "*/assets/*.js"
LATE = "**/assets/late-overlays-*.js"
LATE_MS = 1500

# Visible elements by their tag and text or alternative text, counted where
# several are the same:
# [left, top on the page, width, height] in CSS pixels.
_BOXES = """() => {
  const counts = new Map();
  const boxes = {};
  const looked = "#app :is(h1, h2, h3, img, p, a, button, dt, dd, legend, label, header, footer)";
  for (const element of document.querySelectorAll(looked)) {
    const box = element.getBoundingClientRect();
    // What is inside a closed panel has a box, too; what is for ears only has one of a pixel.
    if (box.width <= 1 || box.height <= 1 || !element.checkVisibility()) continue;
    const text = (element.alt ?? element.innerText).replace(/\\s+/g, " ").trim();
    const tag = element.tagName.toLowerCase().replace(/^(a|button)$/, "control");
    const name = `${tag} ${text}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    boxes[`${name} #${count}`] = [box.left, box.top + scrollY, box.width, box.height];
  }
  return boxes;
}"""
# What of the words is in sight: nothing lies over it, and it ends above the window's lower edge.
IN_SIGHT = """(box) => {
  const {left, top, width, height, bottom} = box.getBoundingClientRect();
  const above = document.elementFromPoint(left + width / 2, top + height / 2);
  return bottom <= innerHeight && box.contains(above);
}"""
# Boxes that reach out of the page at its right edge, innermost first; what scrolls by itself is meant to.
_TOO_WIDE = """() => {
  const edge = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= edge) return [];
  return [...document.querySelectorAll("body *")]
    .filter((element) => element.getBoundingClientRect().right > edge + 0.5)
    .map((element) => `${element.tagName} ${element.className} ${element.textContent.slice(0, 40)}`)
    .slice(-5);
}"""

# Marks the frame after the first one that shows all that was read of the page.
MARK_ARRIVAL = """document.addEventListener("readystatechange", () => {
  requestAnimationFrame(() => requestAnimationFrame(() => performance.mark("arrived")));
}, {once: true});"""
# Shifts of a page that has arrived: on a busy machine the browser paints a page of which it has read a part, and what
# stands at the end of a line or of the window moves as the rest is read, up to the first frame that shows all of it.
_SHIFTS = """() => new Promise((resolve) => {
  const found = {sum: 0, moved: []};
  const arrived = performance.getEntriesByName("arrived")[0]?.startTime ?? 0;
  const told = ({node, previousRect: from, currentRect: to}) =>
    `${node?.outerHTML?.slice(0, 120) ?? node?.nodeName} from ${[from.x, from.y, from.width, from.height]}` +
    ` to ${[to.x, to.y, to.width, to.height]}`;
  new PerformanceObserver((list) => {
    for (const one of list.getEntries().filter(({startTime}) => startTime > arrived)) {
      found.sum += one.value;
      found.moved.push(...one.sources.map((source) => `${Math.round(one.startTime)} ms: ${told(source)}`));
    }
  }).observe({type: "layout-shift", buffered: true});
  setTimeout(() => resolve(found), 300);
})"""


@cache
def _axe() -> str:
    return AXE.read_text()


def axe_violations(page: Page, within: str = "html") -> list[str]:
    """What axe finds on the page, or within one part of it, as readable lines."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_axe())
    found = page.evaluate(
        "([part, tags]) => axe.run(part, {runOnly: tags, resultTypes: ['violations'], elementRef: false})",
        [within, AXE_TAGS],
    )
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


def wait_for_react(page: Page) -> None:
    """Until React hears what is pressed on the page and the fonts are there."""
    page.wait_for_selector(TAKEN_OVER, state="attached")
    page.evaluate("document.fonts.ready.then(() => true)")


@contextmanager
def scripts_held(page: Page, scripts: str = SCRIPTS) -> Iterator[None]:
    """The scripts of the page that is opened meanwhile wait for the end, and one at least must have waited.

    Unlike Playwright's routes, this leaves the browser its cache, so that a page costs what it costs a visitor.
    """
    devtools = page.context.new_cdp_session(page)
    held: list[object] = []
    devtools.on("Fetch.requestPaused", lambda event: held.append(event))  # Playwright wants a function
    devtools.send("Network.enable")
    # Only to forget what the tab remembers: a script from there would ask nobody. The cache on the disk stays.
    devtools.send("Network.setCacheDisabled", {"cacheDisabled": True})
    devtools.send("Network.setCacheDisabled", {"cacheDisabled": False})
    devtools.send("Fetch.enable", {"patterns": [{"urlPattern": scripts}]})
    yield
    wait_for(page, lambda: held)
    devtools.detach()


@contextmanager
def time_to_come_up(page: Page) -> Iterator[None]:
    """Around opening a page: until whatever comes up over it by itself has had its time."""
    with page.expect_response(LATE):
        yield
    page.wait_for_timeout(LATE_MS)


def let_pass(page: Page, seconds: int) -> None:
    """Let so much of the page's time pass, ten times as fast; before it opens, it needs `clock=True`."""
    for _ in range(seconds):
        page.clock.fast_forward(1000)
        page.wait_for_timeout(100)


def wait_until(page: Page, expression: str, seconds: float = 30) -> None:
    """Until the expression is true; unlike Playwright's own way it needs no eval, which the shop's pages forbid."""
    deadline = time.monotonic() + seconds
    while not page.evaluate(expression):
        assert time.monotonic() < deadline, f"never true: {expression}"
        time.sleep(0.02)


def wait_for(page: Page, condition: Callable[[], object], seconds: float = 30) -> None:
    """Until something here, which the page's events bring about, is true."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it never happened"
        page.wait_for_timeout(20)


def hydrated(page: Page, address: str) -> Response:
    """Open the page until React has it; it must not have moved. What React finds otherwise, the console tells."""
    response = page.goto(address)
    assert response is not None
    wait_for_react(page)
    shifts = page.evaluate(_SHIFTS)
    assert round(shifts["sum"], 3) == 0, "\n".join([address, *shifts["moved"]])
    return response


def layout_shift(page: Page) -> float:
    """The sum of all shifts since the page was opened; 0 when nothing moved."""
    return page.evaluate(_SHIFTS)["sum"]


def boxes(page: Page, screens: Sequence[ViewportSize]) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {}
    for screen in screens:
        page.set_viewport_size(screen)
        page.evaluate("document.body.offsetHeight, document.fonts.ready.then(() => true)")
        found |= {f"at {screen['width']} px {name}": box for name, box in page.evaluate(_BOXES).items()}
    return found


def too_wide(page: Page) -> list[str]:
    """What makes the page scroll sideways at its present width."""
    found: list[str] = page.evaluate(_TOO_WIDE)
    return found


def looked_at(page: Page) -> None:
    """Axe finds nothing, nothing scrolls sideways."""
    # Half-way between two colours there is no contrast to speak of.
    wait_until(page, "document.getAnimations().every((one) => !(one instanceof CSSTransition))")
    assert axe_violations(page) == [], page.url
    assert too_wide(page) == [], page.url


class Inspector:
    """Looks at every screen of the way."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.seen: list[str] = []

    def __call__(self) -> None:
        self.seen.append(self.page.url)
        looked_at(self.page)
