"""What the checkout asks of the apps above it: tickets, printed numbers, check-in and refund requests are theirs.
`config/hooks.py` fills `above` when Django starts.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Protocol
from uuid import UUID

from django.db.models import QuerySet

from catalogue.models import Venue
from shop.mails.sending import Attachment
from shop.models import Shop

from .models import Delivery, OrderLine, Placement, Refund


@dataclass(frozen=True)
class CheckInLink:
    """A ticket that can check in online. `opens_at`: None where the event's date is hidden."""

    ticket_number: str
    event: str
    venue: Venue
    opens_at: datetime | None
    is_open: bool
    is_done: bool

    @property
    def opens_on(self) -> date | None:
        """The day at the venue."""
        return self.opens_at.astimezone(self.venue.zone).date() if self.opens_at else None


@dataclass(frozen=True)
class MailParts:
    """What a mail says and holds beside what all of an order's mails do."""

    context: dict[str, object] = field(default_factory=dict)
    attachments: Sequence[Attachment] = ()


class Above(Protocol):
    """All that this app asks of above. Verbs run in the transaction of their cause, under the order's lock."""

    def placement_paid(self, placement: Placement) -> None:
        """Store what follows from a payment: in the checkout itself (`checkout.actions.payments.paid`), then above."""
        ...

    def lines_ended(self, placement: Placement, *, refunded: Collection[OrderLine] = ()) -> None:
        """Take back what was given for lines of a paid placement. They ended in part or in whole, or a refund of them
        began. `refunded`: lines whose tickets end, although a part of their price may be kept.
        """
        ...

    def delivery_sent_again(self, delivery: Delivery, *, again: Delivery) -> None:
        """Follow goods that were lost or came back into the delivery `again`, which replaces theirs."""
        ...

    def lines_without_numbers(self, lines: QuerySet[OrderLine]) -> QuerySet[OrderLine]:
        """Those of the lines that lack numbers of the printed tickets in their parcel."""
        ...

    def used_lines(self, lines: QuerySet[OrderLine]) -> QuerySet[OrderLine]:
        """Those of the lines that were used or that a refund request names, so that they cannot be exchanged."""
        ...

    def valid_tickets(self, lines: Iterable[OrderLine]) -> Mapping[UUID, Sequence[int]]:
        """By the lines' ids, the positions of their valid tickets in order; one statement."""
        ...

    def ticket_numbers(self, lines: Iterable[OrderLine]) -> Mapping[UUID, Sequence[str]]:
        """By the lines' ids, the numbers of their valid tickets as people read them; one statement."""
        ...

    def check_in_links(self, shop: Shop, lines: Iterable[OrderLine]) -> Sequence[CheckInLink]:
        """Check-in links of lines of events with online check-in, in their order."""
        ...

    def enclosed(self, kind: str, placement: Placement) -> MailParts:
        """What an order's mail of this kind says and holds besides."""
        ...

    def refund_request_relations(self) -> Sequence[str]:
        """What to prefetch of refunds for the two methods below."""
        ...

    def refund_request_account(self, refund: Refund) -> tuple[str, str] | None:
        """Account holder and IBAN that the refund's request names. None if it names none or they are deleted."""
        ...

    def refund_request_page(self, refund: Refund) -> str:
        """Address of the staff page of the refund's request. Empty if no request led to the refund."""
        ...

    def refund_request_right(self) -> str:
        """The right that this page needs."""
        ...


class NothingAbove:
    """The checkout alone: nothing is issued for a payment."""

    def placement_paid(self, placement: Placement) -> None:
        pass

    def lines_ended(self, placement: Placement, *, refunded: Collection[OrderLine] = ()) -> None:
        pass

    def delivery_sent_again(self, delivery: Delivery, *, again: Delivery) -> None:
        pass

    def lines_without_numbers(self, lines: QuerySet[OrderLine]) -> QuerySet[OrderLine]:
        return lines.none()

    def used_lines(self, lines: QuerySet[OrderLine]) -> QuerySet[OrderLine]:
        return lines.none()

    def valid_tickets(self, lines: Iterable[OrderLine]) -> Mapping[UUID, Sequence[int]]:
        return {}

    def ticket_numbers(self, lines: Iterable[OrderLine]) -> Mapping[UUID, Sequence[str]]:
        return {}

    def check_in_links(self, shop: Shop, lines: Iterable[OrderLine]) -> Sequence[CheckInLink]:
        return []

    def enclosed(self, kind: str, placement: Placement) -> MailParts:
        return MailParts()

    def refund_request_relations(self) -> Sequence[str]:
        return []

    def refund_request_account(self, refund: Refund) -> tuple[str, str] | None:
        return None

    def refund_request_page(self, refund: Refund) -> str:
        return ""

    def refund_request_right(self) -> str:
        return ""


above: Above = NothingAbove()
