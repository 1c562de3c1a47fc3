"""What the log says of requests. Of addresses: those of an order or a wish hold its secret, which is all that anybody
needs, that of a check-in the number of a ticket, that of a resumed session what moves it.
"""

import logging
import re

# What stands in front of a secret, in every address that has one.
SECRET = re.compile(
    r"(/(?:orders|checkout/done|checkout/payment|newsletter/confirm|newsletter/unsubscribe|withdrawal|refund_requests"
    r"|refund/confirm|checkout/free)/+"
    r"|[?&]order_id=|/(?:checkin|checkout/resume)/*\?(?:[^#\s]*&)?id=)[^/?#&\s]+"
)
HIDDEN = "…"


class WithoutWaitingVisitors(logging.Filter):
    """Whoever waits in line meets 503 as often as they try: no failure, and thousands of lines when a sale begins. What
    else ends so has said why where it happened (`shop.core.database.database_errors`).
    """

    def filter(self, record: logging.LogRecord) -> bool:
        return getattr(record, "status_code", None) != 503


class WithoutSecrets(logging.Filter):
    """Of what Django says of refused requests."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(without_secrets(one) if isinstance(one, str) else one for one in record.args)
        return True


def without_secrets(path: str) -> str:
    return SECRET.sub(rf"\1{HIDDEN}", path)
