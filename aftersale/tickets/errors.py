from shop.core.errors import ShopError, TooManyAttempts


class TicketEnded(ShopError):
    """Staff: it is invalid already, or what it was given for is no longer part of the order."""

    code = "TICKET_ENDED"
    message = "the ticket has ended"
    status = 409


class TooManyTicketNumbers(TooManyAttempts):
    message = "too many ticket numbers"
