"""How fast the seat map is on a slow device: `python -m tests.benchmarks.seat_map` (design §5).

A Chromium that is slowed down four times shows a stadium of catalogue.seat_plans.generator. First picture: from the two
files being there to the plan being painted; names of sections follow. Frames: while it is zoomed from 1 to 25 and
dragged at every level of detail. Each is done several times and the quickest counts, as others may work on the machine.
No graphics card is used.
"""

import json
import os
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median, quantiles
from subprocess import PIPE, run

import brotli
from playwright.sync_api import Browser, Page, sync_playwright

from launch.browser import ensure_chromium
from launch.node import ensure_modules, environment
from launch.paths import BIN, FRONTEND, ROOT, VENV_PYTHON

SLOWDOWN = 4
ROUNDS = 5
SMALL, LARGE = 20_000, 80_000
FIRST_PAINT_MS, FRAME_MS = 300, 33
HEAP_MB = 40
DESKTOP = {"viewport": {"width": 1280, "height": 900}, "device_scale_factor": 1}
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 3}

# The compact file and the availability of a generated bowl, as catalogue.seating would store and answer them.
PLAN = """
import json, random
from catalogue.seat_plans.generator import bowl
from catalogue.seat_plans.geometry import bounding_box, outline
from catalogue.seat_plans.reading import read_plan
own = bowl(SEATS)
plan = read_plan(json.dumps(own).encode()).plan
names = [one.name for one in plan.categories]
kinds = {"wheelchair": "w", "companion": "c", "promoter": "x", "press": "x"}
sections, points, first, bits, dice = [], [], 1, bytearray((plan.size + 7) // 8), random.Random(7)
for number, (section, drawn) in enumerate(zip(plan.sections, own["sections"], strict=True), start=1):
    rows, sold = [], dice.choice((0.02, 0.2, 0.5, 0.8, 1))
    for row, line in zip(section.rows, drawn["rows"], strict=True):
        found = {"n": row.name, "ids": [first, len(row.seats)], "at": [line[key] for key in ("x", "y", "dx", "dy")]}
        found["no"] = [1, 1]
        kept = {}
        for at, seat in enumerate(row.seats):
            if seat.reserved_for:
                kept.setdefault(kinds[str(seat.reserved_for)], []).append(at)
        rows.append({**found, "kinds": kept} if kept else found)
        free = True
        for place in range(first - 1, first - 1 + len(row.seats)):
            if dice.random() < 0.3:
                free = dice.random() >= sold
            bits[place >> 3] |= free << (place & 7)
        first += len(row.seats)
    hull = outline([row.seats for row in section.rows])
    points += hull
    category = names.index(drawn["category"])
    flat = [value for point in hull for value in point]
    sections.append({"id": str(number), "name": section.name, "category": category, "hull": flat, "rows": rows})
box = bounding_box(points)
version = "0123456789abcdef"
compact = {"v": 1, "version": version, "box": [box[key] for key in ("x", "y", "width", "height")], "categories": names}
compact |= {"sections": sections, "graphics": list(plan.graphics)}
print(json.dumps({"plan": json.dumps(compact, separators=(",", ":")), "bits": version + bits.hex()}))
"""

# Resolves with the milliseconds between frames while something moves in each of them.
FRAMES = """
async ({ kind, steps }) => {
  const map = document.querySelector("[data-seat-map] [role=grid]");
  const { left, top, width, height } = map.getBoundingClientRect();
  const next = () => new Promise((resolve) => requestAnimationFrame(() => resolve(performance.now())));
  const at = { bubbles: true, cancelable: true, clientX: left + width * 0.36, clientY: top + height * 0.3 };
  const times = [await next()];
  for (let step = 0; step < steps; step++) {
    if (kind === "drag") {
      const turn = step / 12;
      const aside = Math.sin(turn) * width * 0.3;
      const to = { clientX: at.clientX + aside, clientY: at.clientY + Math.sin(turn * 0.7) * height * 0.25 };
      map.dispatchEvent(new PointerEvent("pointermove", { ...at, ...to, pointerId: 1, pointerType: "mouse" }));
    } else map.dispatchEvent(new WheelEvent("wheel", { ...at, deltaY: kind === "in" ? -10 : 10 }));
    times.push(await next());
  }
  return times.slice(1).map((time, index) => time - times[index]);
}
"""


