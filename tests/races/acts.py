"""What several do at once in this process, each on a thread and with a database connection of its own."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from django.db import connection

from shop.core.database.database_errors import shop_error_of
from shop.core.errors import ShopError

Act = Callable[[], object]


def at_once(acts: Sequence[Act]) -> list[object]:
    """What each returned, or the code of its refusal."""
    barrier = Barrier(len(acts))

    def run(act: Act) -> object:
        try:
            barrier.wait(timeout=60)
            return act()
        except ShopError as error:
            return error.code
        except Exception as error:  # noqa: BLE001 - what the wire would make of it
            return getattr(shop_error_of(error), "code", type(error).__name__)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))
