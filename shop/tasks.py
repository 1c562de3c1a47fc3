"""Jobs: each is stored in the transaction of the change that causes it (design §4, invariant 8)."""

from procrastinate import RetryStrategy
from procrastinate.contrib.django import app

from shop.models import Image
from shop.models.image import THUMBNAIL_JOB
from shop.pictures import make_thumbnails


@app.task(name=THUMBNAIL_JOB, priority=-10, retry=RetryStrategy(max_attempts=4, exponential_wait=5))
def make_thumbnails_of(image_id: int) -> None:
    image = Image.objects.filter(pk=image_id, thumbnails_ready=False).first()
    if image is not None:
        make_thumbnails(image)
