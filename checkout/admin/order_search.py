"""The search of the list of orders. Each kind of input has a lookup of its own that an index serves; one OR over joins
would read all orders and repeat rows.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from functools import reduce
from typing import Any

from django.contrib.auth import get_permission_codename
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db.models import F, Func, Model, Q, QuerySet, Sum, Value

from cart.models import SEARCHED_FIELDS, Address
from catalogue.models import Event, Product, ProductVariant
from checkout.models import Delivery, Invoice, Order, OrderLine, OrderStep, Payment, Placement
from checkout.models.invoice import DIGITS
from checkout.payments.methods import METHODS
from checkout.payments.references import order_reference, without_gaps
from shop.admin.base import BETWEEN_WORDS
from shop.core.values.languages import in_all_languages
from shop.core.values.numbers import plain_number
from shop.models import Shop

# Ids of orders.
Orders = QuerySet[Any, Any]
Member = AbstractBaseUser | AnonymousUser
ByNumber = Callable[[str], list[Orders]]
MOST_WORDS = 8
GROUPED_DIGITS = re.compile(r"\d+([\s\-‐‑‒–—−]+\d+)+")
SUM = re.compile(r"\d{1,8}\.\d{2}", re.ASCII)
# Beside the digits of a sum; some write an apostrophe between thousands.
BESIDE_SUM = re.compile(r"[\s€’']|EUR", re.IGNORECASE)
PARCEL_NUMBER = re.compile(r"P(\d{1,18})")
# Sequences have at most 19 digits.
INVOICE_NUMBER = re.compile(rf"\d{{{DIGITS},18}}$")


def found_orders(text: str, by_number: ByNumber) -> Orders | None:
    """Return the orders that the entered text finds: as one number, or by all of its words. None without a word."""
    grouped = GROUPED_DIGITS.fullmatch(text.strip())
    stripped = (word.strip(BETWEEN_WORDS) for word in ([compact(text)] if grouped else text.split()))
    words = [word for word in stripped if word][:MOST_WORDS]
    if not words:
        return None
    each = (united([*by_number(word), *by_word(word)]) for word in words)
    every = reduce(lambda orders, found: orders.filter(pk__in=found), each, Order.objects.order_by())
    return united([*by_number(text), every.values("pk")])


def united(lookups: list[Orders]) -> Orders:
    first, *others = lookups
    return first.union(*others)


def compact(text: str) -> str:
    """Return the text in capitals, without signs between its letters and digits."""
    return without_gaps(text).upper()


def entered_sum(text: str) -> Decimal | None:
    """Return the euros of "61,90", "61.90 €" or "1.061,90". None without cents."""
    written = plain_number(BESIDE_SUM.sub("", text))
    return Decimal(written) if SUM.fullmatch(written) else None


def numbers_found(text: str, member: Member) -> list[Orders]:
    """Look for the text as a number or a sum. Invoices, payments and parcels only for members of staff who may see
    them: the list of orders shows none of their numbers.
    """
    may = {Invoice: by_invoice, Payment: by_payment, Delivery: by_parcel}
    allowed = [look for model, look in may.items() if may_view(member, model)]
    return [found for look in (by_reference, by_tracking_number, by_sum, *allowed) for found in look(text)]


def may_view(member: Member, model: type[Model]) -> bool:
    right = get_permission_codename("view", model._meta)
    return bool(member.has_perm(f"{model._meta.app_label}.{right}"))  # type: ignore[union-attr]


def by_reference(text: str) -> Iterator[Orders]:
    if reference := order_reference(text):
        yield placements(reference=reference)


def by_tracking_number(text: str) -> Iterator[Orders]:
    """By all of it or its beginning."""
    if written := compact(text):
        yield Delivery.objects.filter(tracking_number__startswith=written).order_by().values("order_id")


def placements(**fields: Any) -> Orders:
    return Placement.objects.filter(**fields).order_by().values("order_id")


def by_sum(text: str) -> Iterator[Orders]:
    """The total of a placement, or of all live ones of an order that others joined."""
    if (amount := entered_sum(text)) is not None:
        yield placements(total=amount)
        joined = Placement.objects.live().filter(order__in=placements(number=2)).order_by().values("order_id")
        yield joined.annotate(together=Sum("total")).filter(together=amount).values("order_id")


def by_invoice(text: str) -> Iterator[Orders]:
    """By the running number, which has an index for each seller, then compare the number without signs between."""
    written = compact(text)
    if found := INVOICE_NUMBER.search(written):
        sequences = {int(found[0][at:]) for at in range(len(found[0]) - DIGITS + 1)}
        signs = Func(F("number"), Value("[^0-9A-Za-z]"), Value(""), Value("g"), function="REGEXP_REPLACE")
        numbered = Invoice.objects.filter(seller__in=Shop.objects.order_by().values("pk"), sequence__in=sequences)
        same = numbered.annotate(signs=Func(signs, function="UPPER")).filter(signs=written)
        yield same.order_by().values("placement__order_id")


def by_payment(text: str) -> Iterator[Orders]:
    """By the provider's number, whose index begins with the provider. Some providers' numbers tell capitals apart."""
    if written := "".join(text.split()):
        providers = {method.provider for method in METHODS.values()}
        ids = {written, written.upper(), written.lower()}
        numbered = Payment.objects.filter(external_id__in=ids, provider__in=providers).exclude(external_id="")
        yield numbered.order_by().values("order_id")


def by_parcel(text: str) -> Iterator[Orders]:
    if found := PARCEL_NUMBER.fullmatch(compact(text)):
        yield Delivery.objects.filter(pk=found[1]).order_by().values("order_id")


def by_word(word: str) -> Iterable[Orders]:
    """Look for the word in texts, and at the beginning of references."""
    address = any_of(SEARCHED_FIELDS, word)
    yield Order.objects.filter(billing_address__in=Address.objects.filter(address)).order_by().values("pk")
    yield Order.objects.filter(shipping_address__in=Address.objects.filter(address)).order_by().values("pk")
    yield Order.objects.filter(email__icontains=word).order_by().values("pk")
    yield OrderStep.objects.filter(text__icontains=word).order_by().values("order_id")
    yield sold_under(word)
    written = word.upper()
    yield placements(reference__startswith=written)
    yield placements(reference__startswith=f"B-{written}")
    yield Payment.objects.filter(reference__startswith=written).order_by().values("order_id")


def sold_under(word: str) -> Orders:
    """Orders with a product or an event that has the word in its name in any language."""
    named = any_of(in_all_languages("name"), word)
    products, events = Product.objects.filter(named), Event.objects.filter(named)
    variants = ProductVariant.objects.filter(Q(product__in=products) | Q(event__in=events))
    return OrderLine.objects.filter(variant__in=variants).order_by().values("placement__order_id")


def any_of(fields: Iterable[str], word: str) -> Q:
    return reduce(Q.__or__, (Q(**{f"{field}__icontains": word}) for field in fields))