def stadium(seats: int, folder: Path) -> None:
    env = {**os.environ, "DEBUG": "1", "DATABASE_URL": "postgres://nobody@127.0.0.1:1/none"}
    env["REDIS_URL"] = "redis://127.0.0.1:1/0"
    code = PLAN.replace("SEATS", str(seats))
    done = run(
        [VENV_PYTHON, "-W", "ignore", "manage.py", "shell", "-v", "0", "-c", code],
        cwd=ROOT,
        env=env,
        stdout=PIPE,
        check=True,
    )
    made = json.loads(done.stdout)
    plan, bits = made["plan"].encode(), bytes.fromhex(made["bits"])
    (folder / "plan.json").write_bytes(plan)
    (folder / "seats.bin").write_bytes(bits)
    sizes = [len(brotli.compress(one)) / 1000 for one in (plan, bits)]
    print(f"{seats} seats: compact file {sizes[0]:.1f} KB, availability {sizes[1]:.1f} KB (brotli)")


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()


@contextmanager
def slow_page(browser: Browser, device: dict[str, object], address: str) -> Iterator[Page]:
    context = browser.new_context(**device)  # type: ignore[arg-type]
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    page.goto(address)
    page.wait_for_function("window.firstPaint > 0", timeout=60_000)
    yield page
    context.close()


def first_paint(browser: Browser, device: dict[str, object], address: str) -> list[float]:
    found = []
    for _ in range(ROUNDS):
        with slow_page(browser, device, address) as page:
            found.append(float(page.evaluate("window.firstPaint")))
    return found


def frames(browser: Browser, device: dict[str, object], address: str) -> tuple[dict[str, list[float]], float]:
    """Milliseconds a frame by what is done, and the page's memory in MB: objects and the buffers beside them."""
    rounds: list[list[tuple[str, list[float]]]] = []
    with slow_page(browser, device, address) as page:
        page.wait_for_timeout(500)
        rounds = [list(journey(page)) for _ in range(ROUNDS)]
        session = page.context.new_cdp_session(page)
        session.send("HeapProfiler.collectGarbage")
        heap = session.send("Runtime.getHeapUsage")
        memory = (heap["usedSize"] + heap.get("backingStorageSize", 0)) / 1e6
    found: dict[str, list[float]] = {}
    for parts in zip(*rounds, strict=True):
        # Frames of one step do the same work in every round: the quickest is the one that nobody else held up.
        found.setdefault(parts[0][0], []).extend(map(min, zip(*(times for _, times in parts), strict=True)))
    return found, memory


def journey(page: Page) -> Iterator[tuple[str, list[float]]]:
    """From zoom 1 to 25 with stops at which the plan is dragged about, and back again."""
    box = page.get_by_role("grid").bounding_box()
    assert box
    for steps in (0, 40, 40, 60, 45):
        if steps:
            yield "zoom", page.evaluate(FRAMES, {"kind": "in", "steps": steps})
        page.mouse.move(box["x"] + box["width"] * 0.36, box["y"] + box["height"] * 0.3)
        page.mouse.down()
        yield "drag", page.evaluate(FRAMES, {"kind": "drag", "steps": 60})
        page.mouse.up()
    yield "zoom", page.evaluate(FRAMES, {"kind": "out", "steps": 150})


def p95(values: list[float]) -> float:
    return quantiles(values, n=20)[-1]


def main() -> int:
    ensure_modules()
    chromium = ensure_chromium()
    good = True

    def tell(what: str, value: float, bar: float, unit: str, more: str = "") -> None:
        nonlocal good
        good = good and value <= bar
        print(f"{'  ' if value <= bar else '! '}{what:<52}{value:8.1f} {unit} (≤ {bar}){more}")

    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        run([BIN / "node", "dev/seat-map/build.ts", folder], cwd=FRONTEND, env=environment(), check=True, stderr=PIPE)
        browser = playwright.chromium.launch(executable_path=str(chromium), args=["--no-sandbox"])
        with served(folder) as address:
            for seats in (SMALL, LARGE):
                stadium(seats, folder)
                for label, device in (("1280 px", DESKTOP), ("390 px, 3×", PHONE)):
                    if seats == SMALL:
                        painted = first_paint(browser, device, address)
                        more = f", median {median(painted):.0f}"
                        tell(f"{seats} seats, {label}: first picture", min(painted), FIRST_PAINT_MS, "ms", more)
                        continue
                    moved, memory = frames(browser, device, address)
                    for kind, values in moved.items():
                        more = f", median {median(values):.1f}, worst {max(values):.1f}, {len(values)} frames"
                        tell(f"{seats} seats, {label}: {kind}, p95 a frame", p95(values), FRAME_MS, "ms", more)
                    tell(f"{seats} seats, {label}: memory", memory, HEAP_MB, "MB")
        browser.close()
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
