"""Sentences that orders, pages and mails share, in the active language."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal

from django.utils.translation import gettext, gettext_noop

from cart.codes.kinds import KINDS
from catalogue.events.nights import show_day_and_time
from catalogue.models import Event
from checkout.models import BoxOfficeMethod, Delivery, OrderLine
from shop.core.values.formats import euros, long_date
from shop.core.values.languages import active_language
from shop.core.values.money import NOTHING
from shop.models.shop import PaymentMethodId
from shop.texts import lang_text

# The payment providers' words, in small letters.
DISPUTE_REASONS = {
    gettext_noop("The cardholder did not order it"): {"fraudulent", "unauthorised"},
    gettext_noop("Nothing arrived"): {"product_not_received", "merchandise_or_service_not_received"},
    gettext_noop("Not as described"): {"product_unacceptable", "merchandise_or_service_not_as_described"},
    gettext_noop("A refund did not arrive"): {"credit_not_processed"},
    gettext_noop("Paid twice"): {"duplicate", "duplicate_transaction"},
    gettext_noop("Paid in another way"): {"payment_by_other_means"},
    gettext_noop("Another amount was agreed"): {"incorrect_amount"},
    gettext_noop("The buyer does not know the payment"): {"unrecognized"},
    gettext_noop("The debit was not allowed"): {"debit_not_authorized"},
    gettext_noop("The account could not pay"): {"insufficient_funds"},
    gettext_noop("Another reason"): {"general", "customer_initiated", "noncompliant", "other"},
}


def order_button(total: Decimal) -> str:
    """Return the text of the order button (§ 312j BGB). An order of 0 EUR obliges to no payment."""
    return gettext("Order with obligation to pay") if total > 0 else gettext("Order free of charge")


def event_details(event: Event) -> str:
    """Return date and place in the active language. Leaves out a date that the shop hides."""
    place = f"{event.venue.name}, {event.venue.city}"
    return place if event.hide_date else f"{show_day_and_time(event)}, {place}"


def event_news(event: Event) -> str:
    """Return what has become of an event since it was announced, in the active language. Empty if it takes place as
    announced.
    """
    if event.state == Event.State.CANCELLED:
        return gettext("The event is cancelled.")
    if event.state == Event.State.POSTPONED:
        return gettext("The event is postponed. Its new date is not known yet.")
    if event.moved_from is None or event.hide_date:
        return ""
    moved = {"date": show_day_and_time(event)}
    return gettext("The event was moved. Its new date: %(date)s") % moved


def artist_beside_name(line: OrderLine) -> str:
    """The artist's name, empty where the line's own name begins with it."""
    return "" if line.name.casefold().startswith(line.artist_name.casefold()) else line.artist_name


def details(line: OrderLine) -> list[str]:
    """Return the texts that staff read below a line's name."""
    texts = (
        line.artist_name, line.pricing_category_name, line.variant_description, line.event_details,
        line.personal_identifier, str(line.ticket_holder or ""),
    )  # fmt: skip
    return [text for text in texts if text]


def arrival(delivery: Delivery, paid_at: datetime | None) -> str:
    """Return the expected arrival; until the payment, as the buyer was shown it. Empty for orders from before
    there were estimates.
    """
    found = delivery.estimate
    if found is None:
        return ""
    if found.days_from is None or found.days_until is None:
        between = {"first": long_date(found.arrives_from), "last": long_date(found.arrives_until)}
        return gettext("Expected between %(first)s and %(last)s if paid on the day of the order") % between
    days = {"first": found.days_from, "last": found.days_until}
    if paid_at is not None:
        return lang_text("LANG_ORDER_ARRIVES_DAYS", active_language(), **days)
    return gettext("Expected %(first)s–%(last)s working days after your payment has arrived") % days


def method_name(method: str) -> str:
    if method in KINDS:
        return str(KINDS[method].label)
    known = next((one for one in (PaymentMethodId, BoxOfficeMethod) if method in one.values), None)
    return str(known(method).label) if known else method


def dispute_reason(word: str) -> str:
    """Return the reason of a dispute for staff. An unknown word of the provider stays as it is."""
    return next((gettext(text) for text, words in DISPUTE_REASONS.items() if word.lower() in words), word)


def seat_text(line: OrderLine) -> str:
    """The seat as "Block A, Reihe 7, Platz 12", empty for what has no seat."""
    if not line.seat_number:
        return ""
    names = {"section": line.seat_section, "row": line.seat_row, "seat": line.seat_number}
    return gettext("%(section)s, row %(row)s, seat %(seat)s") % names


def exchange_text(old: OrderLine, new: Sequence[OrderLine]) -> str:
    """Return the old and the new pieces with the difference in price. `new`: the lines of the exchange's placement,
    several if its pieces were separated later.
    """
    difference = sum((one.reduced_total for one in new), -old.reduced_total)
    difference_text = gettext("no difference")
    if difference:
        difference_text = gettext("%(much)s more") if difference > 0 else gettext("%(much)s less")
        difference_text %= {"much": euros(abs(difference))}
    return f"{_pieces_text([old])} → {_pieces_text(new)} ({difference_text})"


def _pieces_text(lines: Sequence[OrderLine]) -> str:
    line, total = lines[0], sum((one.reduced_total for one in lines), NOTHING)
    what = (line.name, line.pricing_category_name, line.variant_description, seat_text(line), euros(total))
    return f"{sum(one.amount for one in lines)} × " + ", ".join(filter(None, what))
