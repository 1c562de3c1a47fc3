from shop.core.errors import ShopError, TooManyAttempts


class OrderNotFound(ShopError):
    code = "ORDER_NOT_FOUND"
    message = "Couldn't find Order"
    status = 404


class CartNotMergeable(ShopError):
    """The shop or a product in the cart does not allow merging (purchase §8 MERGEORDER_FAILED)."""

    code = "CART_NOT_MERGEABLE"
    message = "Cart is not mergeable"
    status = 409


class NoMatchingDeliveries(ShopError):
    """The order has no open delivery that the cart could ship with (purchase §8 MERGEORDER_FAILED)."""

    code = "NO_MATCHING_DELIVERIES"
    message = "Order has no matching deliveries"
    status = 409


class OrderAddressMissing(ShopError):
    """The cart needs a postal address, and the order that it would join has none (purchase §8 MERGEORDER_FAILED)."""

    code = "ORDER_ADDRESS_MISSING"
    message = "Order has no postal address"
    status = 409


class CountryUnknown(ShopError):
    code = "COUNTRY_UNKNOWN"
    message = "country is not delivered to"


class NoDeliveryMethod(ShopError):
    """No carrier takes these goods to this country (purchase §8 NODELIVERYMETHOD). `obstacle` and `items`, where
    known: the reason (`checkout/shipping/obstacles.py`) and the names of the goods that cannot be shipped.
    """

    code = "NO_DELIVERY_METHOD"
    message = "no delivery method for country and weight"


class EventCancelled(ShopError):
    """The order's tickets are for an event that was cancelled: nobody has to pay for them."""

    code = "EVENT_CANCELLED"
    message = "event was cancelled"
    status = 409


class PaymentMethodUnavailable(ShopError):
    code = "PAYMENT_METHOD_UNAVAILABLE"
    message = "payment method is not offered"


class AddressIncomplete(ShopError):
    code = "ADDRESS_INCOMPLETE"
    message = "address or e-mail is missing"


class TermsNotAccepted(ShopError):
    code = "TERMS_NOT_ACCEPTED"
    message = "terms were not accepted"


class AgeNotConfirmed(ShopError):
    code = "AGE_NOT_CONFIRMED"
    message = "age was not confirmed"


class TotalChanged(ShopError):
    """The total is not the one that the shopper confirmed. `total`: the present one."""

    code = "TOTAL_CHANGED"
    message = "total has changed"
    status = 409


class IdempotencyKeyReused(ShopError):
    code = "IDEMPOTENCY_KEY_REUSED"
    message = "idempotency key was used for another order"


class LinkOutdated(ShopError):
    """The link that confirms free tickets is forged, too late, or of a former address of the order."""

    code = "LINK_OUTDATED"
    message = "this link does not hold any more"
    status = 404


class NothingToConfirm(ShopError):
    """Nothing of the order waits for a confirmation by mail."""

    code = "NOTHING_TO_CONFIRM"
    message = "nothing waits to be confirmed"
    status = 409


class MailJustSent(TooManyAttempts):
    """The confirmation mail was sent a moment ago, or too often."""

    code = "MAIL_JUST_SENT"
    message = "this mail was sent a moment ago, or often enough"


class OrderNotCancellable(ShopError):
    code = "ORDER_NOT_CANCELLABLE"
    message = "order is paid, cancelled, or money has come in"
    status = 409


class RefundTooLarge(ShopError):
    code = "REFUND_TOO_LARGE"
    message = "more than was received"


class TooManyOrders(TooManyAttempts):
    """Too many orders by one browser or for one mailbox (docs/decisions/0022). The cart stays as it was."""

    code = "TOO_MANY_ORDERS"
    message = "too many orders"


class TooManyPayments(TooManyAttempts):
    """One browser asked payment services too often."""

    code = "TOO_MANY_PAYMENTS"
    message = "too many payments"


class RefundRefused(ShopError):
    """The provider refused the refund, or nothing is left to refund. `reason` says why."""

    code = "REFUND_REFUSED"
    message = "refund was refused"


class RefundHandled(ShopError):
    """The refund waits for no transfer by staff: it was sent already, or its provider handles it."""

    code = "REFUND_HANDLED"
    message = "this refund does not wait for a transfer"
    status = 409


class RefundFiled(ShopError):
    """The refund is in a SEPA file that the bank may have. Sent by hand as well, it would be paid twice."""

    code = "REFUND_FILED"
    message = "this refund stands in a SEPA file"
    status = 409


class NothingToHold(ShopError):
    """The order's buyer was blanked already."""

    code = "NOTHING_TO_HOLD"
    message = "nobody is known of this order any more"
    status = 409


class NothingToTransfer(ShopError):
    """None of the refunds waits for a transfer to a known account. `unknown`: how many wait for an account."""

    code = "NOTHING_TO_TRANSFER"
    message = "none of these refunds can go into a file"
    status = 409


