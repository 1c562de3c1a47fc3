"""TCP ports: a free one, and who has taken a busy one."""

import errno
import os
import shutil
import socket
import subprocess
from contextlib import suppress
from pathlib import Path

from .errors import LaunchError
from .processes import LINUX

HOST = "127.0.0.1"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


def wanted_port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 65535:
        raise LaunchError(f"PORT={text} is not a port: choose a number from 1 to 65535, for example PORT=8000.")
    return int(text)


def is_free(port: int, host: str = HOST) -> bool:
    """Whether a server could listen there. Raises LaunchError where only root may."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        # As servers do: a port whose last connections are only fading out counts as free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
            probe.listen(1)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return False
            if error.errno == errno.EACCES:
                raise LaunchError(f"Port {port} is for root only. Choose another: make run PORT=8000") from error
            raise LaunchError(f"Cannot listen on {host}:{port}: {error.strerror}.") from error
    return True


def next_free_port(port: int) -> int:
    for candidate in range(port + 1, min(port + 200, 65536)):
        if is_free(candidate):
            return candidate
    return free_port()


def listener(port: int) -> int | None:
    """The process id that listens on the port, when the operating system tells us."""
    return _listener_on_linux(port) if LINUX else _listener_by_lsof(port)


def _listener_on_linux(port: int) -> int | None:
    inodes = set()
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        with suppress(OSError):
            for line in Path(table).read_text().splitlines()[1:]:
                fields = line.split()
                if fields[3] == "0A" and int(fields[1].rpartition(":")[2], 16) == port:
                    inodes.add(f"socket:[{fields[9]}]")
    for folder in Path("/proc").glob("[0-9]*/fd"):
        with suppress(OSError):
            for entry in folder.iterdir():
                with suppress(OSError):
                    if os.readlink(entry) in inodes:
                        return int(folder.parent.name)
    return None


def _listener_by_lsof(port: int) -> int | None:
    if shutil.which("lsof") is None:
        return None
    found = subprocess.run(
        ["lsof", "-nP", "-t", f"-iTCP:{port}", "-sTCP:LISTEN"], capture_output=True, text=True, check=False
    )
    first = found.stdout.split()
    return int(first[0]) if first else None


def describe(pid: int) -> str:
    """`granian config.rsgi (process 123) in /home/me/shop`, as far as it can be seen."""
    command = place = ""
    with suppress(OSError):
        if LINUX:
            words = Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace").split("\0")
            command = " ".join([Path(words[0]).name, *words[1:]]).strip()
            place = os.readlink(f"/proc/{pid}/cwd")
        else:
            command = subprocess.run(
                ["ps", "-o", "command=", "-p", str(pid)], capture_output=True, text=True, check=False
            ).stdout.strip()
    if len(command) > 70:
        command = command[:67] + "..."
    return f"{command or 'a program'} (process {pid})" + (f" in {place}" if place not in ("", "/") else "")


def busy(port: int) -> LaunchError:
    pid = listener(port)
    who = describe(pid) if pid else "another program"
    return LaunchError(
        f"Port {port} is taken by {who}. Stop it, or use another port: make run PORT={next_free_port(port)}"
    )
