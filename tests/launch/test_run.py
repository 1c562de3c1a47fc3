"""The whole launcher in a copy of this checkout: what it starts, keeps running and ends."""

import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

import pytest

from launch.paths import FRONTEND, ROOT, VENV
from launch.ports import free_port
from shop.models import Shop
from tests.processes import alive, all_end, descendants
from tests.proofs import proves
from tests.servers import number
from tests.stage import on

pytestmark = [
    pytest.mark.whole,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at /proc"),
]
LEFT_OUT = (".git", ".local", "node_modules", "__pycache__", ".*_cache", "tests", ".hypothesis")


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A second checkout, which shares only what is installed."""
    copy = tmp_path_factory.mktemp("second") / "checkout"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*LEFT_OUT), symlinks=True)
    # The stand-ins of payment services, which it starts.
    for part in ("__init__.py", "peers"):
        source, target = ROOT / "tests" / part, copy / "tests" / part
        target.parent.mkdir(exist_ok=True)
        (shutil.copytree if source.is_dir() else shutil.copy)(source, target)
    (copy / ".local").mkdir()
    (copy / ".local" / "venv").symlink_to(VENV)
    (copy / "frontend" / "node_modules").symlink_to(FRONTEND / "node_modules")
    # The pages are not what is tested here: they count as built, in whatever state they are.
    built = "node.DIST.mkdir(exist_ok=True); node.STAMP.write_text(node.fingerprint())"
    subprocess.run([sys.executable, "-c", f"from launch import node; {built}"], cwd=copy, check=True)
    return copy


class Launched:
    """A running `make run` in a copy, on a database that already has a shop."""

    def __init__(self, folder: Path, database_url: str) -> None:
        self.port = free_port()
        self.output = folder / "output.txt"
        drop = {"DJANGO_SETTINGS_MODULE", "REDIS_URL", "SECRET_KEY", "MEDIA_ROOT", "OUTBOX_DIR", "MAKELEVEL"}
        env = {name: value for name, value in os.environ.items() if name not in drop}
        env |= {"DATABASE_URL": database_url, "PORT": str(self.port), "PYTHON": sys.executable}
        with self.output.open("wb") as output:
            self.make = subprocess.Popen(
                ["make", "run"], cwd=folder, env=env, stdout=output, stderr=output, start_new_session=True
            )

    @property
    def text(self) -> str:
        return self.output.read_text(errors="replace")

    @property
    def launcher(self) -> int:
        """The process of the launcher itself, below make."""
        return next(pid for pid in children(self.make.pid) if "launch" in words(pid))

    def part(self, word: str) -> int | None:
        """The part of the shop that has `word` on its command line."""
        return next((pid for pid in children(self.launcher) if word in words(pid)), None)

    def answers(self) -> bool:
        with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=2) as answer:
            return answer.status == 200
        return False

    def wait(self, condition: Callable[[], object], seconds: float = 40) -> None:
        deadline = time.monotonic() + seconds
        while not condition():
            assert self.make.poll() is None and time.monotonic() < deadline, self.text
            time.sleep(0.25)  # each look reads all of /proc


def words(pid: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
    return ""


def children(pid: int) -> set[int]:
    return {child for child in descendants(pid) if words(child) and parent(child) == pid}


def parent(pid: int) -> int:
    with suppress(OSError):
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return 0


@contextmanager
def launch(checkout: Path, database: str, seconds: float = 40) -> Iterator[Launched]:
    """It has greeted, within that time."""
    running = Launched(checkout, database)
    everything: set[int] = set()
    try:
        running.wait(lambda: "Ctrl-C ends it" in running.text, seconds)
        everything = descendants(running.make.pid)
        yield running
    finally:
        everything |= descendants(running.make.pid)
        with suppress(ProcessLookupError):
            os.killpg(running.make.pid, signal.SIGTERM)
        running.make.wait(20)
        left = all_end(everything, 8)
        assert not left, [words(pid) for pid in left]


@pytest.fixture
def launched(checkout: Path, fresh_database: str) -> Iterator[Launched]:
    with on(fresh_database):
        Shop.objects.create(slug="merchstand", name="Merchstand")
    with launch(checkout, fresh_database) as running:
        yield running


@proves(
    "docs/decisions/0028",
    "`make run` answers before the demo's pictures are drawn and says so; the next start draws on",
)
def test_the_first_page_comes_before_the_pictures_and_the_next_start_draws_on(checkout: Path, fresh_database: str):
    def undrawn() -> int:
        return number(fresh_database, "SELECT count(*) FROM shop_image WHERE NOT thumbnails_ready")

    with launch(checkout, fresh_database, seconds=240) as first:
        with urllib.request.urlopen(f"http://localhost:{first.port}/", timeout=60) as page:
            assert page.status == 200 and b"data:image/svg+xml," in page.read()
        assert "pictures are drawn while the shop runs" in first.text
        all_of_them = undrawn()
        assert all_of_them > 300
        first.wait(lambda: undrawn() < all_of_them - 2, 90)
        os.killpg(first.make.pid, signal.SIGINT)
        first.make.wait(20)
    left = undrawn()
    with launch(checkout, fresh_database, seconds=90) as second:
        assert "Shops:" not in second.text and "pictures are drawn while the shop runs" in second.text
        second.wait(lambda: undrawn() < left, 90)


@proves("design §2", "`make run` prints addresses and log-in; Ctrl-C and kill -9 leave no process")
def test_it_prints_addresses_and_login_and_ctrl_c_ends_everything(launched: Launched):
    assert launched.answers()
    assert f"http://localhost:{launched.port}/" in launched.text
    assert f"http://localhost:{launched.port}/admin/" in launched.text and "password" in launched.text
    everything = descendants(launched.make.pid)
    began = time.monotonic()
    os.killpg(launched.make.pid, signal.SIGINT)
    launched.make.wait(15)
    assert not all_end(everything, 2)
    assert time.monotonic() - began < 8
    assert "Traceback" not in launched.text


@pytest.mark.parametrize("victim", ["launcher", "make"])
def test_kill_9_leaves_no_process(launched: Launched, victim: str):
    everything = descendants(launched.make.pid) | {launched.make.pid}
    assert len(everything) >= 8  # make, launcher, watchdog, web with its two processes, worker, Valkey ...
    os.kill(launched.launcher if victim == "launcher" else launched.make.pid, signal.SIGKILL)
    assert not all_end(everything, 8)


def another(launched: Launched, word: str, before: int) -> bool:
    return launched.part(word) not in (None, before)


def test_parts_that_die_are_started_again(launched: Launched):
    for word, name in (("manage.py worker", "job worker"), ("granian", "web server"), ("valkey-server", "cache")):
        before = launched.part(word)
        assert before is not None
        os.kill(before, signal.SIGKILL)
        launched.wait(partial(another, launched, word, before))
        assert f"The {name} ended (SIGKILL); starting it again" in launched.text
        assert not alive(before)
    launched.wait(launched.answers)


def test_a_second_one_in_the_same_checkout_is_refused(launched: Launched, checkout: Path):
    done = subprocess.run(
        [sys.executable, "-m", "launch", "run"],
        cwd=checkout,
        env={**os.environ, "PORT": str(free_port())},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert "already runs from this checkout" in done.stderr


def test_commands_beside_it_find_its_servers(launched: Launched, checkout: Path):
    env = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME")}
    script = "from shop.models import Shop; print('shops:', Shop.objects.count())"
    done = subprocess.run(
        [VENV / "bin" / "python", "manage.py", "shell", "-v", "0", "-c", script],
        cwd=checkout,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "shops: 1" in done.stdout, done.stderr