class TransferFileHandled(ShopError):
    """The file was booked or discarded before."""

    code = "TRANSFER_FILE_HANDLED"
    message = "this file was booked or discarded"
    status = 409


class DeliveryStepWrong(ShopError):
    """The delivery's state does not allow this step, or it is not paid."""

    code = "DELIVERY_STEP_WRONG"
    message = "delivery cannot go there"
    status = 409


class DeliveryNotSplit(ShopError):
    """The split would leave one delivery empty, or separate pieces that ship together."""

    code = "DELIVERY_NOT_SPLIT"
    message = "delivery cannot be shipped in these parts"
    status = 409


class LineInvalidated(ShopError):
    code = "LINE_INVALIDATED"
    message = "line does not count any more"
    status = 409


class EntryNotReversible(ShopError):
    """The entry is no received transfer, or was reversed already."""

    code = "ENTRY_NOT_REVERSIBLE"
    message = "this booking cannot be taken back"
    status = 409


class AddressFixed(ShopError):
    """A parcel of the order has left, so its address stays."""

    code = "ADDRESS_FIXED"
    message = "a parcel of this order has left"
    status = 409


class TaxedOtherwise(ShopError):
    """Another VAT would be due at this address, and sold lines keep theirs. `lines`: names with old and new tax."""

    code = "TAXED_OTHERWISE"
    message = "another VAT is due at this address"
    status = 409


class RefundNotAllowed(ShopError):
    """Money would be refunded, and the member of staff lacks the right to."""

    code = "REFUND_NOT_ALLOWED"
    message = "money would go back"
    status = 403


class LineNotSplit(ShopError):
    """The line belongs to a bundle, or money for it was refunded: it ends as a whole or not at all."""

    code = "LINE_NOT_SPLIT"
    message = "some pieces of this line cannot end alone"
    status = 409


class NothingChosen(ShopError):
    code = "NOTHING_CHOSEN"
    message = "nothing would be done"


class OrderChanged(ShopError):
    """The order changed meanwhile: the result would differ from the preview."""

    code = "ORDER_CHANGED"
    message = "the order has changed"
    status = 409


class NotExchangeable(ShopError):
    """`obstacle`: one of `checkout.pricing.exchanges.Obstacle`; empty for a target that is not offered."""

    code = "NOT_EXCHANGEABLE"
    message = "this cannot be exchanged"
    status = 409

    def __init__(self, obstacle: str = "") -> None:
        super().__init__(obstacle=obstacle)


class OrderLineNotFound(ShopError):
    """The order has no such active ticket. `itemId`: the requested one."""

    code = "ORDER_LINE_NOT_FOUND"
    message = "no such ticket in this order"
    status = 404


class NamesClosed(ShopError):
    """The holder of the ticket `itemId` can no longer be changed: from 48 hours before its event on, or if the event
    asks for no names.
    """

    code = "NAMES_CLOSED"
    message = "names can no longer be changed"
    status = 409


class TooManySecrets(TooManyAttempts):
    """Too many wrong secrets from one address."""

    message = "too many unknown orders"


class TooManyNames(TooManyAttempts):
    """Too many names by one browser."""

    code = "TOO_MANY_NAMES"
    message = "too many names"


class SignatureWrong(ShopError):
    code = "SIGNATURE_WRONG"
    message = "signature is wrong"
    status = 400


class ProofMissing(Exception):
    """It is not known here yet whether the provider signed the event."""


class EventTooLarge(ShopError):
    code = "TOO_LARGE"
    message = "a provider's event is no longer than 64 KiB"
    status = 413


class NothingToPay(ShopError):
    """The order is paid or cancelled."""

    code = "NOTHING_TO_PAY"
    message = "nothing is to be paid"
    status = 409


class ExpressNotAgreed(ShopError):
    """The buyer has not agreed to this at the payment service, or not for this cart."""

    code = "EXPRESS_NOT_AGREED"
    message = "nothing was agreed to at the payment service"


class ExpressCountry(ShopError):
    """The payment service's address is in another country than the delivery (purchase §5)."""

    code = "EXPRESS_COUNTRY"
    message = "country does not match the delivery country"


class ExpressAddressUnusable(ShopError):
    """The checkout's rules refuse the payment service's address."""

    code = "EXPRESS_ADDRESS_UNUSABLE"
    message = "address cannot be used"


class ProviderAway(ShopError):
    """The payment provider did not answer, or not as expected. Nothing is lost: the payment can be started again."""

    code = "PROVIDER_AWAY"
    message = "payment provider does not answer"
    status = 503


class BankLineHandled(ShopError):
    code = "BANK_LINE_HANDLED"
    message = "somebody has handled this bank transaction meanwhile"
    status = 409


class OrderNotPayable(ShopError):
    """This money on this account cannot pay for the order. `remark`: one of BankLine.Remark."""

    code = "ORDER_NOT_PAYABLE"
    message = "the money cannot be assigned to this order"


class NoHandBooking(ShopError):
    code = "NO_HAND_BOOKING"
    message = "nobody has booked as much for this order by hand"
    status = 409
