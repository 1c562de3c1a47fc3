from collections.abc import Sequence

from shop.core.errors import ShopError, TooManyAttempts


class AboutTickets(ShopError):
    """`tickets`: the places, from 0, of those that it is about."""

    def __init__(self, tickets: Sequence[int]) -> None:
        super().__init__(tickets=list(tickets))


class TicketsUnknown(AboutTickets):
    """Whatever is wrong: the number, the order, the name, the shop, or that a ticket is no longer valid."""

    code = "TICKETS_UNKNOWN"
    message = "there are no such tickets"


class TicketServiceClosed(AboutTickets):
    """Their event does not open this form, or not any more."""

    code = "TICKET_SERVICE_CLOSED"
    message = "the deadline has passed"
    status = 409


class TicketNotFree(AboutTickets):
    """They stand in a request already, or somebody is inside with them."""

    code = "TICKET_NOT_FREE"
    message = "the tickets stand in another request, or are used"
    status = 409


class ProofRefused(AboutTickets):
    """The picture is not there, is none, was used, or is not theirs (ERROR_TICKETSERVICE)."""

    code = "PROOF_REFUSED"
    message = "the picture cannot be taken"


class UploadRefused(ShopError):
    """What is sent to the upload address is not what was allowed (ERROR_TICKETSERVICE)."""

    code = "UPLOAD_REFUSED"
    message = "this upload is not allowed"
    status = 403


class UploadsFull(ShopError):
    """Pictures that nobody has named yet take all their room, and none of them is old enough to go."""

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
    """Staff have to do it by hand. `problem`: one of `aftersale.ticket_service.words.PROBLEMS`."""

    code = "CANNOT_BE_DONE"
    message = "this request cannot be done by itself"
    status = 409

    def __init__(self, problem: str) -> None:
        super().__init__(problem=problem)
