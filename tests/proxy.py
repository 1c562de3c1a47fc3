"""The proxy of docker-compose.yml, as the Caddyfile configures it, but for its ports and whose certificates it has."""

import json
import os
import socket
import ssl
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from launch.paths import ROOT, VENV
from launch.ports import HOST, free_port
from launch.processes import end, spawn

CADDY = VENV / "bin" / "caddy"


@contextmanager
def caddy(shop_port: int) -> Iterator[int]:
    """Caddy before the shop on that port; the port on which it speaks HTTPS, for any host name that the shop knows."""
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="merchstand-caddy-") as name:
        folder = Path(name)
        (folder / "caddy.json").write_text(json.dumps(configuration(shop_port, port)))
        env = {"PATH": os.environ["PATH"], "HOME": name, "XDG_DATA_HOME": name, "XDG_CONFIG_HOME": name}
        with (folder / "log").open("wb") as log:
            process = spawn([CADDY, "run", "--config", folder / "caddy.json"], env=env, stdout=log, stderr=log)
        try:
            deadline = time.monotonic() + 20
            while not _speaks_https(port):
                assert process.poll() is None and time.monotonic() < deadline, (folder / "log").read_text()
                time.sleep(0.1)
            yield port
        finally:
            end(process)


def configuration(shop_port: int, port: int) -> dict[str, Any]:
    env = {"PATH": os.environ["PATH"], "SHOP": f"{HOST}:{shop_port}", "ACME_EMAIL": "admin@example.org"}
    adapted = subprocess.run(
        [CADDY, "adapt", "--config", ROOT / "Caddyfile"], env=env, capture_output=True, text=True, check=True
    )
    found: dict[str, Any] = json.loads(adapted.stdout)
    (server,) = found["apps"]["http"]["servers"].values()
    server["listen"] = [f"{HOST}:{port}"]
    server["automatic_https"] = {"disable_redirects": True}
    for policy in found["apps"]["tls"]["automation"]["policies"]:
        policy["issuers"] = [{"module": "internal"}]
    found["apps"]["pki"] = {"certificate_authorities": {"local": {"install_trust": False}}}
    found["admin"] = {"disabled": True}
    return found


def over_tls(connection: socket.socket) -> ssl.SSLSocket:
    """HTTP/1.1 over TLS with a certificate that nobody vouches for."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context.wrap_socket(connection, server_hostname="localhost")


def _speaks_https(port: int) -> bool:
    with suppress(OSError), socket.create_connection((HOST, port), timeout=5) as connection:
        over_tls(connection).close()
        return True
    return False
