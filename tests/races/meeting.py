"""Two transactions that meet at the same row: the second begins when the first has done its work and not committed."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event as Signal

from django.db import connection, transaction

from shop.core.errors import ShopError
from tests.races.waiting import until

Act = Callable[[], object]


def one_meets_the_other(first: Act, second: Act) -> tuple[object, object]:
    """What they returned, or raised: `second` begins when `first` has done its work and before that is committed."""
    done, over = Signal(), Signal()

    def hold() -> object:
        with transaction.atomic():
            result = first()
            done.set()
            until(lambda: over.is_set() or somebody_waits())
        connection.close()
        return result

    def meet() -> object:
        done.wait(timeout=60)
        try:
            return second()
        except ShopError as refused:
            return refused
        finally:
            over.set()
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        held, met = pool.submit(hold), pool.submit(meet)
        return held.result(), met.result()


def somebody_waits() -> bool:
    """For this very transaction: other tests run on the same server."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))")
        return cursor.fetchone() is not None
