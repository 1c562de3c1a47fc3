"""PayPal's stand-in as a process, for the demo: it reports by itself and keeps what it knows in a file."""

import argparse
import signal
import threading
from pathlib import Path

from .server import PayPal, paypal


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.peers.paypal", description=__doc__)
    parser.add_argument("--port", type=int, default=8432)
    parser.add_argument("--webhook", default="", help="where the shop listens for events")
    parser.add_argument("--state", type=Path, help="file that keeps what it knows from one start to the next")
    given = parser.parse_args()
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    peer = PayPal(given.port, given.state)
    peer.webhook_url, peer.deliver = given.webhook, True
    with paypal(peer):
        print(f"PayPal's stand-in is at {peer.url}", flush=True)
        stop.wait()


if __name__ == "__main__":
    main()
