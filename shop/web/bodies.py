"""Reading the bodies of requests: within a deadline, up to a size, and only so many unfinished ones an address."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from django.conf import settings
from django.http import HttpRequest

from shop.rate_limits import caller
from shop.upload_limits import LARGEST_REQUEST

KIB, MIB = 1024, 1024 * 1024
# What shoppers send is smaller by far; staff upload files.
LARGEST = 1 * MIB
LARGEST_IN_MEMORY = 256 * KIB
# A body may take this long, and longer the larger it says it is: a slow line has its time.
SECONDS = 10.0
SLOWEST_BYTES_A_SECOND = 32 * KIB
# An ordinary body arrives with its head or a blink later: a school class behind one address is far below.
UNFINISHED_OF_ONE_ADDRESS = 50
UNFINISHED = 4000


class RequestRefused(Exception):
    """A request that gets no thread, and what is answered to it."""

    def __init__(self, status: int, code: str, detail: str) -> None:
        super().__init__(detail)
        self.status, self.code, self.detail = status, code, detail


class Bodies:
    """The bodies that a process is reading. Used by one event loop."""

    def __init__(self) -> None:
        self.unfinished: Counter[str] = Counter()

    async def read(self, environ: dict[str, Any], protocol: Any) -> IO[bytes]:
        """The whole body as a file, for the caller to close. Raises RequestRefused."""
        if "HTTP_TRANSFER_ENCODING" not in environ and environ.get("CONTENT_LENGTH", "0") == "0":
            return BytesIO()
        length = int(environ["CONTENT_LENGTH"]) if "CONTENT_LENGTH" in environ else None
        largest = LARGEST_REQUEST if environ["PATH_INFO"].startswith(settings.STAFF_PATH) else LARGEST
        if length is not None and length > largest:
            raise too_large(largest)
        with self.counted(environ), ExitStack() as opened:
            body = opened.enter_context(SpooledTemporaryFile(LARGEST_IN_MEMORY))
            try:
                async with asyncio.timeout(SECONDS + (length or 0) / SLOWEST_BYTES_A_SECOND):
                    async for chunk in protocol:
                        body.write(chunk)
                        if body.tell() > largest:
                            raise too_large(largest)
            except TimeoutError:
                raise RequestRefused(408, "TOO_SLOW", "The request took too long to arrive.") from None
            if length is not None and body.tell() != length:
                raise RequestRefused(400, "INCOMPLETE", "The request ended before all of it was there.")
            opened.pop_all()
        environ["CONTENT_LENGTH"] = str(body.tell())
        body.seek(0)
        return body

    @contextmanager
    def counted(self, environ: dict[str, Any]) -> Iterator[None]:
        """Raises RequestRefused while too many others of the address are on their way."""
        request = HttpRequest()
        request.META = environ
        address = caller(request)
        if self.unfinished[address] >= UNFINISHED_OF_ONE_ADDRESS or self.unfinished.total() >= UNFINISHED:
            raise RequestRefused(429, "RATE_LIMITED", "Too many requests are on their way at once.")
        self.unfinished[address] += 1
        try:
            yield
        finally:
            self.unfinished[address] -= 1
            if not self.unfinished[address]:
                del self.unfinished[address]


def too_large(largest: int) -> RequestRefused:
    return RequestRefused(413, "TOO_LARGE", f"Requests may have up to {largest // MIB} MiB.")
