"""Filters of the log of requests. Addresses of orders, subscriptions and refund requests contain secrets that open
them; that of a check-in has a ticket's number, that of a resumed session its key. The log hides them.
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
    """Drops 503 answers. Visitors in a waiting room get one with each try: thousands of lines that are no failure.
    Other causes of 503 are logged where they happen (`shop.core.database.database_errors`).
    """

    def filter(self, record: logging.LogRecord) -> bool:
        return getattr(record, "status_code", None) != 503


class WithoutSecrets(logging.Filter):
    """Hides secrets in Django's log lines about refused requests."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(without_secrets(one) if isinstance(one, str) else one for one in record.args)
        return True


def without_secrets(path: str) -> str:
    return SECRET.sub(rf"\1{HIDDEN}", path)
