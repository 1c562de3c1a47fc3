"""React on the server: whatever becomes of its process, the page goes out (docs/decisions/0025)."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from django.core.cache import cache

from shop.core.http import renderer as module
from shop.core.http.renderer import Renderer
from tests.factories import make_category, make_product, make_shop
from tests.processes import alive, all_end
from tests.proofs import proves
from tests.shop.web.visit import Visit

ECHO = """
const lines = require("node:readline").createInterface({ input: process.stdin });
const { readFileSync } = require("node:fs");
const { spawnSync } = require("node:child_process");
const openedOr = (refused, open) => { try { open(); return "opened"; } catch { return refused; } };
console.log("ready");
lines.on("line", (line) => {
  const { number, address } = JSON.parse(line);
  const say = (answer) => console.log(JSON.stringify({ number, ...answer }));
  if (address === "/hang") for (;;);
  if (address === "/die") process.exit(1);
  if (address === "/fill") { const all = []; for (;;) all.push(new Array(1e6).fill(line)); }
  if (address === "/fail") say({ error: "no such thing" });
  else if (address === "/shapeless") say({ html: 1 });
  else if (address === "/twice") { say({ html: address }); say({ html: address }); }
  else if (address === "/half") say({ html: "\\ud83d" });
  else if (address === "/other-file") say({ html: openedOr("refused", () => readFileSync("/etc/hostname")) });
  else if (address === "/other-program") say({ html: openedOr("refused", () => spawnSync("true")) });
  else if (address === "/garbage") console.log("<html>");
  else say({ html: address });
});
"""

WEB_PROCESS = """
import sys, time
from pathlib import Path
from django.conf import settings
settings.configure(FRONTEND_SERVER=Path(sys.argv[1]))
from shop.core.http.renderer import renderer
while renderer.html("/", "{}", "null") != "/":
    time.sleep(0.1)
print(renderer.process.process.pid, flush=True)
time.sleep(60)
"""


@pytest.fixture
def ours(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Renderer]:
    """With a program that misbehaves when it is told to."""
    settings.FRONTEND_SERVER = tmp_path / "server.js"
    settings.FRONTEND_SERVER.write_text(ECHO)
    monkeypatch.setattr(module, "PAUSE_SECONDS", 60.0)
    running = Renderer()
    yield running
    running.end()


def html(renderer: Renderer, address: str) -> str:
    return renderer.html(address, "{}", "null")


@contextmanager
def patience_of(seconds: float) -> Iterator[None]:
    """What a page waits for within; elsewhere in the tests as long as a busy machine takes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "SECONDS", seconds)
        yield


def works_behind_the_pause(renderer: Renderer) -> bool:
    renderer.paused_until = float("-inf")
    return html(renderer, "/after") == "/after"


