from collections.abc import Sequence

from shop.core.errors import ShopError, TooManyAttempts


class AboutTickets(ShopError):
    """`tickets`: the indexes, from 0, of the affected tickets in the form."""

    def __init__(self, tickets: Sequence[int]) -> None:
        super().__init__(tickets=list(tickets))


class TicketsUnknown(AboutTickets):
    """A number, order, name or shop is wrong, or a ticket is no longer valid. The error does not say which."""

    code = "TICKETS_UNKNOWN"
    message = "there are no such tickets"


class TicketServiceClosed(AboutTickets):
    """The event does not offer this form, or not any more."""

    code = "TICKET_SERVICE_CLOSED"
    message = "the deadline has passed"
    status = 409


class TicketNotFree(AboutTickets):
    """The tickets are in another request, or used."""

    code = "TICKET_NOT_FREE"
    message = "the tickets stand in another request, or are used"
    status = 409


class ProofRefused(AboutTickets):
    """The picture is missing, unreadable, used already, or for another shop (ERROR_TICKETSERVICE)."""

    code = "PROOF_REFUSED"
    message = "the picture cannot be taken"


class UploadRefused(ShopError):
    """The upload does not match its permit (ERROR_TICKETSERVICE)."""

    code = "UPLOAD_REFUSED"
    message = "this upload is not allowed"
    status = 403


class UploadsFull(ShopError):
    """Unclaimed pictures use up their space, and none is old enough to delete."""

    code = "UPLOADS_FULL"
    message = "too many pictures wait for their forms, try again in ten minutes"
    status = 429


class UploadTooLarge(ShopError):
    code = "UPLOAD_TOO_LARGE"
    message = "the file is too large"
    status = 413


class TooManyTicketRequests(TooManyAttempts):
    code = "TOO_MANY_TICKET_REQUESTS"
    message = "too many attempts with tickets"


class CannotBeDone(ShopError):
    """The request cannot be carried out automatically. `problem`: one of `aftersale.ticket_service.words.PROBLEMS`."""

    code = "CANNOT_BE_DONE"
    message = "this request cannot be done by itself"
    status = 409

    def __init__(self, problem: str) -> None:
        super().__init__(problem=problem)
