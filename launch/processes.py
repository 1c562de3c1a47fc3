"""Child processes that cannot outlive the launcher.

Each child leads a session of its own, so that its whole group can be ended. Should the launcher be killed, Linux
signals the direct children (PDEATHSIG) and the watchdog ends their groups, grandchildren included.
"""

import ctypes
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from .errors import DISK_FULL, NO_NETWORK, LaunchError, disk_full, no_network
from .paths import ROOT

# Words; paths and numbers among them are written out.
Command = Sequence[object]
LINUX = sys.platform.startswith("linux")
PR_SET_PDEATHSIG = 1
# Loaded before any fork: a child must not take the loader's locks between fork and exec.
LIBC = ctypes.CDLL(None, use_errno=True) if LINUX else None


class Watchdog:
    """The pipe to the watchdog process; one per launcher, started with the first child."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0

    def _pipe(self) -> IO[bytes]:
        if self._process is None or self._process.poll() is not None or self._owner != os.getpid():
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", Path(__file__).with_name("watchdog.py")],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                cwd="/",
            )
            self._owner = os.getpid()
        assert self._process.stdin is not None
        return self._process.stdin

    def prepare(self) -> None:
        self._pipe()

    def _say(self, line: str) -> None:
        with suppress(BrokenPipeError):
            pipe = self._pipe()
            pipe.write(line.encode())
            pipe.flush()

    def watch(self, group: int, stop: int) -> None:
        self._say(f"+{group} {stop}\n")

    def forget(self, group: int) -> None:
        self._say(f"-{group}\n")


WATCHDOG = Watchdog()


def end_with_parent(parent: int, number: int) -> None:
    """Runs in the child between fork and exec."""
    if LIBC is not None:
        LIBC.prctl(PR_SET_PDEATHSIG, int(number))
        if os.getppid() != parent:
            os._exit(1)


def end_with_make() -> None:
    """Have the kernel end this launcher when the `make` that started it is killed (Linux)."""
    if LIBC is not None and os.environ.get("MAKELEVEL"):
        LIBC.prctl(PR_SET_PDEATHSIG, int(signal.SIGTERM))


def spawn(
    command: Command,
    *,
    stop: signal.Signals = signal.SIGTERM,
    before: Callable[[], None] | None = None,
    **options: Any,
) -> subprocess.Popen[bytes]:
    """Start a child in a group of its own; `stop` is the signal that ends it politely, `before` runs before exec."""
    parent = os.getpid()
    WATCHDOG.prepare()

    def child() -> None:
        if before is not None:
            before()
        # After any change of identity: the kernel forgets the setting with it.
        end_with_parent(parent, stop)

    options.setdefault("cwd", ROOT)
    options.setdefault("stdin", subprocess.DEVNULL)
    process = subprocess.Popen([str(part) for part in command], start_new_session=True, preexec_fn=child, **options)
    WATCHDOG.watch(process.pid, stop)
    return process


def end(process: subprocess.Popen[bytes], stop: signal.Signals = signal.SIGTERM, patience: float = 5.0) -> None:
    """Ask the child to end, wait up to `patience` seconds, then kill what is left of its group."""
    end_all([(process, stop)], patience)


def end_all(children: Sequence[tuple[subprocess.Popen[bytes], signal.Signals]], patience: float = 5.0) -> None:
    """End several children at once, each by its signal, all within `patience` seconds."""
    for process, stop in children:
        if process.poll() is None:
            with suppress(ProcessLookupError, PermissionError):
                process.send_signal(stop)
    deadline = time.monotonic() + patience
    for process, _ in children:
        with suppress(subprocess.TimeoutExpired):
            process.wait(max(0.0, deadline - time.monotonic()))
        kill_and_reap(process)


def kill_and_reap(process: subprocess.Popen[bytes]) -> None:
    """Kill whatever is left of the child's group and reap the child."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    WATCHDOG.forget(process.pid)


def output_of(process: subprocess.Popen[bytes], show: bool) -> list[str]:
    """The child's last 200 lines, once it has ended; grandchildren that keep the pipe open do not hold us up."""
    assert process.stdout is not None
    stream = process.stdout.fileno()
    os.set_blocking(stream, False)
    kept: deque[str] = deque(maxlen=200)
    rest = b""
    with selectors.DefaultSelector() as selector:
        selector.register(stream, selectors.EVENT_READ)
        while True:
            ended = process.poll() is not None
            if selector.select(0 if ended else 0.2):
                data = os.read(stream, 65536)
                if not data:
                    break
                if show:
                    sys.stdout.buffer.write(data)
                    sys.stdout.flush()
                *lines, rest = (rest + data).split(b"\n")
                kept.extend(line.decode(errors="replace") for line in lines)
            elif ended:
                break
    process.wait()
    if rest:
        kept.append(rest.decode(errors="replace"))
    return list(kept)


def run_to_end(
    command: Command, *, env: Mapping[str, str] | None = None, cwd: Path = ROOT, show: bool = False
) -> tuple[int, list[str]]:
    """Run a command to its end: (exit code, its last lines). Nothing of it is left running."""
    sys.stdout.flush()
    process = spawn(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=env, cwd=cwd)
    try:
        lines = output_of(process, show)
    except BaseException:
        end(process, patience=2)
        raise
    finally:
        if process.stdout is not None:
            process.stdout.close()
    kill_and_reap(process)
    return process.returncode, lines


def step(
    what: str,
    command: Command,
    *,
    env: Mapping[str, str] | None = None,
    cwd: Path = ROOT,
    show: bool = False,
    downloads: bool = False,
) -> list[str]:
    """Run a command that must succeed; its output is shown when `show` or when it fails."""
    started = time.monotonic()
    say(f"{what} …")
    try:
        code, lines = run_to_end(command, env=env, cwd=cwd, show=show)
    except FileNotFoundError as error:
        raise LaunchError(f"{what}: {error.filename} is missing.") from error
    if code:
        raise failure(what, code, lines, cwd=cwd, shown=show, downloads=downloads)
    if time.monotonic() - started > 5:
        say(f"{what}: done in {time.monotonic() - started:.0f} s")
    return lines


@contextmanager
def run_alongside(what: str, command: Command, *, env: Mapping[str, str], cwd: Path) -> Iterator[None]:
    """As `step`, while the block runs; both have ended after it. When the block fails, the command is ended."""
    say(f"{what} …")
    with tempfile.TemporaryFile() as output:
        process = spawn(command, stdout=output, stderr=subprocess.STDOUT, env=env, cwd=cwd)
        try:
            yield
            process.wait()
        finally:
            end(process, patience=2)
        if process.returncode:
            output.seek(0)
            lines = output.read().decode(errors="replace").splitlines()
            raise failure(what, process.returncode, lines, cwd=cwd)


def failure(
    what: str, code: int, lines: Sequence[str], *, cwd: Path, shown: bool = False, downloads: bool = False
) -> LaunchError:
    """Why a command has failed that must not; its last lines are shown unless they were."""
    text = "\n".join(lines)
    if DISK_FULL.search(text):
        return disk_full(cwd)
    if downloads and NO_NETWORK.search(text):
        return no_network(what[0].lower() + what[1:])
    if not shown:
        sys.stderr.write("\n".join(lines[-40:]) + "\n")
    return LaunchError(f"{what}: failed (exit code {code}), the reason stands above.")


def say(text: str) -> None:
    print(text, flush=True)
