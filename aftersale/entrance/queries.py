"""Reads for the entrance. The number of SQL statements does not depend on the number of tickets."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import CharField, Count, OuterRef, Prefetch, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce, NullIf

from aftersale.entrance.actions.devices import digest_of
from aftersale.entrance.errors import DeviceUnknown
from aftersale.entrance.rules import list_ends, reports_end
from aftersale.models import Admission, EntranceDevice, FormerNumber, Scan, Ticket
from aftersale.numbers.tickets import DIGITS
from catalogue.models import Event, ProductVariant
from catalogue.models.event import UNNAMED_CATEGORY
from checkout.models import Order, OrderLine, OrderStep, Placement
from checkout.orders.texts import seat_text
from shop.core.values.languages import active_language, fallbacks, localized

# Most results of a search. If the ticket is not among them, staff type more.
MOST_FOUND = 20
MOST_TROUBLE = 100
SHORTEST_WORD = 2
SHOWN = (
    "line__ticket_holder", "line__placement__order__billing_address", "line__variant__pricing_category",
)  # fmt: skip
# What an order stores is in its buyer's language; the entrance reads one language and counts each kind once.
CATEGORY, DESCRIPTION = "line__variant__pricing_category__name", "line__variant__description"


def device_of_key(key: str) -> EntranceDevice:
    """Return the device of a key. Raises DeviceUnknown if the key is unknown or withdrawn."""
    found = (
        EntranceDevice.objects.active()
        .select_related("event__venue", "event__owner", "paired_by")
        .filter(key_digest=digest_of(key))
        .first()
    )
    if found is None:
        raise DeviceUnknown
    return found


def ends_at(event: Event) -> datetime:
    return list_ends(event.happening_from, event.happening_until)


def reports_end_at(event: Event) -> datetime:
    return reports_end(event.happening_from, event.happening_until)


def kind_of(line: OrderLine) -> str:
    return kind_of_variant(line.variant)


def kind_of_variant(variant: ProductVariant) -> str:
    category = variant.pricing_category
    return kind_text(category.name if category else "", variant.description or "")


def kind_text(category: str, description: str) -> str:
    """The kind of ticket as the entrance shows it: category and description. A category without a name is left out."""
    return " · ".join(part for part in (category if category != UNNAMED_CATEGORY else "", description) if part)


def tickets_for(event: Event) -> QuerySet[Ticket]:
    return Ticket.objects.filter(line__variant__event=event)


def with_entry(tickets: QuerySet[Any]) -> QuerySet[Any]:
    """Prefetch the current entry of each ticket as `entry`: a list of one or none."""
    entries = Admission.objects.in_force().select_related("scan__device")
    return tickets.prefetch_related(Prefetch("admissions", entries, to_attr="entry"))


@dataclass(frozen=True)
class ListedTicket:
    """A ticket as phones store it: with initials instead of names."""

    number: str
    version: int
    valid: bool
    kind: str
    seat: str
    initials: str
    reference: str
    inside_since: datetime | None
    inside_by: str
    reissued_at: datetime | None
    # A number that the ticket had before it was issued anew.
    former: bool = False


def entrance_list(event: Event) -> Iterator[ListedTicket]:
    """Yield all tickets of an event, also invalid ones, and their former numbers. A ticket that is not on the list was
    issued later.
    """
    for one in with_entry(tickets_for(event).select_related(*SHOWN).order_by("number")):
        ticket = listed_ticket(one)
        yield replace(ticket, valid=False) if event.is_cancelled else ticket
    for former in former_numbers(event):
        yield listed_former(former)


def former_numbers(event: Event) -> QuerySet[FormerNumber]:
    shown = (f"ticket__{name}" for name in SHOWN)
    return FormerNumber.objects.filter(ticket__line__variant__event=event).select_related(*shown).order_by("number")


def listed_ticket(ticket: Ticket) -> ListedTicket:
    entry: Admission | None = next(iter(ticket.entry), None)  # type: ignore[attr-defined]
    return ListedTicket(
        number=ticket.number,
        version=ticket.version,
        valid=ticket.is_valid,
        kind=kind_of(ticket.line),
        seat=seat_text(ticket.line),
        initials=initials(name_of(ticket.line)),
        reference=ticket.line.placement.order.reference,
        inside_since=entry.at if entry else None,
        inside_by=entry.scan.device.name if entry else "",
        reissued_at=ticket.reissued_at,
    )


def listed_former(former: FormerNumber) -> ListedTicket:
    """List a former number as invalid and with an unused version, so that phones with an older page refuse it, too."""
    line = former.ticket.line
    return ListedTicket(
        former.number, former.version + 1, False, kind_of(line), seat_text(line), initials(name_of(line)),
        line.placement.order.reference, None, "", former.good_until, former=True,
    )  # fmt: skip


def name_of(line: OrderLine) -> str:
    """Return the holder's name, or else the buyer's."""
    named = line.ticket_holder or line.placement.order.billing_address
    return named.full_name


def initials(name: str) -> str:
    """M. B. for Mira Beispiel."""
    return " ".join(f"{word[0].upper()}." for word in name.split())


@dataclass(frozen=True)
class FoundTicket:
    """A search result at the entrance: the ticket and its holder's name."""

    row: ListedTicket
    name: str


