import asyncio
import ctypes
import logging
import time
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.db import close_old_connections
from procrastinate import App
from procrastinate.contrib.django import app as django_app

from sessions_queue.visitor_sessions.actions import end_overdue_sessions
from sessions_queue.waiting_room.actions import admit_next
from shop.core.codes.digest import renew_digests
from shop.core.database.actors import job_as_actor
from shop.directory.shops import fold_changes

log = logging.getLogger(__name__)

HEARTBEAT_SECONDS = 3.0
DEAD_AFTER_SECONDS = 12.0
RESCUE_EVERY_SECONDS = 5.0
FOLD_EVERY_SECONDS = 60.0
# Of glibc's malloc.h.
M_MMAP_THRESHOLD, M_ARENA_MAX = -3, -8


class Command(BaseCommand):
    help = "Run stored jobs, take over those of workers that died, and release what expired visitors held."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--concurrency", type=int, default=2)

    def handle(self, *args: Any, concurrency: int, **options: Any) -> None:
        give_memory_back()
        renew_digests()
        asyncio.run(work(concurrency))


def give_memory_back() -> None:
    """Have the system take back what large files and mails needed: glibc would keep it, in a pool for each thread."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(M_ARENA_MAX, 2)
        mallopt(M_MMAP_THRESHOLD, 128 * 1024)


async def work(concurrency: int) -> None:
    worker_app = django_app.with_connector(django_app.connector.get_worker_connector())  # type: ignore[attr-defined]
    async with worker_app.open_async():
        beside = [
            asyncio.create_task(take_over_stalled_jobs(worker_app)),
            asyncio.create_task(sweep()),
            asyncio.create_task(fold()),
        ]
        try:
            await worker_app.run_worker_async(
                concurrency=concurrency,
                task_middleware=[job_as_actor],
                delete_jobs="successful",
                update_heartbeat_interval=HEARTBEAT_SECONDS,
                stalled_worker_timeout=DEAD_AFTER_SECONDS,
                shutdown_graceful_timeout=10,
            )
        finally:
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)


async def take_over_stalled_jobs(worker_app: App) -> None:
    """Jobs whose worker died go back into the queue (invariant 8: a killed worker only delays)."""
    while True:
        try:
            for job in await worker_app.job_manager.get_stalled_jobs(seconds_since_heartbeat=DEAD_AFTER_SECONDS):
                log.warning("Taking over job %s (%s) of a worker that died", job.id, job.task_name)
                await worker_app.job_manager.retry_job(job)
        except Exception:
            log.exception("Looking for stalled jobs failed; trying again")
        await asyncio.sleep(RESCUE_EVERY_SECONDS)


async def sweep() -> None:
    while True:
        await asyncio.to_thread(sweep_once)
        await asyncio.sleep(settings.SWEEP_INTERVAL_SECONDS)


async def fold() -> None:
    """Catalogue versions are sums; their parts are not to become many."""
    while True:
        await asyncio.to_thread(fold_once)
        await asyncio.sleep(FOLD_EVERY_SECONDS)


def fold_once() -> None:
    close_old_connections()
    try:
        fold_changes()
    except Exception:
        log.exception("Folding the catalogue's changes failed; trying again")


def sweep_once() -> None:
    close_old_connections()
    try:
        started = time.monotonic()
        ended = 0
        while batch := end_overdue_sessions():
            ended += batch
        admit_next()
        if ended:
            log.info("Ended %d visitor sessions in %.2f s", ended, time.monotonic() - started)
    except Exception:
        log.exception("The sweep failed; trying again")
