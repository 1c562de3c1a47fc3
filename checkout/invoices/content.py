"""All that stands on an invoice, as JSON: taken when it is written, and never looked up again.

`seller`: name, lines, country, represented_by, register, vat_id, tax_number, email, phone, note. `buyer`: name,
company, lines, street, post_code, city, country, email. `order`: reference, placed_on, shop. `paid`: on, and `by` what
was paid how. `rows`: key, name, details, part (of the row above), rate, rule, country, amount, price, discount, gross.
`vat`: rate, rule, country, net, vat, gross; rule and country as `Tax` has them. `total`. `corrects`: number and date of
the invoice, of a cancellation or of what charges again. `look`: how the seller's paper looks. Dates are ISO, money and
rates texts with two decimals.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from django.utils import timezone, translation
from django.utils.translation import gettext

from cart.codes.kinds import kind_of
from cart.models import Address
from checkout.models import Invoice, OrderLine, Payment, Placement
from checkout.orders.texts import artist_beside_name, method_name, seat_text
from checkout.rules import VatShare, vat_share
from shop.core.values.countries import country_name
from shop.core.values.money import NOTHING, spread
from shop.models import Shop
from shop.pdf.look import paper_look
from shop.queries import seller_lines
from shop.vat.rule import Tax, VatRule

from .amounts import Amounts, Charge

Content = dict[str, Any]


def invoice_content(
    placement: Placement,
    seller: Shop,
    amounts: Amounts,
    lines: Sequence[OrderLine],
    shipping: Mapping[int, Decimal],
) -> Content:
    """Return the content of a first invoice, in the order's language. `lines`: all of the placement's, with
    their variants. `shipping`: what the placement's cost, by seller.
    """
    by_key = {str(line.pk): line for line in lines}
    with translation.override(placement.order.language):
        rows = [row_of(charge, by_key.get(charge.key)) for charge in amounts.charges]
        return {
            **frame(placement, seller, amounts),
            "paid": {"on": day(placement.paid_at), "by": paid_by(placement, seller, amounts.total, lines, shipping)},
            "rows": rows,
        }


def cancellation_content(invoice: Invoice, amounts: Amounts) -> Content:
    """Return the content of a cancellation invoice with the words of the invoice; its shipping row may be
    missing there.
    """
    placement, seller = invoice.placement, invoice.seller
    named = {row["key"]: row for row in invoice.content["rows"]}
    with translation.override(invoice.language):
        return {
            **frame(placement, seller, amounts),
            # The buyer as on the invoice, even if the address has changed.
            "buyer": invoice.content["buyer"],
            "corrects": {"number": invoice.number, "issued_on": invoice.issued_on.isoformat()},
            "rows": [
                credited_row(charge, named[charge.key]) if charge.key in named else row_of(charge, None)
                for charge in amounts.charges
            ],
        }


def recharge_content(invoice: Invoice, amounts: Amounts) -> Content:
    """Return the content of an invoice that charges again what cancellations credited: same parties, words and date of
    payment.
    """
    paid = {"on": invoice.content["paid"]["on"], "by": []}
    return {**cancellation_content(invoice, amounts), "paid": paid}


def frame(placement: Placement, seller: Shop, amounts: Amounts) -> Content:
    order = placement.order
    return {
        "seller": seller_of(seller),
        "buyer": buyer_of(order.billing_address, order.email),
        "order": {"reference": order.reference, "placed_on": day(placement.placed_at), "shop": order.shop.name},
        "vat": [share_of(share) for share in amounts.vat],
        "total": str(amounts.total),
        "look": paper_look(seller),
    }


def seller_of(shop: Shop) -> Content:
    return {
        "name": shop.seller_name,
        "lines": seller_lines(shop),
        "country": shop.seller_country,
        "represented_by": shop.seller_represented_by,
        "register": shop.seller_register,
        "vat_id": shop.seller_vat_id,
        "tax_number": shop.seller_tax_number,
        "email": shop.seller_email or shop.sender_email,
        "phone": shop.seller_phone,
        "note": shop.invoice_note or "",
    }


def buyer_of(address: Address, email: str) -> Content:
    name = address.full_name
    written = [
        address.company, name, address.address, address.address2, address.town, country_name(address.country_code),
    ]  # fmt: skip
    return {
        "name": name,
        "company": address.company,
        "lines": [line for line in written if line],
        "street": [line for line in (address.address, address.address2) if line],
        "post_code": address.post_code,
        "city": address.city,
        "country": address.country_code,
        "email": email,
    }


def row_of(charge: Charge, line: OrderLine | None) -> Content:
    """Return a row. Shipping has no line."""
    if line is None:
        return {**plain_row(charge, gettext("Shipping")), "price": str(charge.gross), "discount": "0.00"}
    # Amount 0: what is retained of a voided line.
    price, discount = line.price, line.price * charge.amount - charge.gross if charge.amount else NOTHING
    details = [artist_beside_name(line), line.variant_description, line.pricing_category_name, seat_text(line)]
    return {
        **plain_row(charge, line.name),
        "details": [text for text in (*details, line.event_details) if text],
        "part": line.parent_id is not None,
        "price": str(price) if charge.amount else None,
        "discount": str(discount),
    }


def credited_row(charge: Charge, named: Mapping[str, Any]) -> Content:
    """Return a row that credits a charge. Repeats the piece's price only if each piece is credited with it."""
    price = Decimal(named["price"])
    whole = charge.amount and price * charge.amount == charge.gross
    row = plain_row(charge, named["name"])
    return {**row, "details": named["details"], "price": str(price) if whole else None, "discount": "0.00"}


