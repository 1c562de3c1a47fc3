"""Stripe's own client, what it raises, and how it counts money."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from django.conf import settings

from checkout.errors import ProviderAway, RefundRefused
from checkout.models import Dispute
from shop.core.outside import SECONDS, CircuitBreaker, ServiceUnavailable, in_request

from .interface import Movement, ReportedDispute

if TYPE_CHECKING:
    from stripe import Charge, PaymentIntent, StripeClient
    from stripe import Dispute as StripeDispute

Answer = TypeVar("Answer")
# Of a job, for each answer, which is asked for once more.
JOB_SECONDS, JOB_RETRIES = 10, 1
# As Stripe calls what is paid with; what a wallet gives is one, too.
CARD = "card"
PROCESSING = "processing"


def captures_of(charge: "Charge") -> Sequence[Movement]:
    if not charge.paid or not charge.captured:
        return []
    return [Movement(charge.id, euros(charge.amount_captured), charge.currency.upper())]


def on_its_way(intent: "PaymentIntent | str | None") -> str:
    """Stripe's word for money that its buyer has sent and a bank has not yet, "" where nobody has sent any."""
    return PROCESSING if intent is not None and not isinstance(intent, str) and intent.status == PROCESSING else ""


def refunds_of(intent: str) -> tuple[list[Movement], list[str]]:
    """What has gone back, also by the dashboard, and the numbers of what does not."""
    found = list(client().v1.refunds.list({"payment_intent": intent, "limit": 100}).auto_paging_iter())
    gone = [
        Movement(one.id, euros(one.amount), one.currency.upper(), refund=one.id)
        for one in found
        if one.status == "succeeded"
    ]
    return gone, [one.id for one in found if one.status in ("failed", "canceled")]


STATES = {
    "warning_needs_response": Dispute.State.TO_ANSWER,
    "warning_under_review": Dispute.State.IN_REVIEW,
    "warning_closed": Dispute.State.CLOSED,
    "needs_response": Dispute.State.TO_ANSWER,
    "appeal_needs_response": Dispute.State.TO_ANSWER,
    "under_review": Dispute.State.IN_REVIEW,
    "appeal_under_review": Dispute.State.IN_REVIEW,
    "prevented": Dispute.State.CLOSED,
    "won": Dispute.State.WON,
    "lost": Dispute.State.LOST,
}


def disputes_of(charge: "Charge") -> list[ReportedDispute]:
    if not charge.disputed:
        return []
    return [disputed(one) for one in client().v1.disputes.list({"charge": charge.id, "limit": 100}).auto_paging_iter()]


def disputed(one: "StripeDispute") -> ReportedDispute:
    """Its transactions count in the account's currency, and have Stripe's fee apart."""
    due = one.evidence_details.due_by
    return ReportedDispute(
        one.id, euros(one.amount), one.currency.upper(), one.reason,
        STATES.get(one.status, Dispute.State.IN_REVIEW),
        datetime.fromtimestamp(due, UTC) if due else None,
        [Movement(moved.id, euros(moved.amount), moved.currency.upper()) for moved in one.balance_transactions],
    )  # fmt: skip


def cents(amount: Decimal) -> int:
    """As Stripe counts: the amount without its dot (purchase §7)."""
    return int(f"{amount:.2f}".replace(".", ""))


def euros(amount: int) -> Decimal:
    return Decimal(amount).scaleb(-2)


def client() -> "StripeClient":
    """One of a request asks once, and briefly."""
    return client_of(is_brief=in_request())


@cache
def client_of(*, is_brief: bool) -> "StripeClient":
    """Its library takes a third of a second to load, which few processes need."""
    import stripe

    return stripe.StripeClient(
        settings.STRIPE_SECRET_KEY,
        base_addresses={"api": settings.STRIPE_API_BASE},
        http_client=stripe.HTTPXClient(timeout=SECONDS if is_brief else JOB_SECONDS, allow_sync_methods=True),
        max_network_retries=0 if is_brief else JOB_RETRIES,
    )


def silent() -> tuple[type[Exception], ...]:
    import stripe

    return (stripe.APIConnectionError,)


BREAKER = CircuitBreaker("Stripe", silent)


def call(question: Callable[[], Answer], *, is_refund: bool = False) -> Answer:
    """What Stripe answers. Raises ProviderAway, or RefundRefused for a refund, in the place of what its library
    raises. The question has no database.
    """
    import stripe

    client()  # the first of a process takes long to build, which is no time of the question's
    try:
        return BREAKER.ask(question)
    except (stripe.InvalidRequestError, stripe.CardError) as refused:
        if is_refund:
            raise RefundRefused(reason=refused.user_message or str(refused.code)) from refused
        raise ProviderAway(f"Stripe refused: {refused.code or type(refused).__name__}") from refused
    except stripe.StripeError as error:
        raise ProviderAway(f"Stripe does not answer: {type(error).__name__}") from error
    except ServiceUnavailable as away:
        raise ProviderAway(str(away)) from away
