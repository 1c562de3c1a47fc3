from shop.errors import ShopError


class SessionEnded(ShopError):
    """The visitor session ran out or never was; the shopper starts afresh."""

    code = "SESSION_ENDED"
    message = "session ended"
    status = 409
