"""The demo shops on servers of their own, for every session of a run: `python -m tests.demo FOLDER` until it ends."""

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

READY, FAILED, LOG = "ready", "failed", "log"
PATIENCE_SECONDS = 900


@dataclass(frozen=True)
class Demo:
    """The demo shops; while they are seeded, which takes minutes, others may work."""

    folder: Path

    @property
    def media(self) -> Path:
        return self.folder / "media"

    def wait(self) -> str:
        """The URL of the demo's database, once all is there. It is for copies: nobody may connect to it."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not (self.folder / READY).exists():
            ended = (self.folder / FAILED).exists() or time.monotonic() > deadline
            assert not ended, (self.folder / LOG).read_text(errors="replace")
            time.sleep(0.2)
        return (self.folder / READY).read_text()


def make(demo: Demo) -> None:
    """Seed, say so, and keep the servers until somebody ends this."""
    compile_messages()
    running = start(demo.folder, {"DATABASE_URL": os.environ.get("TEST_DATABASE_URL", "")}, durable=False)
    try:
        os.environ.update(running.environment())
        with servers.database() as url:
            env = servers.shop_environment(url, env={"MEDIA_ROOT": str(demo.media)})
            for command, *options in (("migrate",), ("seed", "--pictures=few")):
                step(command, [VENV_PYTHON, "manage.py", command, *options], env=env, show=True)
            fresh = demo.folder / "ready.new"
            fresh.write_text(url)
            fresh.rename(demo.folder / READY)
            signal.pause()
    finally:
        running.stop()


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
