"""The shop's account: its orders, captures and refunds, and what payers, the shop itself and PayPal do with them."""

from collections.abc import Iterable
from copy import deepcopy
from decimal import Decimal
from pathlib import Path
from typing import TypeVar
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from tests.peers.peer import Json, Peer

from . import events
from .disputes import DisputeThere
from .events import EventThere
from .patches import patched
from .refusals import Problem, Refused, refused
from .state import State, read, write
from .things import CaptureThere, OrderThere, RefundThere, link, new_id, now, page_of, somebody
from .wanted import context_of

Thing = TypeVar("Thing", CaptureThere, RefundThere)


class Account(Peer):
    """Switches: `captures_become` COMPLETED, PENDING or DECLINED; `captures_instead` an (amount, currency) that moves
    instead of what was agreed; `refunds_stay_pending` until `settle`; `refusal` an issue for every refund.
    """

    def __init__(self, port: int = 0, file: Path | None = None) -> None:
        super().__init__(port)
        self.file = file
        self.state = read(file) if file else State()
        self.payer = somebody()
        self._be_fair()

    def _be_fair(self) -> None:
        self.declines: list[str] = []
        self.captures_become = "COMPLETED"
        self.captures_instead: tuple[str, str] | None = None
        self.refunds_stay_pending, self.refusal = False, ""

    def behave(self) -> None:
        super().behave()
        self._be_fair()

    @property
    def orders(self) -> dict[str, OrderThere]:
        return self.state.orders

    @property
    def events(self) -> list[EventThere]:
        return self.state.events

    @property
    def captures(self) -> list[CaptureThere]:
        return [order.capture for order in self.orders.values() if order.capture is not None]

    @property
    def refunds(self) -> list[RefundThere]:
        return [refund for capture in self.captures for refund in capture.refunds]

    def capture(self, number: str) -> CaptureThere:
        """Raises Refused, as for whoever asks over the API."""
        return found(self.captures, number)

    def refund(self, number: str) -> RefundThere:
        """Raises Refused."""
        return found(self.refunds, number)

    def keep(self) -> None:
        if self.file:
            write(self.file, self.state)

    def happened(self, event: EventThere) -> EventThere:
        self.events.append(event)
        self.keep()
        return event

    # What a payer does

    def order_at(self, url: str) -> OrderThere:
        """The order whose page is there, or which a buyer brings back from there."""
        return self.orders[dict(parse_qsl(urlsplit(url).query))["token"]]

    def approve(self, order: OrderThere, address: str = "DE", *, declines: bool = False, by_check: bool = False) -> str:
        """Agree and pay, sent to an address of the file if the shop wants one of there; where the browser goes then.

        `declines`: what the payer chose to pay with will not pay. `by_check`: it is an e-check, whose capture is
        pending until the payer's bank has sent the money.
        """
        with self.lock:
            if order.preference == "GET_FROM_FILE":
                shipping = {"name": {"full_name": self.payer.full_name}, "address": self.payer.addresses[address]}
                order.unit["shipping"] = deepcopy(shipping)
            order.payer, order.source = self.payer.shown, self.payer.as_source
            order.status, order.declines, order.updated = "APPROVED", declines, now()
            order.by_check = by_check
            self.happened(events.approved(order, self.url))
            return with_query(order.context["return_url"], token=order.id, PayerID=self.payer.id)

    def cancel(self, order: OrderThere) -> str:
        """Where the browser goes then; the order stays."""
        return with_query(order.context["cancel_url"], token=order.id)

    def dispute(self, capture: CaptureThere, amount: str = "") -> EventThere:
        """In the Resolution Center, for all of it if no amount is told: PayPal only asks."""
        with self.lock:
            dispute = DisputeThere(capture.id, Decimal(amount or capture.left), capture.currency)
            self.state.disputes[dispute.id] = dispute
            return self._of_dispute("CREATED", dispute)

    def escalate(self, dispute: DisputeThere) -> EventThere:
        """It becomes a claim: PayPal takes the money."""
        with self.lock:
            dispute.stage, dispute.status = "CHARGEBACK", "WAITING_FOR_SELLER_RESPONSE"
            dispute.move("DEBIT")
            return self._of_dispute("UPDATED", dispute)

    def decide(self, dispute: DisputeThere, outcome: str) -> EventThere:
        """RESOLVED_SELLER_FAVOUR gives the money back, RESOLVED_BUYER_FAVOUR takes what was not taken yet."""
        with self.lock:
            dispute.status, dispute.outcome = "RESOLVED", outcome
            if outcome == "RESOLVED_SELLER_FAVOUR" and dispute.moves:
                dispute.move("CREDIT")
            if outcome == "RESOLVED_BUYER_FAVOUR" and not dispute.moves:
                dispute.move("DEBIT")
            return self._of_dispute("RESOLVED", dispute)

    def list_as_refund(self, dispute: DisputeThere) -> EventThere:
        """What a dispute took stands among the refunds of its capture, too."""
        return self.reverse(self.capture(dispute.capture_id), str(dispute.amount))

    def _of_dispute(self, kind: str, dispute: DisputeThere) -> EventThere:
        return self.happened(events.disputed(kind, dispute, self.capture(dispute.capture_id), self.payer))

    # What PayPal does

    def decline_next(self, issue: str = "INSTRUMENT_DECLINED") -> None:
        """The next capture is refused with this issue; more of them for those after it."""
        self.declines.append(issue)

    def complete(self, capture: CaptureThere) -> EventThere:
        """A capture that was pending has gone through."""
        return self._decided(capture, "COMPLETED")

    def deny(self, capture: CaptureThere) -> EventThere:
        return self._decided(capture, "DECLINED")

    def reverse(self, capture: CaptureThere, amount: str = "") -> EventThere:
        """Take money back from the shop, all that is left if no amount is told."""
        with self.lock:
            refund = self._gone_back(capture, Decimal(amount or capture.left), {}, elsewhere=True)
            refund.is_reversal = True
            return self.happened(events.refunded(refund, capture, self.url))

    def reverse_approval(self, order: OrderThere) -> EventThere:
        """The shop waited too long to capture."""
        with self.lock:
            order.status, order.updated = "VOIDED", now()
            return self.happened(events.approval_reversed(order))

    def forget(self, order: OrderThere) -> None:
        """Nobody approved it for hours: it is no longer known."""
        with self.lock:
            self.state.forgotten.append(self.orders.pop(order.id).id)
            self.keep()

    def settle(self, refund: RefundThere, status: str = "COMPLETED") -> EventThere:
        """A refund that was pending has gone through, or FAILED."""
        with self.lock:
            refund.status = status
            return self.happened(events.refunded(refund, self.capture(refund.capture_id), self.url))

    def _decided(self, capture: CaptureThere, state: str) -> EventThere:
        with self.lock:
            capture.state, capture.reason = state, ""
            return self.happened(events.captured(capture, self.url))

    # What the shop does

    def refund_elsewhere(self, capture: CaptureThere, amount: str) -> EventThere:
        """A refund by hand, on PayPal's own site."""
        with self.lock:
            refund = self._gone_back(capture, Decimal(amount), {}, elsewhere=True)
            return self.happened(events.refunded(refund, capture, self.url))

    def open(self, asked: Json) -> OrderThere:
        order = OrderThere(new_id(), deepcopy(asked["purchase_units"][0]), context_of(asked))
        self.orders[order.id] = order
        return order

    def patch(self, order: OrderThere, asked: list[Json]) -> None:
        """Raises Refused."""
        if order.status == "COMPLETED":
            raise refused("ORDER_ALREADY_COMPLETED")
        if order.status == "VOIDED":
            raise refused("NOT_PATCHABLE")
        order.unit, order.updated = patched(order.unit, asked, order.preference), now()

    def take(self, order: OrderThere) -> CaptureThere:
        """Capture. Raises Refused."""
        self._check_capture(order)
        amount, currency = self.captures_instead or (order.amount, order.currency)
        names = {name: order.unit.get(name, "") for name in ("invoice_id", "custom_id")}
        state = "PENDING" if order.by_check else self.captures_become
        capture = CaptureThere(new_id(), order.id, Decimal(amount), currency, state, **names)
        if state == "PENDING":
            capture.reason = "ECHECK" if order.by_check else "PENDING_REVIEW"
        order.capture, order.status, order.updated = capture, "COMPLETED", now()
        self.happened(events.captured(capture, self.url))
        return capture

    def _check_capture(self, order: OrderThere) -> None:
        invoice = order.unit.get("invoice_id")
        if order.capture is not None:
            raise refused("ORDER_ALREADY_CAPTURED", is_violation=False)
        if order.status != "APPROVED":
            raise refused("ORDER_NOT_APPROVED", is_violation=False)
        if self.declines or order.declines:
            raise self.declined(order, self.declines.pop(0) if self.declines else "INSTRUMENT_DECLINED")
        if invoice and invoice in {one.invoice_id for one in self.captures if one.state != "DECLINED"}:
            raise refused("DUPLICATE_INVOICE_ID", "/purchase_units/0/invoice_id")

    def declined(self, order: OrderThere, issue: str) -> Refused:
        links = []
        if issue == "INSTRUMENT_DECLINED":
            links.append(link("redirect", page_of(order.id, self.url)))
        if issue == "PAYER_ACTION_REQUIRED":
            order.status = issue
            links.append(link("payer-action", page_of(order.id, self.url)))
        return Refused(Problem(issue), is_violation=False, links=links)

    def give_back(self, capture: CaptureThere, asked: Json) -> RefundThere:
        """Refund what is asked, or all that is left. Raises Refused."""
        amount = Decimal(asked["amount"]["value"]) if "amount" in asked else capture.left
        self._check_refund(capture, amount, asked)
        names = {name: value for name, value in asked.items() if name != "amount"}
        refund = self._gone_back(capture, amount, names)
        if self.refunds_stay_pending:
            refund.status = "PENDING"
        else:
            self.happened(events.refunded(refund, capture, self.url))
        return refund

    def _check_refund(self, capture: CaptureThere, amount: Decimal, asked: Json) -> None:
        knew = not any(one.elsewhere for one in capture.refunds)
        if self.refusal:
            raise refused(self.refusal, is_violation=False)
        if capture.state != "COMPLETED":
            issue = "PENDING_CAPTURE" if capture.state == "PENDING" else "REFUND_NOT_ALLOWED"
            raise refused(issue, is_violation=False)
        if capture.left <= 0:
            raise refused("CAPTURE_FULLY_REFUNDED", is_violation=knew)
        if "amount" in asked and asked["amount"]["currency_code"] != capture.currency:
            raise refused("REFUND_CAPTURE_CURRENCY_MISMATCH", "/amount/currency_code", is_violation=False)
        if amount > capture.left:
            raise refused("REFUND_AMOUNT_EXCEEDED", "/amount/value", is_violation=knew)
        used = {one.asked.get("invoice_id") for one in self.refunds}
        if asked.get("invoice_id") in used - {None}:
            raise refused("DUPLICATE_INVOICE_ID", "/invoice_id")

    def _gone_back(
        self, capture: CaptureThere, amount: Decimal, asked: Json, *, elsewhere: bool = False
    ) -> RefundThere:
        refund = RefundThere(new_id(), capture.id, amount, capture.currency, asked=asked, elsewhere=elsewhere)
        capture.refunds.append(refund)
        return refund


def found(things: Iterable[Thing], number: str) -> Thing:
    for thing in things:
        if thing.id == number:
            return thing
    raise refused("INVALID_RESOURCE_ID")


def with_query(url: str, **names: str) -> str:
    parts = urlsplit(url)
    given = parse_qsl(parts.query, keep_blank_values=True)
    return urlunsplit(parts._replace(query=urlencode([*given, *names.items()])))
