from shop.errors import ShopError, TooManyAttempts


class OrderNotFound(ShopError):
    code = "ORDER_NOT_FOUND"
    message = "Couldn't find Order"
    status = 404


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


class OrderNotCancellable(ShopError):
    code = "ORDER_NOT_CANCELLABLE"
    message = "order is paid, cancelled, or money has come in"
    status = 409


class RefundTooLarge(ShopError):
    code = "REFUND_TOO_LARGE"
    message = "more than was received"


class TooManyOrders(TooManyAttempts):
    """From one address, or for one mailbox (docs/decisions/0022). Nothing is lost: the cart is as it was."""

    code = "TOO_MANY_ORDERS"
    message = "too many orders"
