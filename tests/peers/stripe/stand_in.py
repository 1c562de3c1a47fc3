"""What a test does with the stand-in, and what a buyer, a bank or the shop's staff do at Stripe itself."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from tests.peers.peer import Json, serving

from . import browser, disputes, intents, refunds, registered, sessions
from .account import shown
from .cards import CARDS, DECLINED
from .delivery import Sender
from .server import Server


class StripePeer(Server):
    """Things are given as Stripe shows them or by their names; functions of pages answer where the buyer goes then.

    `deliver`: each event goes to `webhook_url` at once, and again until the shop takes it. `state`: a file that keeps
    all for the next stand-in that is made with it. `registered`: webhooks, else one to `webhook_url` with all events.
    """

    def __init__(
        self,
        port: int = 0,
        *,
        deliver: bool = False,
        webhook_url: str = "",
        secret: str = "whsec_for_tests",
        state: Path | None = None,
    ) -> None:
        super().__init__(port, state)
        self.sender, self.delivers = Sender(webhook_url, secret), deliver
        self.registered: list[Json] | None = None

    @property
    def environment(self) -> dict[str, str]:
        """Of the processes of a shop whose buyers pay here."""
        return {
            "STRIPE_SECRET_KEY": self.key,
            "STRIPE_PUBLISHABLE_KEY": self.public_key,
            "STRIPE_WEBHOOK_SECRET": self.secret,
            "STRIPE_API_BASE": self.url,
        }

    @property
    def secret(self) -> str:
        return self.sender.secret

    @property
    def webhook_url(self) -> str:
        return self.sender.url

    @webhook_url.setter
    def webhook_url(self, url: str) -> None:
        self.sender.url = url

    def behave(self) -> None:
        super().behave()
        self.captures, self.refusal, self.rate_limited = None, "", 0
        self.refunds_wait = self.payments_wait = False
        self.registered, self.domains = None, []
        self.browsers_have_wallets, self.failed = True, []

    def endpoints(self) -> list[Json]:
        if self.registered is None:
            self.registered = [registered.endpoint(self.webhook_url)] if self.webhook_url else []
        return self.registered

    # Events

    def last(self, kind: str) -> Json:
        """The latest event of that type."""
        return next(event for event in reversed(self.events) if event["type"] == kind)

    def send(self, event: Json, *, secret: str = "", seconds_ago: float = 0) -> int:
        """Report an event; the status of the answer. Another than 2xx to a right one is a violation."""
        answer = self.sender.post(event, secret=secret, seconds_ago=seconds_ago)
        is_right = not secret and not seconds_ago
        if is_right and not answer.is_success:
            self.violations.append(f"{event['type']}: {answer.status_code} {answer.text[:200]}")
        if "set-cookie" in answer.headers:
            self.violations.append("a cookie for Stripe")
        if answer.is_success:
            self._delivered(event)
        return answer.status_code

    def tell(self, event: Json) -> None:
        if self.delivers:
            self.sender.deliver(event, self._delivered)

    def deliver_old(self) -> None:
        """What an earlier stand-in could not deliver."""
        for event in self.events:
            if event["id"] in self.undelivered:
                self.tell(event)

    def _delivered(self, event: Json) -> None:
        with self.acting():
            self.undelivered = [name for name in self.undelivered if name != event["id"]]

    # Things

    def session_at(self, url: str) -> Json:
        """The session or payment intent whose page is there, as it is now."""
        return self.now(urlsplit(url).path.split("/")[2])

    def now(self, thing: Json | str) -> Json:
        with self.lock:
            return shown(self._own(thing))

    def _own(self, thing: Json | str) -> Json:
        return self.objects[thing if isinstance(thing, str) else thing["id"]]

    # What buyers do

    def pay(self, session: Json | str) -> str:
        with self.acting():
            return sessions.pay(self, self._own(session))

    def decline(self, session: Json | str, card: str = DECLINED.name) -> str:
        """The buyer stays on the page."""
        with self.acting():
            return sessions.decline(self, self._own(session), CARDS[card])

    def challenge(self, session: Json | str) -> str:
        """3-D Secure begins."""
        with self.acting():
            return sessions.challenge(self, self._own(session))

    def agree(self, thing: Json | str) -> str:
        """To 3-D Secure of a session, or to a payment intent."""
        return self._answered(thing, True)

    def refuse(self, thing: Json | str) -> str:
        return self._answered(thing, False)

    def pay_later(self, session: Json | str) -> str:
        """The session is complete and unpaid until the money arrives, or gets lost."""
        with self.acting():
            return sessions.pay_later(self, self._own(session))

    def _answered(self, thing: Json | str, does_agree: bool) -> str:
        with self.acting():
            own = self._own(thing)
            if own["object"] == "checkout.session":
                return (sessions.agree if does_agree else sessions.refuse)(self, own)
            return browser.answer(self, own, does_agree=does_agree)

    # What banks do, time does, and the shop's staff at Stripe itself

    def arrive(self, thing: Json | str) -> Json:
        """Money of a session or payment intent that was under way; the event that tells it."""
        return self._ended(thing, True)

    def get_lost(self, thing: Json | str) -> Json:
        return self._ended(thing, False)

    def _ended(self, thing: Json | str, does_arrive: bool) -> Json:
        with self.acting():
            own = self._own(thing)
            if own["object"] == "checkout.session":
                (sessions.arrive if does_arrive else sessions.get_lost)(self, own)
            else:
                (intents.succeed if does_arrive else intents.get_lost)(self, intents.in_state(own, "processing"))
            return self.events[-1]

    def expire(self, session: Json | str) -> Json:
        """Its time is over; the event that tells it."""
        with self.acting():
            sessions.expire(self, self._own(session)["id"], {})
            return self.events[-1]

    def refund(self, payment: Json | str, amount: int | None = None) -> Json:
        """By hand, of a session, payment intent or charge; all of it without an amount."""
        with self.acting():
            charge = refunds.charge_of(self, self._own(payment))
            left = charge["amount_captured"] - charge["amount_refunded"]
            return shown(refunds.refund(self, charge, left if amount is None else amount, {}))

    def settle(self, refund: Json | str, status: str = "succeeded") -> Json:
        """A refund goes, or "failed"; the event that tells it."""
        with self.acting():
            return refunds.settle(self, self._own(refund), status)

    def dispute(self, payment: Json | str, amount: int | None = None, *, is_inquiry: bool = False) -> Json:
        """The buyer has the money taken back, all of it without an amount, or only asked about; the event that tells
        it.
        """
        with self.acting():
            charge = refunds.charge_of(self, self._own(payment))
            left = charge["amount_captured"] - charge["amount_refunded"]
            return disputes.opened(self, charge, left if amount is None else amount, is_inquiry=is_inquiry)

    def answer_dispute(self, dispute: Json | str) -> Json:
        with self.acting():
            return disputes.answered(self, self._own(dispute))

    def decide(self, dispute: Json | str, *, is_won: bool) -> Json:
        """The bank does; the event that tells it."""
        with self.acting():
            return disputes.decided(self, self._own(dispute), is_won=is_won)


@contextmanager
def stripe_peer(peer: StripePeer | None = None) -> Iterator[StripePeer]:
    with serving(peer or StripePeer()) as peer:
        try:
            yield peer
        finally:
            peer.sender.close()
