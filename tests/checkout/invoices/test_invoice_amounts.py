"""Invoices' amounts as properties: nothing is lost or made between the sellers of a placement, to the cent."""

from dataclasses import replace
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from checkout.invoices.amounts import (
    Amounts,
    SoldLine,
    amounts_by_seller,
    credited_amounts,
    invoiced_totals,
    recharged_amounts,
    recharged_shipping,
    shipping_left_by_row,
    sum_of,
)  # fmt: skip
from checkout.rules import TaxedLine, vat_split
from shop.core.values.money import NOTHING
from shop.vat.rule import Tax, VatRule
from tests.proofs import proves

MONEY = st.decimals(min_value=0, max_value=500, places=2)
RATES = st.sampled_from([Decimal("19.00"), Decimal("7.00"), Decimal("0.00")])
TAXES = st.builds(Tax, RATES, st.sampled_from([VatRule.HOME.value, VatRule.OSS.value]), st.sampled_from(["", "cy"]))


@st.composite
def placements(draw: st.DrawFn) -> tuple[list[SoldLine], Decimal]:
    """Lines of up to four sellers, and shipping where something is shipped."""
    lines = [
        SoldLine(
            str(number), draw(st.integers(1, 4)), draw(TAXES), draw(st.booleans()), draw(st.integers(1, 9)), cost, cost
        )
        for number, cost in enumerate(draw(st.lists(MONEY, min_size=1, max_size=8)))
    ]
    return lines, draw(MONEY) if any(line.physical for line in lines) else NOTHING


@proves("law VT-5", "sellers' sums and VAT add up to the placement's to the cent; shipping follows the goods")
@given(placements())
def test_sellers_charge_together_what_the_placement_costs_at_each_rate(drawn: tuple[list[SoldLine], Decimal]) -> None:
    lines, shipping = drawn
    invoices = amounts_by_seller(lines, shipping)
    shares = vat_split([TaxedLine(line.cost, line.tax, line.physical) for line in lines], shipping)
    assert sum(one.total for one in invoices.values()) == sum(share.gross for share in shares)
    for share in shares:
        said = [part for one in invoices.values() for part in one.vat if part.tax == share.tax]
        assert tuple(sum((getattr(part, name) for part in said), NOTHING) for name in ("gross", "net", "vat")) == (
            share.gross, share.net, share.vat,
        )  # fmt: skip
    for seller, one in invoices.items():
        holds_together(one)
        assert one.total > 0
        assert {charge.key for charge in one.charges if not charge.is_shipping} == {
            line.key for line in lines if line.seller == seller
        }


def holds_together(one: Amounts) -> None:
    for share in one.vat:
        assert share.gross == share.net + share.vat == sum_of(c for c in one.charges if c.tax == share.tax)
        assert abs(share.vat) <= abs(share.gross) and share.vat * share.gross >= 0
        assert abs(share.vat - share.gross * share.rate / (100 + share.rate)) <= Decimal("0.02")


@proves("law IN-3", "a cancellation names its invoice, for lines that ended and money that went back, once")
@given(placements(), st.data())
def test_corrections_leave_what_is_charged_and_at_the_end_nothing(
    drawn: tuple[list[SoldLine], Decimal], data: st.DataObject
) -> None:
    lines, shipping = drawn
    for seller, first in amounts_by_seller(lines, shipping).items():
        said, now = [first], lines
        for _time in range(data.draw(st.integers(0, 3))):
            now = [less(line, data) for line in now]
            if more := credited_amounts(said, now):
                assert more.total < 0
                holds_together(more)
                said.append(more)
            assert credited_amounts(said, now) is None
            charged = sum((line.charged for line in now if line.seller == seller), NOTHING)
            charges, vat = invoiced_totals(said)
            kept = sum_of(one for one in charges.values() if one.is_shipping)
            assert sum_of(charges.values()) == charged + kept
            assert all(share.gross == share.net + share.vat for share in vat.values())
        ended = [replace(line, amount=0, charged=NOTHING) for line in now]
        if last := credited_amounts(said, ended, shipping={}):
            said.append(last)
        charges, vat = invoiced_totals(said)
        assert {(share.gross, share.net, share.vat) for share in vat.values()} <= {(NOTHING, NOTHING, NOTHING)}
        assert all((one.gross, one.amount) == (NOTHING, 0) for one in charges.values() if one.gross or one.is_shipping)


