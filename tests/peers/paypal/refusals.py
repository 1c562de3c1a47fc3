"""How PayPal says no: a name, the HTTP status, and an issue for each thing that is wrong."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from tests.peers.peer import Json

NAMES = {
    400: ("INVALID_REQUEST", "Request is not well-formed or breaks the schema."),
    401: ("AUTHENTICATION_FAILURE", "Authorization is missing or its credentials are invalid."),
    404: ("RESOURCE_NOT_FOUND", "There is no such resource."),
    415: ("UNSUPPORTED_MEDIA_TYPE", "The media type of the request is not supported."),
    422: (
        "UNPROCESSABLE_ENTITY",
        "The action could not be performed: it makes no sense or a rule of business forbids it.",
    ),
    500: ("INTERNAL_SERVER_ERROR", "An internal server error occurred."),
}
ISSUES = {
    "INVALID_ARRAY_MAX_ITEMS": (400, "There are too many items."),
    "INVALID_ARRAY_MIN_ITEMS": (400, "There are too few items."),
    "INVALID_COUNTRY_CODE": (400, "The country code is invalid."),
    "INVALID_PARAMETER_SYNTAX": (400, "The value has not the expected format."),
    "INVALID_PARAMETER_VALUE": (400, "The value is not valid."),
    "INVALID_PATCH_OPERATION": (400, "Add what is absent; replace or remove what is present."),
    "INVALID_STRING_LENGTH": (400, "The value is too short or too long."),
    "MALFORMED_REQUEST_JSON": (400, "The request is not well-formed JSON."),
    "MISSING_REQUIRED_PARAMETER": (400, "A required parameter is missing."),
    "NOT_SUPPORTED": (400, "The field is unknown or not supported."),
    "PAYPAL_REQUEST_ID_REQUIRED": (400, "A payment cannot be processed without a PayPal-Request-Id."),
    "INVALID_RESOURCE_ID": (404, "The resource ID does not exist."),
    "UNSUPPORTED_CONTENT_TYPE": (415, "The content type is not application/json."),
    "AMOUNT_MISMATCH": (422, "The amount is not the sum of its breakdown."),
    "CANNOT_BE_NEGATIVE": (422, "The value is less than 0."),
    "CANNOT_BE_ZERO_OR_NEGATIVE": (422, "The value is not greater than 0."),
    "CAPTURE_FULLY_REFUNDED": (422, "The capture has already been refunded in full."),
    "CITY_REQUIRED": (422, "The country requires a city (admin_area_2)."),
    "CURRENCY_NOT_SUPPORTED": (422, "The payee takes no payments in this currency."),
    "DECIMAL_PRECISION": (422, "The value has not two decimal places."),
    "DUPLICATE_INVOICE_ID": (422, "The invoice ID was used before."),
    "INSTRUMENT_DECLINED": (422, "The payer's means of payment was declined."),
    "ITEM_TOTAL_MISMATCH": (422, "item_total is not the sum of the items."),
    "ITEM_TOTAL_REQUIRED": (422, "Items need an item_total in the breakdown."),
    "NOT_PATCHABLE": (422, "This cannot be patched."),
    "ORDER_ALREADY_CAPTURED": (422, "The order has been captured; only one capture is possible."),
    "ORDER_ALREADY_COMPLETED": (422, "The order is completed and cannot be patched."),
    "ORDER_NOT_APPROVED": (422, "The payer has not approved the order."),
    "PATCH_PATH_REQUIRED": (422, "An operation has no path."),
    "PATCH_VALUE_REQUIRED": (422, "An operation has no value."),
    "PAYER_ACTION_REQUIRED": (422, "The payer must return to PayPal."),
    "PAYER_CANNOT_PAY": (422, "The payer cannot pay this payee."),
    "PAYPAL_REQUEST_ID_PREVIOUSLY_USED": (422, "The PayPal-Request-Id was used for another request."),
    "PENDING_CAPTURE": (422, "The capture is pending and cannot be refunded."),
    "POSTAL_CODE_REQUIRED": (422, "The country requires a postal code."),
    "REFERENCE_ID_NOT_FOUND": (422, "No purchase unit has this reference ID."),
    "REFUND_AMOUNT_EXCEEDED": (422, "More than is left of the capture."),
    "REFUND_CAPTURE_CURRENCY_MISMATCH": (422, "A refund has the currency of its capture."),
    "REFUND_FAILED_INSUFFICIENT_FUNDS": (422, "The payee has not enough money for the refund."),
    "REFUND_NOT_ALLOWED": (422, "The capture cannot be refunded."),
    "REFUND_TIME_LIMIT_EXCEEDED": (422, "The capture is too old to be refunded."),
    "TAX_TOTAL_MISMATCH": (422, "tax_total is not the sum of the items' taxes."),
    "TAX_TOTAL_REQUIRED": (422, "Items with taxes need a tax_total in the breakdown."),
    "TRANSACTION_REFUSED": (422, "PayPal refused the transaction."),
    "UNSUPPORTED_INTENT": (422, "Only the intent CAPTURE is supported."),
    "UNSUPPORTED_SHIPPING_TYPE": (422, "To pick up, the payer's address cannot be taken from the file."),
    "INTERNAL_SERVER_ERROR": (500, "Try again later."),
}


@dataclass(frozen=True)
class Problem:
    """`field`: JSON pointer into the body, or the name of a header."""

    issue: str
    field: str = ""
    location: str = "body"

    @property
    def status(self) -> int:
        return ISSUES[self.issue][0]

    @property
    def shown(self) -> Json:
        where = {"field": self.field, "location": self.location} if self.field else {}
        return {**where, "issue": self.issue, "description": ISSUES[self.issue][1]}


class Refused(Exception):
    """`is_violation`: whoever asks could have known. What breaks the schema is told first, and alone, as there."""

    def __init__(self, *problems: Problem, is_violation: bool = True, links: Sequence[Json] = ()) -> None:
        self.status = min(problem.status for problem in problems)
        self.problems = [problem for problem in problems if problem.status == self.status]
        self.is_violation, self.links = is_violation, list(links)
        super().__init__(", ".join(f"{one.issue} {one.field}".strip() for one in self.problems))

    @property
    def shown(self) -> Json:
        name, message = NAMES[self.status]
        details = [problem.shown for problem in self.problems]
        return {"name": name, "message": message, "debug_id": debug_id(), "details": details, "links": self.links}


class Unauthorized(Exception):
    """`error`: in OAuth's own words; empty if nobody tried to authorize."""

    def __init__(self, error: str = "", description: str = "", *, status: int = 401, is_violation: bool = True) -> None:
        self.error, self.description, self.status, self.is_violation = error, description, status, is_violation
        super().__init__(error or "no authorization")

    @property
    def shown(self) -> Json:
        if self.error:
            return {"error": self.error, "error_description": self.description}
        name, message = NAMES[401]
        return {"name": name, "message": message, "debug_id": debug_id(), "details": [], "links": []}


def debug_id() -> str:
    return secrets.token_hex(7)[:13]


def refused(issue: str, field: str = "", *, is_violation: bool = True) -> Refused:
    return Refused(Problem(issue, field), is_violation=is_violation)
