"""Rules of money and orders as pure functions (purchase §4, §5, §9). Amounts are euros with two decimals."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from django.utils.translation import gettext

from shop.core.values.deadlines import DEADLINES
from shop.core.values.mail_addresses import is_mail_address
from shop.core.values.money import cents, spread
from shop.mails.links import has_link_or_sign
from shop.vat.rule import Tax, VatRule

MAX_LENGTHS: Mapping[str, int] = {
    "first_name": 40,
    "last_name": 40,
    "company": 100,
    "address": 60,
    "address2": 60,
    "post_code": 10,
    "city": 60,
}
NAMES = ("first_name", "last_name")
POSTAL = ("address", "post_code", "city")

SMALL_INVOICE = Decimal(250)
"""In euros, gross. An invoice up to this amount needs no address of the buyer (§ 33 UStDV)."""


@dataclass(frozen=True)
class VatShare:
    """The part of an amount at one tax. `rule`, `country`: as in `Tax`."""

    rate: Decimal
    gross: Decimal
    net: Decimal
    vat: Decimal
    rule: str = VatRule.HOME.value
    country: str = ""

    @property
    def tax(self) -> Tax:
        return Tax(self.rate, self.rule, self.country)


def vat_share(tax: Tax, *, gross: Decimal, vat: Decimal) -> VatShare:
    return VatShare(tax.rate, gross, gross - vat, vat, tax.rule, tax.country)


def vat_of(gross: Decimal, rate: Decimal) -> Decimal:
    """Return the VAT that a gross amount contains."""
    return cents(gross * rate / (100 + rate))


@dataclass(frozen=True)
class TaxedLine:
    gross: Decimal
    tax: Tax
    physical: bool


def vat_split(lines: Iterable[TaxedLine], shipping: Decimal) -> list[VatShare]:
    """Split lines and shipping by tax. The shares add up to lines plus shipping, to the cent."""
    lines = list(lines)
    gross: dict[Tax, Decimal] = {}
    for line in lines:
        gross[line.tax] = gross.get(line.tax, Decimal(0)) + line.gross
    for tax, share in shipping_by_tax([line for line in lines if line.physical], shipping).items():
        gross[tax] += share
    return [vat_share(tax, gross=gross[tax], vat=vat_of(gross[tax], tax.rate)) for tax in sorted(gross)]


def shipping_by_tax(goods: list[TaxedLine], shipping: Decimal) -> dict[Tax, Decimal]:
    """Spread shipping over the taxes by the value of the goods. If all goods are free, the highest rate bears it."""
    value: dict[Tax, Decimal] = {}
    for line in goods:
        value[line.tax] = value.get(line.tax, Decimal(0)) + line.gross
    taxes = sorted(value)
    return dict(zip(taxes, spread(shipping, [value[tax] for tax in taxes]), strict=True))


@dataclass(frozen=True)
class AddressReason:
    """What a line says about its buyer's postal address. `event_wants_it`: staff set it at the ticket's event.
    `has_vat_by_place`: neither shipped nor a ticket, and taxed, so that its VAT depends on the postal code.
    """

    gross: Decimal
    physical: bool = False
    event_wants_it: bool = False
    has_vat_by_place: bool = False


def needs_postal_address(lines: Iterable[AddressReason], total: Decimal) -> bool:
    """Return whether the buyer must give street, postal code and city besides name, e-mail and country. `total`: the
    gross amount that is invoiced, also if a payment code pays it.
    """
    return total > SMALL_INVOICE or any(
        line.physical or line.event_wants_it or (line.has_vat_by_place and line.gross > 0) for line in lines
    )


def address_errors(
    address: Mapping[str, str], prefix: str, countries: Iterable[str], *, postal: bool
) -> dict[str, list[dict[str, str]]]:
    """Return an address's errors by field path (purchase §5). Empty if there are none. `postal`: as
    `needs_postal_address` says.
    """
    errors: dict[str, list[dict[str, str]]] = {}

    def refuse(field: str, code: str, message: str) -> None:
        errors.setdefault(f"{prefix}.{field}", []).append({"code": code, "message": message})

    nameless = not any(address.get(field, "").strip() for field in NAMES)
    for field in (*(NAMES if nameless else ()), *(POSTAL if postal else ()), "country_code"):
        if not address.get(field, "").strip():
            refuse(field, "required", gettext("This field is required."))
    for field, limit in MAX_LENGTHS.items():
        if len(address.get(field, "")) > limit:
            refuse(field, "too_long", gettext("Use at most %(most)s characters.") % {"most": limit})
        elif has_link_or_sign(address.get(field, "")):
            refuse(field, "link", gettext("A link, and the signs @ < >, cannot stand here."))
    country = address.get("country_code", "")
    if country and country not in countries:
        refuse("country_code", "unknown_country", gettext("We do not deliver there."))
    return errors


def email_errors(email: str) -> dict[str, list[dict[str, str]]]:
    if not email.strip():
        return {"email": [{"code": "required", "message": gettext("This field is required.")}]}
    if not is_mail_address(email):
        return {"email": [{"code": "invalid", "message": gettext("This is no e-mail address.")}]}
    return {}


NATIONAL = "de"
LEAVES_AFTER = (1, 3)
"""Working days from payment until an order leaves the warehouse, at least and at most (purchase §9)."""
SATURDAY = 5


def after_working_days(day: date, count: int) -> date:
    """Return the day so many working days later. Public holidays count as working days."""
    while count > 0:
        day += timedelta(days=1)
        count -= day.weekday() < SATURDAY
    return day


def last_day_so_long_ago(today: date, count: int) -> date:
    """Return the last day after which `count` whole working days are over before today."""
    day = today
    while after_working_days(day, count) >= today:
        day -= timedelta(days=1)
    return day


@dataclass(frozen=True)
class PaymentDates:
    """Until when to pay, and after which day the order expires unpaid: None if it never does."""

    pay_by: date
    ends_on: date | None

    def no_later_than(self, end: date | None) -> "PaymentDates":
        """Return the dates of a placement that expires at this end at the latest."""
        ends = [day for day in (self.ends_on, end) if day]
        return PaymentDates(min([self.pay_by, *ends]), min(ends, default=None))


def payment_dates(*, placed_on: date, days: int, ends_after: int | None, no_transfer_from: date | None) -> PaymentDates:
    """Return the payment dates. `ends_after`: days, None if orders do not expire. `no_transfer_from`: the first day
    before the event on which no transfer is awaited. Orders placed later are to be paid the same day.
    """
    ends = [] if ends_after is None else [placed_on + timedelta(days=ends_after)]
    if no_transfer_from:
        ends.append(max(no_transfer_from, placed_on))
    pay_by = min([placed_on + timedelta(days=days), *ends])
    return PaymentDates(pay_by, None if ends_after is None else min(ends))


@dataclass(frozen=True)
class Estimate:
    """When goods arrive that are paid on the day of the order. If days are set, the buyer is shown the days
    (purchase §9).
    """

    arrives_from: date
    arrives_until: date
    days_from: int | None = None
    days_until: int | None = None


def estimate(
    *, today: date, country_code: str, ready: tuple[date | None, date | None], on_the_way: tuple[int, int]
) -> Estimate:
    """Estimate the arrival. `ready`: days between which goods that are still to come leave (`shippable_window`),
    otherwise none. `on_the_way`: working days in transit, at least and at most.

    Goods at hand have an estimate in working days within the country; all others have dates.
    """
    first, last = on_the_way
    if ready[0] is not None and ready[1] is not None:
        return Estimate(after_working_days(ready[0], first), after_working_days(ready[1], last))
    days = (LEAVES_AFTER[0] + first, LEAVES_AFTER[1] + last)
    dates = (after_working_days(today, days[0]), after_working_days(today, days[1]))
    return Estimate(*dates, *days) if country_code == NATIONAL else Estimate(*dates)


NAMES_CLOSE = timedelta(hours=DEADLINES["nameHours"])
"""This long before its event a ticket's holder can no longer be changed (purchase §9)."""