class TestTrouble:
    @proves(
        "design §1, §5",
        "a renderer that fails, hangs, ends, fills its memory, is killed or stopped costs one page its "
        "paint, and what it left out is not kept for others",
    )
    @pytest.mark.parametrize("address", ["/hang", "/die", "/fill", "/garbage"])
    def test_it_costs_one_rendering_and_a_pause(
        self, ours: Renderer, address: str, caplog: pytest.LogCaptureFixture
    ) -> None:
        assert html(ours, "/before") == "/before"
        with patience_of(1):
            began = time.monotonic()
            assert html(ours, address) == ""
            assert time.monotonic() - began < 15
        assert html(ours, "/meanwhile") == "" and ours.process is None, "nobody waits, and none is started"
        assert 50 < ours.paused_until - time.monotonic() <= 60, "the pause ends by itself"
        assert works_behind_the_pause(ours)
        failed, again = caplog.messages
        assert failed.startswith(f"{address} is not rendered (page 1): ")
        assert again == "pages are rendered again, 2 were not"

    @pytest.mark.parametrize("address", ["/fail", "/shapeless", "/half"])
    def test_a_page_that_cannot_be_rendered_costs_the_others_nothing(self, ours: Renderer, address: str) -> None:
        assert html(ours, address) == ""
        assert html(ours, "/after") == "/after"

    @proves("design §6", "the renderer may read its own file, no other, and start no program")
    @pytest.mark.parametrize("address", ["/other-file", "/other-program"])
    def test_it_may_read_its_own_file_and_start_nothing(self, ours: Renderer, address: str) -> None:
        assert html(ours, address) == "refused"

    def test_an_answer_that_is_left_is_nobody_elses(self, ours: Renderer, monkeypatch: pytest.MonkeyPatch) -> None:
        assert html(ours, "/twice") == "/twice"
        assert html(ours, "/next") == ""
        assert works_behind_the_pause(ours)
        with monkeypatch.context() as patch, pytest.raises(MemoryError):
            patch.setattr(module.json, "loads", Mock(side_effect=MemoryError))
            html(ours, "/large")
        assert works_behind_the_pause(ours)

    @pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGSTOP])
    def test_whoever_kills_or_stops_it(self, ours: Renderer, sent: signal.Signals) -> None:
        assert html(ours, "/before") == "/before"
        assert ours.process
        stopped = ours.process.process
        os.kill(stopped.pid, sent)
        with patience_of(1):
            assert html(ours, "/meanwhile") == ""
        assert stopped.poll() is not None, "no process is left behind"
        assert works_behind_the_pause(ours)

    @pytest.mark.whole
    def test_nobody_waits_long_for_one_that_does_not_start(self, ours: Renderer, settings: Any) -> None:
        """It goes on starting meanwhile."""
        settings.FRONTEND_SERVER.write_text(f"setTimeout(() => {{{ECHO}}}, 2500);")
        with patience_of(0.5):
            began = time.monotonic()
            assert html(ours, "/") == ""
            assert 0.4 < time.monotonic() - began < 2.5
            assert html(ours, "/meanwhile") == ""
        assert ours.process and ours.process.process.poll() is None
        starting = ours.process
        assert works_behind_the_pause(ours) and ours.process is starting

    @pytest.mark.whole
    def test_one_that_never_starts_is_ended(self, ours: Renderer, settings: Any, monkeypatch: Any) -> None:
        program = settings.FRONTEND_SERVER
        program.write_text("setTimeout(() => {}, 60_000);")
        with monkeypatch.context() as patch, patience_of(1):
            patch.setattr(module, "START_SECONDS", 1.5)
            patch.setattr(module, "PAUSE_SECONDS", 0.0)
            assert html(ours, "/") == ""
            assert ours.process
            starting = ours.process.process
            for _page in range(30):
                if starting.poll() is not None:
                    break
                assert html(ours, "/meanwhile") == ""
        assert starting.poll() is not None, "no process is left behind"
        program.write_text(ECHO)
        assert works_behind_the_pause(ours)

    def test_those_who_waited_for_one_that_failed_heed_the_pause(self, ours: Renderer) -> None:
        assert html(ours, "/before") == "/before"
        with patience_of(1), ThreadPoolExecutor(4) as pool:
            hanging = pool.submit(html, ours, "/hang")
            time.sleep(0.5)
            assert list(pool.map(lambda address: html(ours, address), ["/1", "/2", "/3"])) == ["", "", ""]
            assert hanging.result() == ""
        assert ours.process is None

    def test_without_a_program_there_is_no_html(self, ours: Renderer, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(module, "node", lambda: "/no/such/node")
        assert html(ours, "/") == ""


@proves("design §6", "no rendering shows another's data")
def test_who_asks_at_the_same_time_gets_his_own(ours: Renderer) -> None:
    addresses = [f"/{number}" for number in range(400)]
    with ThreadPoolExecutor(16) as pool:
        assert list(pool.map(lambda address: html(ours, address), addresses)) == addresses


@pytest.mark.whole
def test_it_ends_with_its_web_process(tmp_path: Path) -> None:
    (tmp_path / "server.js").write_text(ECHO)
    web = subprocess.Popen([sys.executable, "-c", WEB_PROCESS, str(tmp_path / "server.js")], stdout=subprocess.PIPE)
    with web:
        assert web.stdout
        renderer_of_it = int(web.stdout.readline())
        assert alive(renderer_of_it)
        web.kill()
    assert not all_end([renderer_of_it], seconds=10)


@pytest.mark.django_db
class TestPages:
    def test_go_out_without_and_are_then_not_kept(self, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        settings.ANSWER_CACHE_SECONDS = 300
        cache.clear()
        make_product(make_shop("merchstand"), slug="hemd", name="Hemd Nr. 1")
        monkeypatch.setattr(module.renderer, "paused_until", float("inf"))
        without = Visit("/products/hemd")
        assert without.response.status_code == 200
        assert '<div id="app"></div>' in without.html and "Hemd Nr. 1" in json.dumps(without.block("page-data"))
        assert "<title>Hemd Nr. 1" in without.html
        monkeypatch.undo()
        assert "Hemd Nr. 1</h1>" in Visit("/products/hemd").html
        cache.clear()

    def test_that_throw_are_not_written(self, caplog: pytest.LogCaptureFixture) -> None:
        make_shop("band")
        visit = Visit("/band")
        shop, data = visit.block("shop-data"), visit.block("page-data")
        assert "<h1" in module.renderer.html("/", json.dumps(shop), json.dumps(data))
        broken = {**data, "data": {**data["data"], "events": None}}
        assert module.renderer.html("/", json.dumps(shop), json.dumps(broken)) == ""
        of_another = {**data, "variables": {"slug": "x"}}
        assert module.renderer.html("/", json.dumps(shop), json.dumps(of_another)) == ""
        assert "the page threw" in caplog.text and "does not show its answer" in caplog.text

    @proves(
        "design §1, decision 0025",
        "nothing of an address goes into a kept page but what it is kept under; a page that throws is not "
        "written and not kept",
    )
    def test_what_an_address_says_twice_or_besides_is_kept_for_nobody(self, settings: Any) -> None:
        settings.ANSWER_CACHE_SECONDS = 300
        shop = make_shop("merchstand")
        make_product(shop, name="Hemd Nr. 1", category=make_category(shop, slug="hemden"))
        for query in ("?after=x&after=", "?scroll=x", "?lang=de&after="):
            cache.clear()
            for address in (f"/categories/hemden{query}", "/categories/hemden"):
                assert Visit(address).markup.has("article"), address
        cache.clear()

    def test_say_nothing_of_each_other(self) -> None:
        shop, band = make_shop("merchstand"), make_shop("band")
        make_product(shop, slug="hemd", name="Hemd von hier")
        make_product(band, slug="jacke", name="Jacke der Band")
        for _visit in range(3):
            for path, own, others in (
                ("/products/hemd", "Hemd von hier", "Jacke der Band"),
                ("/band/products/jacke", "Jacke der Band", "Hemd von hier"),
            ):
                for language, word in (("de", "Korb"), ("en", "Cart")):
                    html = Visit(f"{path}?lang={language}").html
                    assert own in html and others not in html and word in html

    def test_wait_for_their_header_before_they_are_painted(self) -> None:
        """Painted half, its links would move when the rest of it comes."""
        make_shop("merchstand")
        markup = Visit("/").markup
        expected = markup.one("link", rel="expect")
        assert expected["blocking"] == "render" and markup.has("header", id=expected["href"].removeprefix("#"))
