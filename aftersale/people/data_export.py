"""Export of a person's data as JSON and PDF, in the active language."""

import json
import re
from collections.abc import Iterator
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from aftersale.models import CheckIn, RefundRequest, Scan, Ticket, TicketServiceRequest
from cart.models import ADDRESS_FIELDS, Address
from checkout.models import BankLine, Delivery, Invoice, Order, OrderLine, OrderStep, Payment, Transfer
from shop.core.values.countries import country_name
from shop.core.values.formats import euros, moment_text
from shop.core.values.languages import active_language
from shop.pdf.typesetting import typeset

from .queries import Person

Facts = dict[str, Any]
# Exported fields of each kind. Internal numbers and secrets of the shop are left out.
EXPORTED_FIELDS: dict[str, tuple[str, ...]] = {
    "holds": ("order", "reason", "set_at", "look_at", "lifted_at"),
    "carts": ("shop", "state", "created_at", "email", "billing_address", "shipping_address", "payment_method"),
    "subscriptions": (
        "shop", "email", "language", "form_text", "requested_at", "requested_from", "confirmed_at", "confirmed_from",
        "unsubscribed_at",
    ),
    "withdrawals": ("shop", "name", "email", "contract", "items", "text", "declared_at", "state", "order"),
    "refund_requests": (
        "order", "email", "account_name", "iban", "amount", "state", "note", "created_at", "decided_at",
    ),
    "service_requests": (
        "order", "kind", "name", "email", "reference", "comment", "state", "note", "created_at", "decided_at",
    ),
    "bank_lines": ("order", "booked_on", "amount", "payer", "payer_iban", "purpose"),
    "transfers": ("file", "refund", "name", "iban", "purpose", "withdrawn_at"),
    "check_ins": ("ticket", "checked_in_at", "answers"),
    "scans": ("ticket", "event", "scanned_at", "verdict"),
    # Without the texts: they contain secret links and names of other people.
    "mails": ("shop", "subject", "created_at", "sent_at"),
}  # fmt: skip
ABOUT_MAILS = gettext_noop("What mails say went to this address: only their subjects and days are listed.")
OF_ORDER = ("reference", "shop", "placed_at", "language", "email", "billing_address", "shipping_address")
ORDER_PARTS: tuple[tuple[str, type[models.Model], str, tuple[str, ...]], ...] = (
    (
        "lines", OrderLine, "placement__order",
        ("amount", "name", "variant_description", "price", "total", "event_details", "personal_identifier",
         "ticket_holder"),
    ),
    ("tickets", Ticket, "line__placement__order", ("number", "issued_at", "invalidated_at")),
    ("payments", Payment, "order", ("method", "provider", "external_id", "state", "amount", "created_at")),
    ("deliveries", Delivery, "order", ("name", "state", "tracking_number", "shipped_at")),
    ("invoices", Invoice, "placement__order", ("number", "kind", "issued_on", "total")),
    ("notes", OrderStep, "order", ("at", "kind", "text")),
)  # fmt: skip
# Relations that show whether a row is about the buyer.
BESIDES = {"lines": ("placement__order__billing_address",)}


def person_data(person: Person) -> Facts:
    """Return all rows by kind, with their exported fields."""
    found: Facts = {"email": person.email, "made_at": timezone.now(), "about_mails": _(ABOUT_MAILS)}
    for kind, rows in person.kinds():
        found[kind] = [order_facts(row) if kind == "orders" else facts(row, EXPORTED_FIELDS[kind]) for row in rows]
    return found


def order_facts(order: Order) -> Facts:
    found = facts(order, OF_ORDER)
    for name, model, path, fields in ORDER_PARTS:
        rows = model._default_manager.filter(**{path: order})
        joined = [*followed(model, fields), *BESIDES.get(name, ())]
        found[name] = [facts(row, fields) for row in rows.select_related(*joined)]
    return found


def followed(model: type[models.Model], fields: tuple[str, ...]) -> list[str]:
    return [name for name in fields if model._meta.get_field(name).is_relation]


def facts(row: models.Model, fields: tuple[str, ...]) -> Facts:
    found = {name: plain_value(getattr(row, name)) for name in fields}
    return {**found, **{name: _("(somebody else's)") for name in others_data(row) if found.get(name)}}


