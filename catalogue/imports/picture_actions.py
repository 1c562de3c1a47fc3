"""Pictures of imported products: jobs that are stored with the product, and what such a job does."""

from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.db import DatabaseError, transaction
from django.db.models import F
from procrastinate.contrib.django import app

from catalogue.models import PictureFetch, Product, ProductPicture
from shop.core.bounded.budget import TRANSIENT
from shop.core.pictures.uploads import CheckedPicture, checked_picture
from shop.models import Image

from .fetcher import FetchFailed, PictureFetcher
from .locks import lock_picture
from .plan import ProductPlan

FETCH_JOB = "catalogue.fetch_picture"


def write_pictures(product: Product, plan: ProductPlan) -> None:
    for picture in plan.pictures_new:
        fetch = PictureFetch.objects.create(
            product=product, url=picture.url, position=picture.position, alt=picture.alt
        )
        enqueue_fetch(fetch)
    for fetch, picture in plan.pictures_moved:
        PictureFetch.objects.filter(pk=fetch.pk).update(position=picture.position, alt=picture.alt)
        if fetch.picture_id:
            ProductPicture.objects.filter(pk=fetch.picture_id).update(order=picture.position)
            Image.objects.filter(pk__in=ProductPicture.objects.filter(pk=fetch.picture_id).values("image")).update(
                **dict.fromkeys(alt_of(fetch), picture.alt)
            )
    for fetch in plan.pictures_gone:
        if fetch.picture:
            fetch.picture.delete()
        fetch.delete()


def enqueue_fetch(fetch: PictureFetch) -> None:
    """Store the job in the caller's transaction."""
    app.configure_task(FETCH_JOB, priority=-20).defer(fetch_id=fetch.pk)


@transaction.atomic
def fetch_again(fetch: PictureFetch) -> None:
    PictureFetch.objects.filter(pk=fetch.pk).update(state=PictureFetch.State.WAITING, error="")
    enqueue_fetch(fetch)


def fetch_picture(fetch_id: int, fetcher: PictureFetcher) -> None:
    """Fetch one picture and add it to its product. Doing it twice is harmless.

    A failure is stored with its reason. Raises FetchFailed only if trying again later may help.
    """
    fetch = PictureFetch.objects.filter(pk=fetch_id).exclude(state=PictureFetch.State.DONE).first()
    if fetch is None:
        return
    try:
        picture = checked_download(fetcher.fetch(fetch.url))
    except FetchFailed as error:
        record_failure(fetch_id, error.reason)
        if error.temporary:
            raise
        return
    try:
        attach_picture(fetch_id, picture)
    except (OSError, DatabaseError) as error:
        record_failure(fetch_id, f"The picture could not be stored ({type(error).__name__}).")
        raise


def record_failure(fetch_id: int, reason: str) -> None:
    PictureFetch.objects.filter(pk=fetch_id).exclude(state=PictureFetch.State.DONE).update(
        state=PictureFetch.State.FAILED, error=reason[:300], attempts=F("attempts") + 1
    )


def checked_download(content: bytes) -> CheckedPicture:
    """Check the picture as an upload, whatever its name and type. Raises FetchFailed."""
    try:
        return checked_picture(ContentFile(content))
    except ValidationError as error:
        raise FetchFailed(" ".join(error.messages), temporary=error.code in TRANSIENT) from error


def alt_of(fetch: PictureFetch) -> dict[str, str]:
    """Return the alternative text by column: a file has one language, its shop's."""
    return {f"alt_{fetch.product.owner.default_locale}": fetch.alt}


def attach_picture(fetch_id: int, picture: CheckedPicture) -> None:
    image = Image(file=picture)
    try:
        with transaction.atomic():
            fetch = lock_picture(fetch_id)
            if fetch is None or fetch.state == PictureFetch.State.DONE:
                return
            for column, text in alt_of(fetch).items():
                setattr(image, column, text)
            image.owner_id = fetch.product.owner_id
            image.save()
            fetch.picture = ProductPicture.objects.create(product=fetch.product, image=image, order=fetch.position)
            fetch.state, fetch.error = PictureFetch.State.DONE, ""
            fetch.attempts += 1
            fetch.save()
    except BaseException:
        if image.file._committed:  # type: ignore[attr-defined]
            image.file.delete(save=False)  # the file is not part of the transaction
        raise
