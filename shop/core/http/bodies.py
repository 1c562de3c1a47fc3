"""Reads request bodies on the event loop, with limits on size, speed and the number of unfinished ones."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from django.conf import settings
from django.urls import Resolver404, resolve

from shop.core.http.concurrency import ConcurrencyLimit, RequestRefused
from shop.core.http.upload_limits import LARGEST_REQUEST

KIB, MIB = 1024, 1024 * 1024
# What forms and questions need, and little to read for who wants to send many. A view that needs more says so:
# `largest_body`, beside the fields that need it.
LARGEST = 64 * KIB
LARGEST_IN_MEMORY = 256 * KIB
# Where anybody may send something to the staff area.
LOG_IN = "login/"
# Time limit of a body, and the bytes for each of which it gets one second more: slow connections have enough time.
SECONDS = 10.0
SLOWEST_BYTES_A_SECOND = 32 * KIB


def largest_at(path: str) -> int:
    """Return the most bytes that a body at this path may have."""
    if path.startswith(settings.STAFF_PATH):
        return LARGEST if path.startswith(settings.STAFF_PATH + LOG_IN) else LARGEST_REQUEST
    try:
        view = resolve(path).func
    except Resolver404:
        return LARGEST
    largest: int = getattr(getattr(view, "cls", view), "largest_body", LARGEST)
    return largest


def size_text(size: int) -> str:
    return f"{size // MIB} MiB" if size >= MIB else f"{size // KIB} KiB"


class BodyReader:
    """Reads the bodies of one process. For one event loop only."""

    def __init__(self) -> None:
        # An ordinary body arrives with its head or a blink later: a school class behind one address is far below.
        self.unfinished = ConcurrencyLimit(of_all=4000, of_one=50)
        # They are on the disk, and their senders need not be logged in.
        self.large = ConcurrencyLimit(of_all=16, of_one=4)

    async def read(self, environ: dict[str, Any], address: str, protocol: Any) -> IO[bytes]:
        """The whole body as a file, for the caller to close. Raises RequestRefused."""
        if "HTTP_TRANSFER_ENCODING" in environ:
            # Where one breaks off, nobody can tell.
            raise RequestRefused(411, "LENGTH_REQUIRED", "Say how long the request is.")
        length = int(environ.get("CONTENT_LENGTH", "0"))
        if length == 0:
            return BytesIO()
        if length > LARGEST and length > (largest := largest_at(environ["PATH_INFO"])):
            raise RequestRefused(413, "TOO_LARGE", f"Requests may have up to {size_text(largest)}.")
        with self._counted(address, length), ExitStack() as opened:
            body = opened.enter_context(SpooledTemporaryFile(LARGEST_IN_MEMORY))
            began = asyncio.get_running_loop().time()
            try:
                async with asyncio.timeout_at(began + SECONDS) as deadline:
                    async for chunk in protocol:
                        body.write(chunk)
                        deadline.reschedule(began + SECONDS + body.tell() / SLOWEST_BYTES_A_SECOND)
            except TimeoutError:
                raise RequestRefused(408, "TOO_SLOW", "The request took too long to arrive.") from None
            if body.tell() != length:
                raise RequestRefused(400, "INCOMPLETE", "The request ended before all of it was there.")
            opened.pop_all()
        body.seek(0)
        return body

    @contextmanager
    def _counted(self, address: str, length: int) -> Iterator[None]:
        with self.unfinished.slot(address), ExitStack() as also:
            if length > LARGEST_IN_MEMORY:
                also.enter_context(self.large.slot(address))
            yield
