from shop.core.errors import ShopError


class ContactDataNotAsked(ShopError):
    """The event requires no contact data. Names are changed at the order."""

    code = "CONTACT_DATA_NOT_ASKED"
    message = "the event asks for no contact data"
    status = 409


class ContactDataClosed(ShopError):
    code = "CONTACT_DATA_CLOSED"
    message = "the event is over"
    status = 409
