"""The one way to Valkey: an answer is waited for briefly, and not at all while none comes (design §5, §6)."""

import logging
import threading
import time
from collections.abc import Sequence
from functools import cache
from types import TracebackType
from typing import Any

import redis
from django.conf import settings
from django_redis.pool import ConnectionFactory
from redis.backoff import NoBackoff
from redis.retry import Retry

logger = logging.getLogger(__name__)
# Seconds. A Valkey that does not answer is left alone for a while: the shop works without it.
PAUSE = 1.0
CONNECTION: dict[str, Any] = {
    "socket_timeout": 0.5,
    "socket_connect_timeout": 0.3,
    "protocol": 2,
    "retry": Retry(NoBackoff(), 0),
}
Command = Sequence[str | bytes | int]


class CircuitOpen(redis.ConnectionError):
    """Nobody asked, because Valkey has just not answered."""


class Breaker:
    """Around everything that is asked (`with breaker:`): after a failure nobody asks during a pause, then one alone
    does, and everybody again once that one is answered. So a stalled Valkey costs a process one wait a pause.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._opened_until: float | None = None

    @property
    def is_open(self) -> bool:
        """Whether asking is of no use just now."""
        return self._opened_until is not None and time.monotonic() < self._opened_until

    def __enter__(self) -> None:
        if self._opened_until is None:
            return
        with self._lock:
            if self.is_open:
                raise CircuitOpen("Valkey has not answered a moment ago")
            if self._opened_until is not None:
                self._opened_until = time.monotonic() + PAUSE

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if isinstance(error, redis.ConnectionError | redis.TimeoutError):
            self._opened_until = time.monotonic() + PAUSE
            logger.warning("Valkey does not answer, the shop goes on without it: %s", error)
        elif self._opened_until is not None:
            self._opened_until = None


class Valkey:
    """Each thread asks over a connection of its own: what the usual client does around a command costs twice the
    command. Raises redis.RedisError, at once while Valkey is left alone.
    """

    def __init__(self, url: str) -> None:
        self._pool = redis.ConnectionPool.from_url(url, **CONNECTION)
        self._threads = threading.local()
        self.breaker = Breaker()

    def ask(self, *command: str | bytes | int) -> Any:
        return self.ask_all([command])[0]

    def ask_all(self, commands: Sequence[Command]) -> list[Any]:
        """The answers to several commands, in one round trip."""
        with self.breaker:
            try:
                return self._answers(commands)
            except redis.ConnectionError:
                # Valkey ended it while nobody asked.
                return self._answers(commands)

    def _answers(self, commands: Sequence[Command]) -> list[Any]:
        connection = getattr(self._threads, "connection", None)
        if connection is None:
            connection = self._threads.connection = self._pool.connection_class(**self._pool.connection_kwargs)
        try:
            connection.send_packed_command(connection.pack_commands(commands))
            return [connection.read_response() for _command in commands]
        except BaseException:
            connection.disconnect()  # a late answer must not be taken for the next one's
            raise


@cache
def valkey_at(url: str) -> Valkey:
    return Valkey(url)


def valkey() -> Valkey:
    return valkey_at(settings.REDIS_URL)


class GuardedClient(redis.Redis):
    breaker: Breaker

    def execute_command(self, *args: Any, **options: Any) -> Any:
        with self.breaker:
            return super().execute_command(*args, **options)


class GuardedConnections(ConnectionFactory):
    """What Django's cache asks over (django-redis): it waits no longer than everything else here."""

    def __init__(self, options: dict[str, Any]) -> None:
        super().__init__(options)
        self.redis_client_cls = GuardedClient
        self.pool_cls_kwargs = CONNECTION

    def get_connection(self, params: dict[str, Any]) -> GuardedClient:
        client: GuardedClient = super().get_connection(params)
        client.breaker = valkey_at(params["url"]).breaker
        return client
