from shop.core.errors import ShopError


class ContactDataNotAsked(ShopError):
    """The ticket's event wants to know of nobody how to reach them; names are the order's to change."""

    code = "CONTACT_DATA_NOT_ASKED"
    message = "the event asks for no contact data"
    status = 409


class ContactDataClosed(ShopError):
    code = "CONTACT_DATA_CLOSED"
    message = "the event is over"
    status = 409
