"""Amounts of invoices and cancellation invoices of a placement's sellers, as pure functions. Euros with two
decimals.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from checkout.rules import TaxedLine, VatShare, shipping_by_tax, vat_of, vat_share
from shop.core.values.money import NOTHING, spread
from shop.vat.rule import Tax

SHIPPING = "shipping "


@dataclass(frozen=True)
class SoldLine:
    """A line of a placement: its price, and what is charged now. A voided line has amount 0, and charged is what was
    retained.
    """

    key: str
    seller: int
    tax: Tax
    physical: bool
    amount: int
    cost: Decimal
    charged: Decimal


@dataclass(frozen=True)
class Charge:
    """A row of an invoice, VAT included. Credits are negative. Amount 0: a part of the price."""

    key: str
    tax: Tax
    amount: int
    gross: Decimal

    @property
    def is_shipping(self) -> bool:
        return self.key.startswith(SHIPPING)


@dataclass(frozen=True)
class Amounts:
    """The amounts of one invoice. The VAT shares add up to the total, as the charges do."""

    charges: Sequence[Charge]
    vat: Sequence[VatShare]

    @property
    def total(self) -> Decimal:
        return sum((share.gross for share in self.vat), NOTHING)


def amounts_by_seller(lines: Sequence[SoldLine], shipping: Decimal) -> dict[int, Amounts]:
    """Return what each seller charges, without sellers that charge nothing. Together they charge what the placement
    does.

    Shipping follows the goods as in `rules.vat_split`, and so does each tax: if no line was voided, the invoices' VAT
    adds up to the placement's own, to the cent.
    """
    counting = [line for line in lines if line.amount or line.charged]
    charges: dict[int, list[Charge]] = {}
    for line in counting:
        charges.setdefault(line.seller, []).append(Charge(line.key, line.tax, line.amount, line.charged))
    for seller, charge in shipping_charges(lines, shipping):
        charges.setdefault(seller, []).append(charge)
    shares = vat_by_seller(charges)
    return {seller: Amounts(charges[seller], shares[seller]) for seller in charges if sum_of(charges[seller]) > 0}


def shipping_charges(lines: Sequence[SoldLine], shipping: Decimal) -> list[tuple[int, Charge]]:
    """Return each seller's part of the shipping at each tax, by the value of its goods."""
    # If all goods were voided, the shipping is still charged by their sellers.
    goods = [line for line in lines if line.physical and line.amount] or [line for line in lines if line.physical]
    taxed = [TaxedLine(line.cost, line.tax, physical=True) for line in goods]
    found = []
    for tax, share in shipping_by_tax(taxed, shipping).items():
        value: dict[int, Decimal] = {}
        for line in goods:
            if line.tax == tax:
                value[line.seller] = value.get(line.seller, NOTHING) + line.cost
        sellers = sorted(value)
        for seller, part in zip(sellers, spread(share, [value[one] for one in sellers]), strict=True):
            if part:
                found.append((seller, Charge(shipping_key(tax), tax, 1, part)))
    return found


def shipping_by_seller(lines: Sequence[SoldLine], shipping: Decimal) -> dict[int, Decimal]:
    """Return each seller's part of the shipping."""
    parts: dict[int, Decimal] = {}
    for seller, charge in shipping_charges(lines, shipping):
        parts[seller] = parts.get(seller, NOTHING) + charge.gross
    return parts


def shipping_key(tax: Tax) -> str:
    """Return the row's key. A seller's own VAT is named by the rate alone, as on older invoices."""
    return f"{SHIPPING}{tax.rate}" if tax == Tax(tax.rate) else f"{SHIPPING}{tax.rate} {tax.rule} {tax.country}"


