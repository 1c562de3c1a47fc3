"""The client for Valkey (design §5, §6). It waits briefly for an answer, and fails at once while Valkey is silent."""

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
# Seconds without a question after Valkey did not answer: the shop works without it.
PAUSE = 1.0
CONNECTION: dict[str, Any] = {
    "socket_timeout": 0.5,
    "socket_connect_timeout": 0.3,
    "protocol": 2,
    "retry": Retry(NoBackoff(), 0),
}
Command = Sequence[str | bytes | int]


class CircuitOpen(redis.ConnectionError):
    """Valkey was not asked, because it has just failed to answer."""


class Breaker:
    """Circuit breaker around each command (`with breaker:`). A failure opens it for a pause; then one command tries and
    its success closes the breaker. So a stalled Valkey costs a process one wait per pause.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._opened_until: float | None = None

    @property
    def is_open(self) -> bool:
        """True during the pause after a failure."""
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
    """A client with one connection per thread: the library's own client takes twice the time of a command for the work
    around it. Raises redis.RedisError, at once while the circuit breaker is open.
    """

    def __init__(self, url: str) -> None:
        self._pool = redis.ConnectionPool.from_url(url, **CONNECTION)
        self._threads = threading.local()
        self.breaker = Breaker()

    def ask(self, *command: str | bytes | int) -> Any:
        return self.ask_all([command])[0]

    def ask_all(self, commands: Sequence[Command]) -> list[Any]:
        """Send several commands in one round trip and return their answers."""
        with self.breaker:
            try:
                return self._answers(commands)
            except redis.ConnectionError:
                # Valkey has closed an idle connection.
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
    """The connections of Django's cache (django-redis), with the same time limits and circuit breaker."""

    def __init__(self, options: dict[str, Any]) -> None:
        super().__init__(options)
        self.redis_client_cls = GuardedClient
        self.pool_cls_kwargs = CONNECTION

    def get_connection(self, params: dict[str, Any]) -> GuardedClient:
        client: GuardedClient = super().get_connection(params)
        client.breaker = valkey_at(params["url"]).breaker
        return client
