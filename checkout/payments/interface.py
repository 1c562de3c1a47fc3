from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import Enum, auto
from typing import Protocol

from cart.models import Cart
from checkout.models import Dispute, Payment, Refund
from sessions_queue.models import Activity
from shop.models import Shop


@dataclass(frozen=True)
class PaymentContext:
    """What a method must know to say whether it is offered; country as two small letters.

    `total`: what is to pay in euros, without what a payment code pays; `transfer_until`: the last day on which a
    transfer would still come in time, None if any day does.
    """

    shop: Shop
    total: Decimal
    country_code: str
    physical: bool
    transfer_until: date | None = None

    def takes(self, method: str) -> bool:
        """Whether something is to be paid, and the shop lets it be paid in this way."""
        return self.total > 0 and method not in self.shop.payment_blacklist


@dataclass(frozen=True)
class Script:
    """What shows an express method's button: the address of its provider's script, and the shop's public key there,
    empty where the address holds it.
    """

    url: str
    key: str = ""


@dataclass(frozen=True)
class PaymentOffer:
    """A payment method as the shopper chooses it (purchase §3)."""

    id: str
    name: str
    description: str
    test_mode: bool = False
    """Its provider is a stand-in or a sandbox: no money moves."""
    script: Script | None = None
    """Of an express method: it is agreed to before ordering, at the button that this shows."""


@dataclass(frozen=True)
class Start:
    """What happens after the order is placed: `done`, or a provider's page at `url` (`redirect`), or nothing could be
    begun (`failed`). `approved`: the buyer has agreed to pay already, and the provider is only to be asked for it;
    `authorize`: the buyer's browser confirms it at the provider, with `token`.

    `external_id`: how the provider calls the payment; empty where there is none.
    """

    next: str = "done"
    url: str = ""
    external_id: str = ""
    token: str = ""


@dataclass(frozen=True)
class Movement:
    """Money that moved at a provider: its own number for it, and for a refund the number of that.

    `currency` as three capitals (ISO 4217), as the provider says it: only euros are booked.
    """

    id: str
    amount: Decimal
    currency: str
    refund: str = ""


@dataclass(frozen=True)
class ReportedDispute:
    """A dispute as its provider shows it. `state`: one of ours; `movements`: what it took, below zero, and gave back,
    without the provider's fee; `answer_by`: until when it can be answered; `opened_at`: None where nobody has to know.
    """

    id: str
    amount: Decimal
    currency: str
    reason: str
    state: Dispute.State
    answer_by: datetime | None = None
    movements: Sequence[Movement] = ()
    opened_at: datetime | None = None


@dataclass(frozen=True)
class PaymentReport:
    """How a payment stands at its provider. `failure`: why nothing will come by it; empty while something may.
    `failed_refunds`: the numbers of those that do not reach the buyer, also after they had gone. `on_its_way`: the
    buyer has paid, and the provider waits for the money; why, as it says. Empty where only its page was opened.
    """

    movements: Sequence[Movement]
    failure: str = ""
    failed_refunds: Sequence[str] = ()
    disputes: Sequence[ReportedDispute] = ()
    on_its_way: str = ""


@dataclass(frozen=True)
class ProviderMessage:
    """What came in at a provider's address, as it came. `headers`: those of `signed_by`, "" where one is missing."""

    body: bytes
    headers: Mapping[str, str]


@dataclass(frozen=True)
class EventNotice:
    """That something happened to a payment; what, its provider is asked.

    `external_id`: how the provider calls the payment, or our own id of it, where the provider names that; else what
    `payment_of` knows it by. `transmission`: of what has proven it, good for one event; "" where the proof is of all
    its bytes.
    """

    id: str
    external_id: str
    transmission: str = ""


@dataclass(frozen=True)
class Agreed:
    """What a buyer agreed to at an express method's button. `address`: in our fields, None if none was to be given."""

    address: dict[str, str] | None
    email: str


class PaymentProblem(Enum):
    """What goes wrong with a payment: it does not begin, its state is not known, or it brings no money."""

    NOT_BEGUN = auto()
    NOT_REPORTED = auto()
    NOT_GIVEN = auto()


@dataclass(frozen=True)
class Check:
    """What `manage.py check_payments` tried. `failure`: what to do; "" where all is well. Neither holds a secret."""

    what: str
    failure: str = ""

    @property
    def line(self) -> str:
        return f"FAILED  {self.what}: {self.failure}" if self.failure else f"ok      {self.what}"


class PaymentMethod(Protocol):
    """What a shopper can choose. `provider` is who moves the money: events of one provider are its own."""

    id: str
    provider: str
    reference_prefix: str

    def offer(self, sale: PaymentContext) -> PaymentOffer | None:
        """How the method presents itself for this sale, or None if it is not offered."""
        ...


class ExpressMethod(PaymentMethod, Protocol):
    """A method whose payment begins for a cart, at its provider's button, and is ordered here afterwards."""

    def begin(self, cart: Cart, amount: Decimal, *, with_address: bool) -> str:
        """Begin a payment for what the cart costs as it is now; the provider's number of it. `with_address`: the
        provider gives the buyer's. Raises ProviderAway.
        """
        ...

    def agreed(self, cart: Cart, number: str) -> Agreed:
        """What the provider says was agreed to for this cart. Raises ExpressNotAgreed or ProviderAway."""
        ...


class PaymentProvider(Protocol):
    """Who moves money for some methods over the network. It never books, and never marks anything paid.

    Each call may be made again and means the same payment or refund. Raises ProviderAway.
    """

    id: str
    signed_by: tuple[str, ...]
    """The headers that prove its events."""
    lists_disputed_as_refunds: bool
    """Whether what a dispute takes may stand among the refunds of its payment, too: it is booked once."""

    def start(self, payment: Payment) -> Start:
        """Begin a payment that is stored, outside of any transaction; the buyer comes back to `links`' pages."""
        ...

    def report(self, payment: Payment, *, take: Callable[[], bool]) -> PaymentReport:
        """How a payment stands now. Where the provider waits for that, take what its buyer has agreed to, if `take`
        returns True: it reads the order, so only these providers call it.
        """
        ...

    def close(self, payment: Payment) -> bool:
        """Take no money by it that its buyer has not agreed to yet; whether none comes any more."""
        ...

    def refund(self, refund: Refund) -> str:
        """Ask for money to go back; the provider's number of the refund. Raises RefundRefused."""
        ...

    def event(self, message: ProviderMessage) -> EventNotice:
        """What the provider tells, once it is proven that it does; nobody is asked for that. Raises SignatureWrong,
        or ProofMissing where something has to be fetched first.
        """
        ...

    def fetch_proof(self, message: ProviderMessage) -> None:
        """What was missing, by a job. Raises ProviderAway, SignatureWrong where the provider has no such thing, or
        ProofMissing where what it has proves nothing.
        """
        ...

    def dispute_of(self, external_id: str) -> ReportedDispute | None:
        """The dispute that an event names instead of a payment, whose report does not have it. Raises ProviderAway."""
        ...

    def payment_of(self, external_id: str) -> str:
        """How the provider calls the payment, or our own id of it: an event may name something else of it."""
        ...

    def activity_of(self, trouble: PaymentProblem, payment: Payment, why: str) -> Activity | None:
        """How the activity log counts that; None if it does not. `why`: as the provider says it."""
        ...

    def checks(self) -> Iterator[Check]:
        """What `manage.py check_payments` tries; nothing where the provider is not set up."""
        ...