def found_tickets(event: Event, text: str) -> list[FoundTicket]:
    """Find tickets by number, or by words of order, holder or buyer; all words must match. A single letter finds
    nothing. A former number finds its ticket without showing the present number.
    """
    digits = "".join(text.split())
    formers: Iterable[FormerNumber] = ()
    if digits.isascii() and digits.isdigit() and 4 <= len(digits) <= DIGITS:
        wanted = Q(number__contains=digits)
        formers = former_numbers(event).filter(wanted)[:MOST_FOUND]
    else:
        words = [word for word in text.split() if len(word) >= SHORTEST_WORD]
        if not words:
            return []
        wanted = Q()
        for word in words[:5]:
            wanted &= by_name(word)
    tickets = with_entry(tickets_for(event).filter(wanted).select_related(*SHOWN).order_by("number"))[:MOST_FOUND]
    found = [FoundTicket(listed_ticket(one), name_of(one.line)) for one in tickets]
    return [*found, *(FoundTicket(listed_former(one), name_of(one.ticket.line)) for one in formers)][:MOST_FOUND]


def by_name(word: str) -> Q:
    order = "line__placement__order__"
    named = Q(**{f"{order}reference__iexact": word}) | Q(**{f"{order}reference__iendswith": f"-{word}"})
    for whose in ("line__ticket_holder__", f"{order}billing_address__"):
        named |= Q(**{f"{whose}first_name__istartswith": word}) | Q(**{f"{whose}last_name__istartswith": word})
    return named


@dataclass(frozen=True)
class Guest:
    """An entry of the guest list. `tickets`: for how many people; `inside`: how many of them are in."""

    order: Order
    name: str
    kinds: str
    tickets: int
    inside: int
    step: OrderStep


def guests_of(event: Event) -> list[Guest]:
    """Return the guest list by name. Two statements."""
    lines = OrderLine.objects.counting().select_related("variant__pricing_category")
    placements = (
        Placement.objects.live()
        .filter(step__kind=OrderStep.Kind.GUEST_LIST, lines__variant__event=event, lines__invalidated_at=None)
        .select_related("order__billing_address", "step__staff")
        .annotate(
            inside=Count("lines__tickets__admissions", filter=Q(lines__tickets__admissions__undone_at=None)),
        )
        .prefetch_related(
            Prefetch("lines", lines.order_by("number")),
        )
        .order_by("order__billing_address__last_name", "order__billing_address__first_name", "placed_at")
        .distinct()
    )
    return [guest(one) for one in placements]


def guest(placement: Any) -> Guest:
    lines, address = list(placement.lines.all()), placement.order.billing_address
    kinds = " · ".join(dict.fromkeys(kind_of(line) for line in lines))
    pieces = sum(line.amount for line in lines)
    return Guest(placement.order, address.full_name, kinds, pieces, placement.inside, placement.step)


@dataclass(frozen=True)
class KindCount:
    kind: str
    inside: int
    expected: int


def counts_by_kind(event: Event) -> list[KindCount]:
    """Count people inside and valid tickets by the kind of ticket, in the active language. One statement."""
    inside = Count("pk", filter=Q(pk__in=Admission.objects.in_force().values("ticket")))
    valid = Count("pk", filter=Q(invalidated_at=None))
    names = {"category": in_this_language(CATEGORY), "description": in_this_language(DESCRIPTION)}
    kinds = tickets_for(event).annotate(**names).values(*names)
    rows = kinds.annotate(inside=inside, expected=valid).order_by(*names)
    found = [KindCount(kind_text(row["category"], row["description"]), row["inside"], row["expected"]) for row in rows]
    return [one for one in found if one.inside or one.expected]


def in_this_language(name: str) -> Coalesce:
    """A translated column in the active language, or else in the first that has a text."""
    languages = fallbacks(active_language())
    texts = (NullIf(localized(name, one), Value(""), output_field=CharField()) for one in languages)
    return Coalesce(*texts, Value(""), output_field=CharField())


def wrong_admissions(event: Event) -> list[Scan]:
    """Return scans that let somebody in wrongly (twice, or with an invalid ticket), the latest received first."""
    return latest_scans(Scan.objects.let_in_wrongly().filter(event=event))


def admissions_by_number(event: Event) -> list[Scan]:
    """Return scans that let somebody in by a number alone, the latest received first."""
    return latest_scans(Scan.objects.let_in_by_number().filter(event=event))


def latest_scans(scans: QuerySet[Scan]) -> list[Scan]:
    known = scans.select_related("ticket__line__variant__pricing_category", "device", "against__device")
    return list(known.order_by("-received_at", "-scanned_at")[:MOST_TROUBLE])


def events_with_counts(events: QuerySet[Any]) -> QuerySet[Any]:
    """Add the counts `inside`, `expected`, `trouble` and `by_number`, each by a subquery."""
    of_it = tickets_for_outer()
    return events.annotate(
        expected=counting(of_it.filter(invalidated_at=None)),
        inside=counting(of_it.filter(pk__in=Admission.objects.in_force().values("ticket"))),
        trouble=counting(Scan.objects.let_in_wrongly().filter(event=OuterRef("pk")), "event"),
        by_number=counting(Scan.objects.let_in_by_number().filter(event=OuterRef("pk")), "event"),
    )


def tickets_for_outer() -> QuerySet[Ticket]:
    return Ticket.objects.filter(line__variant__event=OuterRef("pk")).order_by()


def counting(rows: QuerySet, by: str = "line__variant__event") -> Subquery:
    return Subquery(rows.order_by().values(by).annotate(number=Count("pk")).values("number"))


def totals(kinds: Iterable[KindCount]) -> tuple[int, int]:
    """Return how many are inside, and how many are expected."""
    known = list(kinds)
    return sum(one.inside for one in known), sum(one.expected for one in known)
