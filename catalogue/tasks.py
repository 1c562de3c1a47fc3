"""Jobs: each is stored in the transaction of the change that causes it (design §4, invariant 8)."""

import logging
from typing import Any

from procrastinate import RetryStrategy
from procrastinate.contrib.django import app

from shop.models import Image

from .imports.fetcher import PictureFetcher
from .imports.picture_actions import FETCH_JOB
from .imports.picture_actions import fetch_picture as fetch_one

log = logging.getLogger(__name__)


@app.task(
    name=FETCH_JOB,
    priority=-20,
    retry=RetryStrategy(max_attempts=3, exponential_wait=8),
)
def fetch_picture(fetch_id: int) -> None:
    fetch_one(fetch_id, PictureFetcher())


@app.task(
    name="catalogue.draw_demo_pictures",
    priority=-30,
    retry=RetryStrategy(max_attempts=4, exponential_wait=5),
)
def draw_demo_pictures(orders: list[Any]) -> None:
    """`orders`: of `demo.delivery`."""
    from .demo.delivery import draw_pictures  # none but who draws loads what draws

    draw_pictures(orders)
    if not Image.objects.filter(file="").exists():
        log.info("All of the demo's pictures are drawn.")