def others_data(row: models.Model) -> tuple[str, ...]:
    """Return fields about other people: guests, payers or authors of requests (Art. 15 (4) GDPR)."""
    if isinstance(row, OrderLine):
        whole = row.ticket_holder is None or is_buyers_name(str(row.ticket_holder), row.placement.order)
        return () if whole else ("ticket_holder",)
    if isinstance(row, CheckIn | Scan) and row.ticket is not None:
        line = row.ticket.line
        whole = line.ticket_holder is None or is_buyers_name(str(line.ticket_holder), line.placement.order)
        hidden = ("answers",) if isinstance(row, CheckIn) else ("scanned_at", "verdict")
        return () if whole else hidden
    if isinstance(row, BankLine):
        whole = row.order is not None and is_buyers_name(row.payer, row.order)
        return () if whole else ("payer", "payer_iban", "purpose")
    if isinstance(row, Transfer):
        whole = row.refund.requests.exclude(email="").exists() or is_buyers_name(row.name, row.refund.payment.order)
        return () if whole else ("name", "iban")
    # A request with an e-mail was found by it, so it is the person's own.
    if isinstance(row, RefundRequest):
        whole = bool(row.email) or is_buyers_name(row.account_name, row.order)
        return () if whole else ("account_name", "iban", "note")
    if isinstance(row, TicketServiceRequest):
        whole = bool(row.email) or is_buyers_name(row.name, row.order)
        return () if whole else ("name", "reference", "comment", "note")
    return ()


def is_buyers_name(text: str, order: Order) -> bool:
    """True if the text contains all words of the buyer's or the company's name. In doubt, it is another person's."""
    address = order.billing_address
    entered = words(text)
    return any(
        name and name <= entered
        for name in (words(f"{address.first_name} {address.last_name}"), words(address.company))
    )


def words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold()))


def plain_value(value: Any) -> Any:
    if isinstance(value, Address):
        return {name: getattr(value, name) for name in ADDRESS_FIELDS}
    return str(value) if isinstance(value, models.Model) else value


def data_json(known: Facts) -> bytes:
    return json.dumps(known, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2).encode()


def data_pdf(known: Facts) -> bytes:
    """Return a PDF with a heading for each kind, and pairs of label and value."""
    day = timezone.localdate(known["made_at"])
    heading = _("All that is kept under %(email)s, on %(day)s.")
    notes = [known["about_mails"]] if known["mails"] else []
    data = {
        "title": _("Your data"),
        "language": active_language(),
        "lead": " ".join((heading % {"email": known["email"], "day": date_format(day, "DATE_FORMAT")}, *notes)),
        "nothing": _("Nothing is kept under this address."),
        "sections": list(sections(known)),
    }
    return typeset("person", data, dated=day, archival=False)


def sections(known: Facts) -> Iterator[dict[str, Any]]:
    models_of = {kind: rows.model for kind, rows in Person("").kinds()}
    for kind, model in models_of.items():
        if known[kind]:
            plural = capfirst(str(model._meta.verbose_name_plural))
            yield {"title": plural, "rows": [list(pairs(model, row)) for row in known[kind]]}


def pairs(model: type[models.Model], row: Facts) -> Iterator[tuple[str, str]]:
    parts = {name: (part, fields) for name, part, _path, fields in ORDER_PARTS}
    for name, value in row.items():
        if name in parts and isinstance(value, list):
            part, _fields = parts[name]
            title = capfirst(str(part._meta.verbose_name))
            yield from ((title, " · ".join(f"{word}: {text}" for word, text in pairs(part, one))) for one in value)
        elif value not in (None, "", [], {}):
            field = model._meta.get_field(name)
            yield capfirst(str(field.verbose_name)), value_text(field, value)  # type: ignore[union-attr]


def value_text(field: Any, value: Any) -> str:
    if isinstance(value, dict):
        if "country_code" not in value:
            return json.dumps(value, ensure_ascii=False)
        parts = [value[name] for name in ADDRESS_FIELDS if name != "country_code"]
        return ", ".join(part for part in (*parts, country_name(value["country_code"])) if part)
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if isinstance(value, str):
        return str(dict(field.flatchoices).get(value, value))
    if isinstance(field, models.DateTimeField):
        return moment_text(value)
    if isinstance(field, models.DateField):
        return date_format(value, "SHORT_DATE_FORMAT")
    if isinstance(field, models.DecimalField):
        return euros(value)
    return str(value)
