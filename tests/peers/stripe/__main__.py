"""The stand-in as a process, for the demo: python -m tests.peers.stripe --port 8431 --webhook URL --secret whsec_…"""

import argparse
import signal
import sys
import threading
from pathlib import Path

from .stand_in import StripePeer, stripe_peer


def main() -> None:
    options = argparse.ArgumentParser(prog="tests.peers.stripe", description=__doc__)
    options.add_argument("--port", type=int, default=8431)
    options.add_argument("--webhook", required=True, help="where the shop takes events")
    options.add_argument("--secret", required=True, help="what events are signed with")
    options.add_argument("--key", default="", help="the shop's secret key, sk_test_…")
    options.add_argument("--state", type=Path, help="a file that keeps the payments")
    given = options.parse_args()
    ended = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.set())
    try:
        peer = StripePeer(given.port, deliver=True, webhook_url=given.webhook, secret=given.secret, state=given.state)
    except (OSError, ValueError) as error:
        sys.exit(f"The stand-in for Stripe cannot start: {error}")
    peer.key = given.key or peer.key
    with stripe_peer(peer):
        print(f"Stripe's stand-in: {peer.url}", flush=True)
        peer.deliver_old()
        ended.wait()


if __name__ == "__main__":
    main()
