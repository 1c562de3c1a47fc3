from shop.core.errors import ShopError, TooManyAttempts


class OrderNotFound(ShopError):
    code = "ORDER_NOT_FOUND"
    message = "Couldn't find Order"
    status = 404


class CartNotMergeable(ShopError):
    """The shop or one of the things in it does not allow it (purchase §8 MERGEORDER_FAILED)."""

    code = "CART_NOT_MERGEABLE"
    message = "Cart is not mergeable"
    status = 409


class NoMatchingDeliveries(ShopError):
    """Nothing of the order is still to be packed that the cart could go with (purchase §8 MERGEORDER_FAILED)."""

    code = "NO_MATCHING_DELIVERIES"
    message = "Order has no matching deliveries"
    status = 409


class CountryUnknown(ShopError):
    code = "COUNTRY_UNKNOWN"
    message = "country is not delivered to"


class NoDeliveryMethod(ShopError):
    """No carrier takes these goods to this country (purchase §8 NODELIVERYMETHOD)."""

    code = "NO_DELIVERY_METHOD"
    message = "no delivery method for country and weight"


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
    """The total is not the one that the shopper confirmed. `total` is what it is now."""

    code = "TOTAL_CHANGED"
    message = "total has changed"
    status = 409


class IdempotencyKeyReused(ShopError):
    code = "IDEMPOTENCY_KEY_REUSED"
    message = "idempotency key was used for another order"


class LinkOutdated(ShopError):
    """Of a mail that asks to confirm free tickets: forged, too late, or of an address that the order had once."""

    code = "LINK_OUTDATED"
    message = "this link does not hold any more"
    status = 404


class NothingToConfirm(ShopError):
    """Nothing of the order waits for its mail's link."""

    code = "NOTHING_TO_CONFIRM"
    message = "nothing waits to be confirmed"
    status = 409


class MailJustSent(TooManyAttempts):
    """The mail that asks to confirm went a moment ago, or often enough."""

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
    """By one browser, or for one mailbox (docs/decisions/0022). Nothing is lost: the cart is as it was."""

    code = "TOO_MANY_ORDERS"
    message = "too many orders"


class TooManyPayments(TooManyAttempts):
    """Asked of payment services by one browser."""

    code = "TOO_MANY_PAYMENTS"
    message = "too many payments"


class RefundRefused(ShopError):
    """By the provider, or because nothing is left to refund. `reason` says why."""

    code = "REFUND_REFUSED"
    message = "refund was refused"


class RefundHandled(ShopError):
    """It waits for no transfer of the staff's: sent already, or a provider is asked for it."""

    code = "REFUND_HANDLED"
    message = "this refund does not wait for a transfer"
    status = 409


class RefundFiled(ShopError):
    """It stands in a SEPA file that the bank may have: said to be sent by hand as well, it would be paid twice."""

    code = "REFUND_FILED"
    message = "this refund stands in a SEPA file"
    status = 409


class NothingToHold(ShopError):
    """Nobody is known of the order any more."""

    code = "NOTHING_TO_HOLD"
    message = "nobody is known of this order any more"
    status = 409


class NothingToTransfer(ShopError):
    """None of the refunds waits for a transfer to an account that is known. `unknown`: how many wait for one."""

    code = "NOTHING_TO_TRANSFER"
    message = "none of these refunds can go into a file"
    status = 409


class TransferFileHandled(ShopError):
    """It was booked or discarded before."""

    code = "TRANSFER_FILE_HANDLED"
    message = "this file was booked or discarded"
    status = 409


class DeliveryStepWrong(ShopError):
    """A delivery does not go from here to there, or is not paid for."""

    code = "DELIVERY_STEP_WRONG"
    message = "delivery cannot go there"
    status = 409


class DeliveryNotSplit(ShopError):
    """Nothing would go apart or nothing would stay, or a piece of it cannot go without the others."""

    code = "DELIVERY_NOT_SPLIT"
    message = "delivery cannot be shipped in these parts"
    status = 409


class LineInvalidated(ShopError):
    code = "LINE_INVALIDATED"
    message = "line does not count any more"
    status = 409