def vat_by_seller(charges: Mapping[int, Sequence[Charge]]) -> dict[int, list[VatShare]]:
    """Return the VAT of each tax, computed on all sellers' sum and spread over them."""
    gross: dict[Tax, dict[int, Decimal]] = {}
    for seller, theirs in charges.items():
        for charge in theirs:
            of_tax = gross.setdefault(charge.tax, {})
            of_tax[seller] = of_tax.get(seller, NOTHING) + charge.gross
    shares: dict[int, list[VatShare]] = {seller: [] for seller in charges}
    for tax in sorted(gross):
        sellers = sorted(gross[tax])
        parts = [gross[tax][seller] for seller in sellers]
        vats = spread(vat_of(sum(parts, NOTHING), tax.rate), parts)
        for seller, part, vat in zip(sellers, parts, vats, strict=True):
            if part:
                shares[seller].append(vat_share(tax, gross=part, vat=vat))
    return shares


def shipping_left_by_row(invoiced: Mapping[int, Iterable[Amounts]], left: Decimal) -> dict[int, dict[str, Decimal]]:
    """Return how much shipping the sellers' invoices may state, by seller and row: together at most `left`."""
    rows = [
        (seller, charge)
        for seller, theirs in invoiced.items()
        for charge in invoiced_totals(theirs)[0].values()
        if charge.is_shipping
    ]
    whole = sum((charge.gross for _seller, charge in rows), NOTHING)
    shares = spread(min(left, whole), [charge.gross for _seller, charge in rows])
    found: dict[int, dict[str, Decimal]] = {}
    for (seller, charge), share in zip(rows, shares, strict=True):
        found.setdefault(seller, {})[charge.key] = share
    return found


def credited_amounts(
    invoiced: Iterable[Amounts], lines: Iterable[SoldLine], *, shipping: Mapping[str, Decimal] | None = None
) -> Amounts | None:
    """Return the amounts of a seller's next cancellation invoice, after all its `invoiced` ones. None if there is
    nothing to credit. `shipping`: what is still charged, by row (`shipping_left_by_row`); None if all of it is.

    A line that the invoices do not name was split off another one.
    """
    known, invoiced_vat = invoiced_totals(invoiced)
    now = {line.key: line for line in lines}
    charges = []
    for charge in known.values():
        if charge.is_shipping:
            left = charge.gross if shipping is None else shipping.get(charge.key, NOTHING)
            amount_left = charge.amount if left else 0
        else:
            line = now.get(charge.key)
            left = min(line.charged, charge.gross) if line else NOTHING
            amount_left = line.amount if line and line.charged > 0 else 0
        if left < charge.gross:
            gone = amount_left - charge.amount
            charges.append(replace(charge, amount=min(gone, 0), gross=left - charge.gross))
    if not charges:
        return None
    return Amounts(charges, [_reduced(tax, charges, invoiced_vat[tax]) for tax in sorted({one.tax for one in charges})])


def recharged_shipping(
    invoiced: Mapping[int, Sequence[Amounts]], lines: Sequence[SoldLine], *, shipping: Decimal, left: Decimal
) -> dict[int, dict[str, Charge]]:
    """Return what of `left` the sellers charge above what their invoices state of the placement's `shipping`, by seller
    and row: first what they credited of their first invoices, then what those had left out because it seemed to be
    refunded.
    """
    shares = {(seller, one.key): one for seller, one in shipping_charges(lines, shipping) if seller in invoiced}
    first = {
        (seller, one.key): one for seller, theirs in invoiced.items() for one in theirs[0].charges if one.is_shipping
    }
    rows = shares | first
    known = {seller: invoiced_totals(theirs)[0] for seller, theirs in invoiced.items()}
    taken, left_out, again = [], [], left
    for seller, key in rows:
        before = known[seller][key].gross if key in known[seller] else NOTHING
        at_first = first[seller, key].gross if (seller, key) in first else NOTHING
        share = shares[seller, key].gross if (seller, key) in shares else NOTHING
        taken.append(max(at_first - before, NOTHING))
        left_out.append(max(share - max(at_first, before), NOTHING))
        again -= before
    back = min(max(again, NOTHING), sum(taken, NOTHING))
    more = min(max(again, NOTHING) - back, sum(left_out, NOTHING))
    found: dict[int, dict[str, Charge]] = {}
    parts = zip(rows.items(), spread(back, taken), spread(more, left_out), strict=True)
    for ((seller, key), row), part, other in parts:
        found.setdefault(seller, {})[key] = replace(row, amount=1, gross=part + other)
    return found


