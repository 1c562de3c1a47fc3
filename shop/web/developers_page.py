"""What Django shows with DEBUG where a request fails."""

from types import TracebackType

from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest
from django.views.debug import ExceptionReporter


class Reporter(ExceptionReporter):
    """Of a request that was refused because it cannot be read, without the request: the page would read it again, fail
    itself and make 500 of 400.
    """

    def __init__(
        self,
        request: HttpRequest | None,
        exc_type: type[BaseException] | None,
        exc_value: BaseException | None,
        tb: TracebackType | None,
        is_email: bool = False,
    ) -> None:
        unreadable = isinstance(exc_value, SuspiciousOperation)
        super().__init__(None if unreadable else request, exc_type, exc_value, tb, is_email)
