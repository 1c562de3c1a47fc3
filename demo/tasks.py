"""The demo's job, stored in the transaction that makes the rows whose pictures it draws."""

import logging
from typing import Any

from procrastinate import RetryStrategy
from procrastinate.contrib.django import app

from shop.models import Image

from .job import DRAW_JOB, DRAW_PRIORITY

log = logging.getLogger(__name__)


@app.task(
    name=DRAW_JOB,
    aliases=["catalogue.draw_demo_pictures"],
    priority=DRAW_PRIORITY,
    retry=RetryStrategy(max_attempts=4, exponential_wait=5),
)
def draw_handful(orders: list[Any]) -> None:
    """`orders`: those of `delivery.draw_pictures`."""
    from .delivery import draw_pictures  # none but who draws loads what draws

    draw_pictures(orders)
    if not Image.objects.filter(file="").exists():
        log.info("All of the demo's pictures are drawn.")
