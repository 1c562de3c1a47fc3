from shop.core.errors import ShopError, TooManyAttempts


class TicketEnded(ShopError):
    """The ticket is invalid already, or its piece is no longer in the order."""

    code = "TICKET_ENDED"
    message = "the ticket has ended"
    status = 409


class TooManyTicketNumbers(TooManyAttempts):
    message = "too many ticket numbers"
