from collections.abc import Sequence

from shop.core.errors import ShopError, TooManyAttempts


class NotRefundable(ShopError):
    """The event does not exist, or accepts no refund requests now (purchase §8 REFUND_ERROR).

    `refund_error_message`: the text of the event's offer for this case; empty if it has none.
    """

    code = "NOT_REFUNDABLE"
    message = "Product does not exist or is not mass-refundable"
    status = 409

    def __init__(self, error_message: str = "") -> None:
        super().__init__(refund_error_message=error_message)


class RefundNotFound(ShopError):
    """The order is not in this shop, or has nothing to refund for the event (FORM_REFUND_NOTFOUNDERROR)."""

    code = "REFUND_NOT_FOUND"
    message = "There is no such refund request"
    status = 404


class NoValidTicket(ShopError):
    """`validation_codes`: all wrong numbers, as they were sent."""

    code = "NO_VALID_TICKET"

    def __init__(self, codes: Sequence[str]) -> None:
        super().__init__(f"There is no valid ticket for {codes[0]}", validation_codes=list(codes))


class TicketUsed(ShopError):
    """`validation_codes`: tickets of this order that are used, refunded or ended already
    (REFUND_ERROR_TICKET_USED_TEXT).
    """

    code = "TICKET_USED"
    message = "Item details Already used and not refundable"
    status = 409

    def __init__(self, codes: Sequence[str]) -> None:
        super().__init__(validation_codes=list(codes))


class TooManyRefundRequests(TooManyAttempts):
    code = "TOO_MANY_REFUND_REQUESTS"
    message = "too many attempts to ask for a refund"


class RefundLinkOutdated(ShopError):
    """The link that confirms an account is forged, older than a day, was mailed to a former address of the order, or
    its request is deleted.
    """

    code = "LINK_OUTDATED"
    message = "this link does not hold any more"
    status = 404


class RefundNeedsStaff(ShopError):
    """The request cannot be refunded automatically. `problem`: one of RefundRequest.Problem."""

    code = "NOT_BY_ITSELF"
    message = "this refund cannot go by itself"
    status = 409

    def __init__(self, problem: str) -> None:
        super().__init__(problem=problem)


class RequestDecided(ShopError):
    code = "REQUEST_DECIDED"
    message = "somebody has decided it meanwhile"
    status = 409


class OfferChanged(ShopError):
    """The offer or its event was changed since a member of staff saw its terms."""

    code = "OFFER_CHANGED"
    message = "The offer has changed meanwhile"
    status = 409
