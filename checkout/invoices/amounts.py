"""What the sellers of a placement charge, and what of it they take back, as pure functions. Euros with two decimals."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from checkout.rules import TaxedLine, VatShare, shipping_by_tax, vat_of, vat_share
from shop.core.values.money import NOTHING, spread
from shop.vat.rule import Tax

SHIPPING = "shipping "


@dataclass(frozen=True)
class SoldLine:
    """A line of a placement: what it cost, and what of that is charged now. Of one that ended: amount 0, and charged is
    what was kept of it.
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
    """A row of an invoice, VAT included. What is taken back is negative; of amount 0: a part of the price."""

    key: str
    tax: Tax
    amount: int
    gross: Decimal

    @property
    def is_shipping(self) -> bool:
        return self.key.startswith(SHIPPING)


@dataclass(frozen=True)
class Amounts:
    """What one invoice comes to. The VAT shares add up to the total, as the charges do."""

    charges: Sequence[Charge]
    vat: Sequence[VatShare]

    @property
    def total(self) -> Decimal:
        return sum((share.gross for share in self.vat), NOTHING)


def amounts_by_seller(lines: Sequence[SoldLine], shipping: Decimal) -> dict[int, Amounts]:
    """What each seller charges; none where that is nothing. Together they come to what is charged for the placement.

    Shipping follows the goods as in `rules.vat_split`, and so does each tax: where nothing has ended, what the
    invoices say of it adds up to the placement's own share, to the cent.
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
    """Each seller's part of the shipping at each tax, by the value of the goods."""
    # Where all goods have ended, the sender still sells what was to be sent: nothing but the shipping is left.
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


def shipping_key(tax: Tax) -> str:
    """Of the row; those of the seller's own VAT are named by their rate alone, as on invoices of before."""
    return f"{SHIPPING}{tax.rate}" if tax == Tax(tax.rate) else f"{SHIPPING}{tax.rate} {tax.rule} {tax.country}"


def vat_by_seller(charges: Mapping[int, Sequence[Charge]]) -> dict[int, list[VatShare]]:
    """The VAT of each tax is that of all sellers' sum, spread over them."""
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
    """What the sellers' invoices may say of shipping, by seller and row, so that together it is no more than `left`."""
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
    """What the next correction of a seller's invoices says, after all that they said so far; None for nothing.
    `shipping`: what is still charged for it, by row (`shipping_left_by_row`); None where all of it is.

    A line that the invoices do not name was split off one of theirs: what is missing there has gone.
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
    """What of `left` the sellers charge more than they say of the placement's `shipping`, by seller and row: first what
    they took back of what their first invoices said, then what those had left out, since it had seemed to go back then.
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
    """What a seller charges of what its invoices, after all that they said so far, had taken back; None for nothing.
    `shipping`: what of it, by row (`recharged_shipping`).
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
    """What all of a seller's invoices for a placement come to: by row, and by tax."""
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
    """So that what is left has the VAT of its sum, and nothing is left over at the end."""
    gross = sum_of(one for one in charges if one.tax == tax)
    # Of cents that were spread over sellers, rounding may have left less than nothing.
    vat = max(gross, min(NOTHING, vat_of(invoiced.gross + gross, tax.rate) - invoiced.vat))
    return vat_share(tax, gross=gross, vat=vat)


def _raised(tax: Tax, charges: Iterable[Charge], invoiced: VatShare | None, first: VatShare | None) -> VatShare:
    """So that all of it has the VAT of its sum; or that of the first invoice, where all that it said is charged again:
    of cents that were spread over sellers that may be another one.
    """
    gross = sum_of(one for one in charges if one.tax == tax)
    before, vat_before = (invoiced.gross, invoiced.vat) if invoiced else (NOTHING, NOTHING)
    whole = first.vat if first and before + gross == first.gross else vat_of(before + gross, tax.rate)
    return vat_share(tax, gross=gross, vat=min(gross, max(NOTHING, whole - vat_before)))


def sum_of(charges: Iterable[Charge]) -> Decimal:
    return sum((charge.gross for charge in charges), NOTHING)
