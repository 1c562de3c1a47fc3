"""The sentences of refusals that clients compare (purchase §8); tests of what is refused ask for its code."""

import pytest

from aftersale.refunds.errors import NotRefundable, NoValidTicket, TicketUsed
from cart.errors import CartLimitExceeded, PaymentCodeInvalid
from catalogue.errors import SoldOut, TicketNotFound
from checkout.errors import CartNotMergeable, NoMatchingDeliveries, OrderNotFound
from shop.core.errors import ShopError
from tests.proofs import proves


@proves("purchase §8", "refusals keep the specs' sentences and stable codes")
@pytest.mark.parametrize(
    ("refusal", "code", "sentence"),
    [
        (CartLimitExceeded(), "CART_LIMIT_EXCEEDED", "cart limit exceeded"),
        (SoldOut(), "SOLD_OUT", "not enough items available"),
        (PaymentCodeInvalid(), "PAYMENT_CODE_INVALID", "Unknown or expired code"),
        (TicketNotFound(), "NOT_FOUND", "Not Found"),
        (NotRefundable(), "NOT_REFUNDABLE", "Product does not exist or is not mass-refundable"),
        (NoValidTicket(["7", "8"]), "NO_VALID_TICKET", "There is no valid ticket for 7"),
        (TicketUsed(["7"]), "TICKET_USED", "Item details Already used and not refundable"),
    ],
)
def test_refusals_keep_the_sentences_of_the_specs(refusal: ShopError, code: str, sentence: str) -> None:
    assert (refusal.code, refusal.message) == (code, sentence)


@proves("purchase §8", "'Cart is not mergeable', \"Couldn't find Order\", 'Order has no matching deliveries'")
@pytest.mark.parametrize(
    ("refusal", "code", "sentence"),
    [
        (CartNotMergeable(), "CART_NOT_MERGEABLE", "Cart is not mergeable"),
        (OrderNotFound(), "ORDER_NOT_FOUND", "Couldn't find Order"),
        (NoMatchingDeliveries(), "NO_MATCHING_DELIVERIES", "Order has no matching deliveries"),
    ],
)
def test_refusals_of_merging_do_too(refusal: ShopError, code: str, sentence: str) -> None:
    assert (refusal.code, refusal.message) == (code, sentence)
