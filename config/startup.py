"""Makes every process of the shop start faster."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib import gis
from django.core.exceptions import ImproperlyConfigured


@contextmanager
def quick_start() -> Iterator[None]:
    """Turn garbage collection off during the first imports, whose objects stay: it takes a sixth of a start."""
    vars(gis)["__getattr__"] = refuse
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def refuse(name: str) -> None:
    """No part of GeoDjango is used, but strawberry_django asks for it twice, and each time a dozen names of its
    libraries would be looked for by other programs: another sixth of a start.
    """
    raise ImproperlyConfigured(f"django.contrib.gis.{name} is not used")