def plain_row(charge: Charge, name: str) -> Content:
    return {
        "key": charge.key, "name": name, "details": [], "part": False, **tax_on_paper(charge.tax),
        "amount": charge.amount, "gross": str(charge.gross),
    }  # fmt: skip


def paid_by(
    placement: Placement, seller: Shop, total: Decimal, lines: Sequence[OrderLine], shipping: Mapping[int, Decimal]
) -> list[Content]:
    """Return how the invoice was paid. A payment code pays for items of all sellers: each invoice states its seller's
    part.
    """
    codes = [
        one for one in placement.order.payments.all()
        if one.placement_id == placement.pk and one.payment_code_id and one.state == Payment.State.CAPTURED
    ]  # fmt: skip
    by_code = sum((share_of_code(payment, seller, lines, shipping) for payment in codes), NOTHING)
    by_code = min(by_code, total)
    parts = [(codes[0].method, by_code)] if by_code else []
    if total > by_code:
        parts.append((method_of_money(placement), total - by_code))
    return [{"id": one, "method": method_name(one), "amount": str(amount)} for one, amount in parts]


def share_of_code(
    payment: Payment, seller: Shop, lines: Sequence[OrderLine], shipping: Mapping[int, Decimal]
) -> Decimal:
    assert payment.payment_code is not None
    kind = kind_of(payment.payment_code)
    value = dict(shipping) if kind.pays_shipping else {}
    for line in lines:
        if kind.pays_for(payment.payment_code, line.variant):
            value[line.seller_id] = value.get(line.seller_id, NOTHING) + line.reduced_total
    sellers = sorted(value)
    parts = dict(zip(sellers, spread(payment.amount, [value[one] for one in sellers]), strict=True))
    return parts.get(seller.pk, NOTHING)


def method_of_money(placement: Placement) -> str:
    """Return the method of the last payment without a code, otherwise the one that the buyer chose."""
    came_in = [
        one for one in placement.order.payments.all()
        if one.state == Payment.State.CAPTURED and not one.payment_code_id and one.amount
        and one.placement_id in (placement.pk, None)
    ]  # fmt: skip
    return max(came_in, key=lambda one: one.created_at).method if came_in else placement.payment_method


def share_of(share: VatShare) -> Content:
    return {**tax_on_paper(share.tax), **{name: str(getattr(share, name)) for name in ("net", "vat", "gross")}}


def tax_on_paper(tax: Tax) -> Content:
    return {"rate": str(tax.rate), "rule": tax.rule, "country": tax.country}


def tax_from_json(part: Mapping[str, Any]) -> Tax:
    """Return the tax of a row or of a VAT share. Older invoices know the seller's own VAT only."""
    return Tax(Decimal(part["rate"]), part.get("rule", VatRule.HOME.value), part.get("country", ""))


def day(moment: Any) -> str:
    return timezone.localdate(moment).isoformat()


def amounts_of(invoice: Invoice) -> Amounts:
    """Return the amounts that a written invoice states."""
    content = invoice.content
    return Amounts(
        [Charge(row["key"], tax_from_json(row), row["amount"], Decimal(row["gross"])) for row in content["rows"]],
        [vat_share(tax_from_json(one), gross=Decimal(one["gross"]), vat=Decimal(one["vat"])) for one in content["vat"]],
    )
