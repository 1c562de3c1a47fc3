"""Storage of files in an S3-compatible bucket (design §2), served at the shop's own addresses.

All pictures pass through the shop, so that access codes protect them, too. A proxy in front may cache them.
"""

from collections.abc import Callable
from io import BytesIO
from typing import Any, TypeVar

from django.conf import settings
from django.core.files.base import File
from django.utils.encoding import filepath_to_uri
from storages.backends.s3 import S3Storage

from shop.core.errors import Unavailable
from shop.core.outside import CircuitBreaker, ServiceUnavailable, in_request

Answer = TypeVar("Answer")
CONNECT_SECONDS, READ_SECONDS, TRIES = 3, 10, 2
# Of a request that writes: a picture of 20 MB takes its time. Only its sender waits.
WRITE_SECONDS = 30.0


def connection_errors() -> tuple[type[Exception], ...]:
    from botocore.exceptions import HTTPClientError  # type: ignore[import-untyped]

    return (HTTPClientError,)


READING, WRITING = (
    CircuitBreaker("The pictures' store", connection_errors),
    CircuitBreaker("The pictures' store for what is sent", connection_errors),
)


class Bucket(S3Storage):
    """`settings.STORAGES["default"]` if S3_BUCKET is set. In a request it raises Unavailable while the store does not
    answer, and reads a whole file at once, so that a store that sends slowly holds no thread.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        from botocore.config import Config  # type: ignore[import-untyped]

        patience = Config(
            connect_timeout=CONNECT_SECONDS, read_timeout=READ_SECONDS, retries={"total_max_attempts": TRIES}
        )
        usual: Any = vars(self)["client_config"]
        self.client_config = usual.merge(patience)

    def url(self, name: str, parameters: object = None, expire: object = None, http_method: object = None) -> str:
        """The shop's own address of a file, whether or not it exists."""
        return settings.MEDIA_URL + (filepath_to_uri(name) or "")

    def _open(self, name: str, mode: str = "rb") -> File:
        opened = super()._open
        if not in_request():
            return opened(name, mode)

        def whole() -> File:
            with opened(name, mode) as file:
                return File(BytesIO(file.read()), name)

        return self.ask_store(whole)

    def _save(self, name: str, content: File) -> str:
        saved = super()._save
        return self.ask_store(lambda: saved(name, content), WRITING, WRITE_SECONDS)

    def delete(self, name: str) -> None:
        deleted = super().delete
        self.ask_store(lambda: deleted(name))

    def exists(self, name: str) -> bool:
        """Ask for the file's size: the library's own check builds another client for each thread."""
        try:
            return self.size(name) >= 0
        except FileNotFoundError:
            return False

    def size(self, name: str) -> int:
        found = super().size
        return self.ask_store(lambda: found(name))

    def ask_store(
        self, question: Callable[[], Answer], breaker: CircuitBreaker = READING, seconds: float | None = None
    ) -> Answer:
        """Run the call and return the store's answer. Raises Unavailable in a request; in a job, the client's error,
        after which the job is retried.
        """
        away: tuple[type[Exception], ...] = (ServiceUnavailable, *connection_errors())
        _built = self.bucket  # the first of a process takes long, which is no time of the question's
        try:
            return breaker.ask(question, seconds)
        except away as error:
            if in_request():
                raise Unavailable from error
            raise