class EntryNotReversible(ShopError):
    """It is no transfer that came in, or was taken back already."""

    code = "ENTRY_NOT_REVERSIBLE"
    message = "this booking cannot be taken back"
    status = 409


class AddressFixed(ShopError):
    """A parcel has left: what goes elsewhere now is another one."""

    code = "ADDRESS_FIXED"
    message = "a parcel of this order has left"
    status = 409


class TaxedOtherwise(ShopError):
    """What was sold keeps its VAT, and there another is due. `lines`: names, with the taxes before and after."""

    code = "TAXED_OTHERWISE"
    message = "another VAT is due at this address"
    status = 409


class RefundNotAllowed(ShopError):
    """Money would go back, and whoever asks may not let it."""

    code = "REFUND_NOT_ALLOWED"
    message = "money would go back"
    status = 403


class LineNotSplit(ShopError):
    """It belongs to a bundle, or money went back for it: it ends as a whole or not at all."""

    code = "LINE_NOT_SPLIT"
    message = "some pieces of this line cannot end alone"
    status = 409


class NothingChosen(ShopError):
    code = "NOTHING_CHOSEN"
    message = "nothing would be done"


class OrderChanged(ShopError):
    """Meanwhile: what would be done is no longer what was shown."""

    code = "ORDER_CHANGED"
    message = "the order has changed"
    status = 409


class NotExchangeable(ShopError):
    """`obstacle`: one of `checkout.pricing.exchanges.Obstacle`; empty for something that is not offered."""

    code = "NOT_EXCHANGEABLE"
    message = "this cannot be exchanged"
    status = 409

    def __init__(self, obstacle: str = "") -> None:
        super().__init__(obstacle=obstacle)


class OrderLineNotFound(ShopError):
    """No ticket of this order that still counts. `itemId` is what was asked for."""

    code = "ORDER_LINE_NOT_FOUND"
    message = "no such ticket in this order"
    status = 404


class NamesClosed(ShopError):
    """From 48 hours before its event on, or where the event asks for no names, the ticket `itemId` stays as it is."""

    code = "NAMES_CLOSED"
    message = "names can no longer be changed"
    status = 409


class TooManySecrets(TooManyAttempts):
    """Wrong ones of orders came from one address."""

    message = "too many unknown orders"


class TooManyNames(TooManyAttempts):
    """Given by one browser."""

    code = "TOO_MANY_NAMES"
    message = "too many names"


class SignatureWrong(ShopError):
    code = "SIGNATURE_WRONG"
    message = "signature is wrong"
    status = 400


class ProofMissing(Exception):
    """Whether a provider has signed an event cannot be said here yet."""


class EventTooLarge(ShopError):
    code = "TOO_LARGE"
    message = "a provider's event is no longer than 64 KiB"
    status = 413


class NothingToPay(ShopError):
    """The order is paid, or was cancelled."""

    code = "NOTHING_TO_PAY"
    message = "nothing is to be paid"
    status = 409


class ExpressNotAgreed(ShopError):
    """Nobody has agreed to this at the payment service, or not for this cart."""

    code = "EXPRESS_NOT_AGREED"
    message = "nothing was agreed to at the payment service"


class ExpressCountry(ShopError):
    """The payment service's address lies in another country than the goods go to (purchase §5)."""

    code = "EXPRESS_COUNTRY"
    message = "country does not match the delivery country"


class ExpressAddressUnusable(ShopError):
    """The payment service's address is none that the checkout takes."""

    code = "EXPRESS_ADDRESS_UNUSABLE"
    message = "address cannot be used"


class ProviderAway(ShopError):
    """The payment provider did not answer, or not as agreed. Nothing is lost: the payment can be started again."""

    code = "PROVIDER_AWAY"
    message = "payment provider does not answer"
    status = 503


class BankLineHandled(ShopError):
    code = "BANK_LINE_HANDLED"
    message = "somebody has handled this bank transaction meanwhile"
    status = 409


class OrderNotPayable(ShopError):
    """By this money on this account. `remark`: one of BankLine.Remark."""

    code = "ORDER_NOT_PAYABLE"
    message = "the money cannot be assigned to this order"


class NoHandBooking(ShopError):
    code = "NO_HAND_BOOKING"
    message = "nobody has booked as much for this order by hand"
    status = 409
