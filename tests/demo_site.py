"""What all processes of a run share: one PostgreSQL with an empty shop and the demo shops, each to copy from.

`python -m tests.demo_site FOLDER` makes them one after the other, and keeps the server until somebody ends it.
"""

import os
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from launch.messages import compile_messages
from launch.paths import VENV_PYTHON
from launch.processes import step
from launch.servers import start
from tests import servers

SERVER, EMPTY, SEEDED, FAILED, LOG = "server", "empty", "seeded", "failed", "log"
PATIENCE_SECONDS = 900
# No journey of the gate looks at what a picture shows.
PICTURES = os.environ.get("TEST_PICTURES") or ("few" if os.environ.get("TEST_ALL") else "plain")


@dataclass(frozen=True)
class Demo:
    """What is in the making in that folder; each part is waited for. Nobody may connect to the databases."""

    folder: Path

    @property
    def media(self) -> Path:
        return self.folder / "media"

    @property
    def server(self) -> str:
        """The URL of a database on the server, to connect to."""
        return self._wait_for(SERVER)

    @property
    def empty(self) -> str:
        """The URL of a migrated database without rows."""
        return self._wait_for(EMPTY)

    @property
    def seeded(self) -> str:
        """The URL of the demo shops' database, which takes minutes."""
        return self._wait_for(SEEDED)

    def say(self, name: str, url: str) -> None:
        fresh = self.folder / f"{name}.new"
        fresh.write_text(url)
        fresh.rename(self.folder / name)

    def _wait_for(self, name: str) -> str:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not (self.folder / name).exists():
            ended = (self.folder / FAILED).exists() or time.monotonic() > deadline
            assert not ended, (self.folder / LOG).read_text(errors="replace")
            time.sleep(0.2)
        return (self.folder / name).read_text()


def make(demo: Demo) -> None:
    """Make and announce one part after the other, and keep the servers until somebody ends this."""
    compile_messages()
    running = start(demo.folder, {"DATABASE_URL": os.environ.get("TEST_DATABASE_URL", "")}, durable=False)
    try:
        os.environ.update(running.environment())
        demo.say(SERVER, running.database_url)
        with servers.database() as empty:
            manage(demo, empty, "migrate", "-v", "0", "--skip-checks")
            demo.say(EMPTY, empty)
            with servers.copy_of(empty) as url:
                manage(demo, url, "seed", f"--pictures={PICTURES}", "--draw")
                demo.say(SEEDED, url)
                signal.pause()
    finally:
        running.stop()


def manage(demo: Demo, database: str, *command: str) -> None:
    env = servers.shop_environment(database, env={"MEDIA_ROOT": str(demo.media)})
    step(command[0], [VENV_PYTHON, "manage.py", *command], env=env, show=True)


def main() -> None:
    demo = Demo(Path(sys.argv[1]))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    try:
        make(demo)
    except Exception:
        (demo.folder / FAILED).touch()
        raise


if __name__ == "__main__":
    main()
