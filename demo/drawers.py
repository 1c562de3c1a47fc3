"""Processes that draw the demo's pictures. They need no Django."""

import multiprocessing
import os
import threading
from concurrent.futures import ProcessPoolExecutor


def drawers(number: int) -> ProcessPoolExecutor:
    # Started afresh, not forked: the database's connection stays this process's own.
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(number, mp_context=context, initializer=_begin)


def _begin() -> None:
    """Yield to those who answer shoppers, and do not outlive who asked for pictures."""
    os.nice(5)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
