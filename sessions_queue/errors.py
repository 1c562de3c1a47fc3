from shop.errors import ShopError, TooManyAttempts


class ActivityUnknown(ShopError):
    """Not one of the activity log's names."""

    code = "ACTIVITY_UNKNOWN"
    message = "no such activity"


class SessionEnded(ShopError):
    """The visitor session ran out or never was; the shopper starts afresh."""

    code = "SESSION_ENDED"
    message = "session ended"
    status = 409


class AddressBusy(TooManyAttempts):
    """So many guests of one address hold so much that the others would get too little (docs/decisions/0022)."""

    code = "ADDRESS_BUSY"
    message = "too much is reserved from this address"
