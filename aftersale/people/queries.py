"""All rows that belong to an e-mail address."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet

from aftersale.models import CheckIn, RefundRequest, Scan, TicketServiceRequest, Withdrawal
from cart.models import Cart
from checkout.models import BankLine, Hold, Order, Transfer
from checkout.models.hold import HoldQuerySet
from shop.models import Mail, NewsletterSubscription


@dataclass(frozen=True)
class Person:
    """A person by `email`, ignoring case."""

    email: str

    @property
    def at_address(self) -> Q:
        """For tables whose e-mail may be blank: matches their partial index on addresses."""
        return Q(email__iexact=self.email) & ~Q(email="")

    @property
    def orders(self) -> QuerySet[Order]:
        return (
            Order.objects.filter(self.at_address)
            .select_related("shop", "billing_address", "shipping_address")
            .order_by("placed_at")
        )

    @property
    def holds(self) -> HoldQuerySet:
        """Also lifted holds: their reasons stay as long as the order."""
        return Hold.objects.filter(order__in=self.orders).select_related("order")

    @property
    def carts(self) -> QuerySet[Cart]:
        """Carts without an order; an order has its own copy of the data."""
        carts = Cart.objects.filter(self.at_address).exclude(state=Cart.State.ORDERED)
        return carts.select_related("shop", "billing_address", "shipping_address").order_by("created_at")

    @property
    def subscriptions(self) -> QuerySet[NewsletterSubscription]:
        return NewsletterSubscription.objects.filter(email__iexact=self.email).select_related("shop")

    @property
    def withdrawals(self) -> QuerySet[Withdrawal]:
        return Withdrawal.objects.filter(email__iexact=self.email).select_related("shop", "order")

    @property
    def refund_requests(self) -> QuerySet[RefundRequest]:
        """Excludes requests that others made for the person's tickets."""
        return RefundRequest.objects.filter(self._theirs()).select_related("order__billing_address")

    @property
    def service_requests(self) -> QuerySet[TicketServiceRequest]:
        return TicketServiceRequest.objects.filter(self._theirs()).select_related("order__billing_address")

    @property
    def bank_lines(self) -> QuerySet[BankLine]:
        known = BankLine.objects.filter(order__in=self.orders)
        return known.exclude(payer="", payer_iban="", purpose="").select_related("order__billing_address")

    @property
    def transfers(self) -> QuerySet[Transfer]:
        """Rows of SEPA files with accounts. Excludes those of requests that others made."""
        asked = RefundRequest.objects.filter(refunds=OuterRef("refund")).exclude(email="")
        theirs = Exists(asked.filter(email__iexact=self.email))
        known = Transfer.objects.filter(theirs | Q(~Exists(asked), refund__payment__order__in=self.orders))
        return known.exclude(name="", iban="").select_related("file", "refund__payment__order__billing_address")

    @property
    def check_ins(self) -> QuerySet[CheckIn]:
        found = CheckIn.objects.filter(ticket__line__placement__order__in=self.orders)
        return found.exclude(answers={}).select_related(
            "ticket__line__ticket_holder", "ticket__line__placement__order__billing_address"
        )

    @property
    def scans(self) -> QuerySet[Scan]:
        found = Scan.objects.filter(ticket__line__placement__order__in=self.orders)
        return found.select_related(
            "event__venue", "ticket__line__ticket_holder", "ticket__line__placement__order__billing_address"
        )

    @property
    def mails(self) -> QuerySet[Mail]:
        return Mail.objects.filter(recipient__iexact=self.email).select_related("shop").order_by("created_at")

    def _theirs(self) -> Q:
        """Requests with the e-mail, or of the person's orders without one. Reads the orders' keys first, so that both
        conditions use their indexes.
        """
        return self.at_address | Q(email="", order__in=list(self.orders.values_list("pk", flat=True)))

    def kinds(self) -> Iterator[tuple[str, QuerySet]]:
        for name in (
            "orders", "holds", "carts", "subscriptions", "withdrawals", "refund_requests", "service_requests",
            "bank_lines", "transfers", "check_ins", "scans", "mails",
        ):  # fmt: skip
            yield name, getattr(self, name)

    def counts(self) -> dict[str, int]:
        return {name: number for name, rows in self.kinds() if (number := rows.count())}