DELIVERY_STEPS: Mapping[str, frozenset[str]] = {
    "open": frozenset({"packed", "shipped"}),
    "packed": frozenset({"open", "shipped"}),
    "shipped": frozenset({"delivered", "returned", "lost"}),
    "lost": frozenset({"delivered", "returned"}),
    "delivered": frozenset({"returned"}),
    "returned": frozenset(),
}
"""The next states that each state of a delivery allows."""


def withdrawal_exemption(*, ticket: bool, personalised: bool) -> str:
    """Return why a line has no right of withdrawal (§ 312g (2) BGB, numbers 9 and 1). Empty if it has one."""
    return "event" if ticket else "personalised" if personalised else ""


def wire_status(payment: str, fulfilment: str, *, balance: Decimal, received: Decimal) -> str:
    """Map an order's state to the wire's status: the one table for it (purchase §4 "Open-order payment page"; see
    `checkout.orders.order_state`). `received`: without what payment codes paid.
    """
    if payment == "cancelled":
        return "cancelled"
    if payment == "open":
        return "incomplete" if received > 0 else "payment_pending"
    if balance > 0:
        return "problem"
    return FULFILMENT_STATUS[fulfilment]


FULFILMENT_STATUS: Mapping[str, str] = {
    "nothing": "done",
    "open": "pending_fulfillment",
    "packed": "processing",
    "shipped": "fulfillment",
    "lost": "fulfillment",
    "delivered": "done",
    "returned": "done",
}


@dataclass(frozen=True)
class Bill:
    """A placement for the ledger: what is owed, what was received for it alone, and whether it counts as paid.

    `is_separate`: shares no money with the others. `after`: the index of an earlier bill that bears its shipping and
    must be paid first.
    """

    owed: Decimal
    received: Decimal
    paid: bool = False
    is_separate: bool = False
    after: int | None = None


def covered(bills: Sequence[Bill], spare: Decimal) -> list[bool]:
    """Return which bills are paid. `spare`: money received for none of them. With what is too much for one bill it pays
    the others: first what paid bills lack, then the open ones in their order, each wholly or not at all.
    """
    missing = [max(Decimal(0), bill.owed - bill.received) for bill in bills]
    shared = [bill for bill in bills if not bill.is_separate]
    spare += sum((max(Decimal(0), bill.received - bill.owed) for bill in shared), Decimal(0))
    spare -= sum((lack for bill, lack in zip(bills, missing, strict=True) if bill.paid), Decimal(0))
    found: list[bool] = []
    for bill, lack in zip(bills, missing, strict=True):
        is_shipped = bill.after is None or found[bill.after]
        paid = bill.paid or (is_shipped and (lack == 0 or (lack <= spare and not bill.is_separate)))
        spare -= lack if paid and not bill.paid else 0
        found.append(paid)
    return found


def poured(parts: Sequence[Decimal], ways: Sequence[Decimal]) -> list[list[Decimal]]:
    """Spread parts over ways, each with its room: the first way takes all it can, then the next. Returns for each way
    its share of each part. What no way has room for is left out.
    """
    left = list(parts)
    found = []
    for room in ways:
        through = []
        for number, part in enumerate(left):
            share = min(part, room)
            through.append(share)
            left[number] -= share
            room -= share
        found.append(through)
    return found
