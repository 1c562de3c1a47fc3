"""Jobs: each is stored in the transaction of the change that causes it (design §4, invariant 8)."""

from procrastinate import RetryStrategy
from procrastinate.contrib.django import app

from .imports.fetcher import PictureFetcher
from .imports.picture_actions import FETCH_JOB
from .imports.picture_actions import fetch_picture as fetch_one


@app.task(
    name=FETCH_JOB,
    priority=-20,
    retry=RetryStrategy(max_attempts=3, exponential_wait=8),
)
def fetch_picture(fetch_id: int) -> None:
    fetch_one(fetch_id, PictureFetcher())