@proves("law IN-3", "what corrections took back by mistake is charged again, row by row, once")
@given(placements(), st.data())
def test_what_was_taken_back_by_mistake_is_charged_again(
    drawn: tuple[list[SoldLine], Decimal], data: st.DataObject
) -> None:
    lines, shipping = drawn
    first = amounts_by_seller(lines, shipping)
    said = {seller: [one] for seller, one in first.items()}
    now, left = [less(line, data) for line in lines], min(shipping, data.draw(MONEY))
    kept = shipping_left_by_row(said, left)
    for seller, theirs in said.items():
        if taken := credited_amounts(theirs, now, shipping=kept.get(seller, {})):
            theirs.append(taken)
    part = min(shipping, left + data.draw(MONEY))
    for sums, sold in ((left, now), (part, now), (shipping, lines), (shipping, lines)):
        again = recharged_shipping(said, sold, shipping=shipping, left=sums)
        for seller, theirs in said.items():
            if more := recharged_amounts(theirs, sold, shipping=again.get(seller, {})):
                assert more.total > 0
                holds_together(more)
                theirs.append(more)
        rows = [one for theirs in said.values() for one in invoiced_totals(theirs)[0].values() if one.is_shipping]
        assert sum_of(rows) == min(sums, sum_of(c for one in first.values() for c in one.charges if c.is_shipping))
    for seller, theirs in said.items():
        charges, vat = invoiced_totals(theirs)
        assert {key: (one.amount, one.gross) for key, one in charges.items()} == {
            one.key: (one.amount, one.gross) for one in first[seller].charges
        }
        assert {tax: share for tax, share in vat.items() if share.gross} == {one.tax: one for one in first[seller].vat}


@proves("law IN-3", "shipping that had seemed to go back before the first invoices is charged by later ones")
@given(placements(), st.data())
def test_shipping_that_first_invoices_left_out_is_charged_later(
    drawn: tuple[list[SoldLine], Decimal], data: st.DataObject
) -> None:
    lines, shipping = drawn
    said = {seller: [one] for seller, one in amounts_by_seller(lines, min(shipping, data.draw(MONEY))).items()}
    waiting = data.draw(st.sampled_from([None, *said])) if len(said) > 1 else None
    said.pop(waiting or 0, None)  # whose seller's address nobody has entered
    for _time in range(2):
        again = recharged_shipping(said, lines, shipping=shipping, left=shipping)
        for seller, theirs in said.items():
            if more := recharged_amounts(theirs, lines, shipping=again.get(seller, {})):
                assert more.total > 0
                holds_together(more)
                theirs.append(more)
    wanted = amounts_by_seller(lines, shipping)
    for seller, theirs in said.items():
        charges, _vat = invoiced_totals(theirs)
        charges = {key: one for key, one in charges.items() if one.gross or not one.is_shipping}
        assert {key: one.gross for key, one in charges.items()} == {
            one.key: one.gross for one in wanted[seller].charges
        }


def less(line: SoldLine, data: st.DataObject) -> SoldLine:
    """The line as it was, with less charged for it, fewer pieces, or ended."""
    match data.draw(st.integers(0, 3)):
        case 0:
            return replace(line, charged=min(line.charged, data.draw(MONEY)))
        case 1:
            return replace(line, amount=0, charged=NOTHING)
        case 2 if line.amount > 1:
            left = (line.charged * (line.amount - 1) / line.amount).quantize(Decimal("0.01"))
            return replace(line, amount=line.amount - 1, charged=min(left, line.charged))
    return line


def test_shipping_follows_the_goods_and_their_rates() -> None:
    def sold(key: str, seller: int, rate: str, cost: str, physical: bool = True) -> SoldLine:
        return SoldLine(key, seller, Tax(Decimal(rate)), physical, 1, Decimal(cost), Decimal(cost))

    lines = [sold("a", 1, "19.00", "30.00"), sold("b", 2, "19.00", "10.00"), sold("c", 2, "7.00", "10.00", False)]
    found = amounts_by_seller(lines, Decimal("5.90"))
    assert [(one.key, str(one.gross)) for one in found[1].charges] == [("a", "30.00"), ("shipping 19.00", "4.43")]
    assert [(one.key, str(one.gross)) for one in found[2].charges] == [
        ("b", "10.00"), ("c", "10.00"), ("shipping 19.00", "1.47"),
    ]  # fmt: skip