def recharged_amounts(
    invoiced: Sequence[Amounts], lines: Iterable[SoldLine], *, shipping: Mapping[str, Charge]
) -> Amounts | None:
    """Return the amounts that a seller charges again after crediting them. None if there are none. `shipping`: the
    shipping's rows (`recharged_shipping`).
    """
    known, invoiced_vat = invoiced_totals(invoiced)
    now = {line.key: line for line in lines}
    charges = []
    for charge in [*known.values(), *(one for key, one in shipping.items() if key not in known)]:
        line = now.get(charge.key)
        there = known.get(charge.key, replace(charge, amount=0, gross=NOTHING))
        if charge.is_shipping:
            more, amount = shipping[charge.key].gross if charge.key in shipping else NOTHING, 1
        else:
            more, amount = (line.charged - there.gross, line.amount) if line else (NOTHING, 0)
        if more > 0:
            charges.append(replace(charge, amount=max(amount - there.amount, 0), gross=more))
    if not charges:
        return None
    first = {share.tax: share for share in invoiced[0].vat}
    taxes = sorted({one.tax for one in charges})
    return Amounts(charges, [_raised(tax, charges, invoiced_vat.get(tax), first.get(tax)) for tax in taxes])


def invoiced_totals(invoiced: Iterable[Amounts]) -> tuple[dict[str, Charge], dict[Tax, VatShare]]:
    """Return the sum of all of a seller's invoices for a placement, by row and by tax."""
    charges: dict[str, Charge] = {}
    shares: dict[Tax, VatShare] = {}
    for amounts in invoiced:
        for one in amounts.charges:
            before = charges.get(one.key, replace(one, amount=0, gross=NOTHING))
            charges[one.key] = replace(one, amount=before.amount + one.amount, gross=before.gross + one.gross)
        for share in amounts.vat:
            sum_ = shares.get(share.tax, replace(share, gross=NOTHING, net=NOTHING, vat=NOTHING))
            shares[share.tax] = replace(
                share, gross=sum_.gross + share.gross, net=sum_.net + share.net, vat=sum_.vat + share.vat
            )
    return charges, shares


def _reduced(tax: Tax, charges: Iterable[Charge], invoiced: VatShare) -> VatShare:
    """Return the VAT share of a credit, so that the rest has the VAT of its sum and a full credit leaves nothing."""
    gross = sum_of(one for one in charges if one.tax == tax)
    # Cents spread over sellers may make this negative by rounding.
    vat = max(gross, min(NOTHING, vat_of(invoiced.gross + gross, tax.rate) - invoiced.vat))
    return vat_share(tax, gross=gross, vat=vat)


def _raised(tax: Tax, charges: Iterable[Charge], invoiced: VatShare | None, first: VatShare | None) -> VatShare:
    """Return the VAT share of a renewed charge, so that the sum has its VAT; or the first invoice's VAT if all of it is
    charged again, which may differ by cents that were spread over sellers.
    """
    gross = sum_of(one for one in charges if one.tax == tax)
    before, vat_before = (invoiced.gross, invoiced.vat) if invoiced else (NOTHING, NOTHING)
    whole = first.vat if first and before + gross == first.gross else vat_of(before + gross, tax.rate)
    return vat_share(tax, gross=gross, vat=min(gross, max(NOTHING, whole - vat_before)))


def sum_of(charges: Iterable[Charge]) -> Decimal:
    return sum((charge.gross for charge in charges), NOTHING)
