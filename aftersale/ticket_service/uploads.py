"""Proofs are uploaded straight to the store (purchase §7): into the bucket by a form that the bucket checks, or, if
files lie on the disk or browsers cannot reach the bucket, to an address of the shop with the same limits.

No proof is public: `shop.web.media` serves no file below `PRIVATE`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.db.models import Sum
from django.db.models.functions import Now
from django.utils.translation import gettext
from procrastinate.contrib.django import app
from procrastinate.types import JSONValue

from aftersale.models import PrintedNumber, ProofUpload
from shop.core.bounded.budget import OverBudget
from shop.core.bounded.process import run_bounded
from shop.core.database.locks import lock_name
from shop.core.errors import TooManyAttempts
from shop.core.pictures.files import PictureRefused
from shop.core.pictures.uploads import BUDGET
from shop.core.retention import UNCLAIMED_PICTURES
from shop.models import Shop
from shop.web.media import PRIVATE_FOLDER

from .drawing import FORMS, LARGEST_PROOF, redrawn_proof
from .errors import UploadRefused, UploadsFull, UploadTooLarge

# An upload over a slow line takes a minute; the form may be sent within a day.
TO_UPLOAD, TO_CLAIM = timedelta(minutes=10), UNCLAIMED_PICTURES.span
CLAIM = signing.TimestampSigner(salt="aftersale.ticket_service.proof")
PERMIT = signing.TimestampSigner(salt="aftersale.ticket_service.upload")
SIGNATURE = "signature"
# Within TO_UPLOAD: one for each attempt with the form.
MOST_OF_A_TICKET = 5
WAITING = "pictures that no form has named"
DROPPING_JOB, BATCH = "aftersale.drop_pictures", 100
# Seconds: a form that claims a picture just now may still write it.
STILL_KEPT = 120


@dataclass(frozen=True)
class Permit:
    """`file`: the picture's key in the form. `fields` are sent to `url` before the file (multipart/form-data)."""

    file: str
    url: str
    fields: Mapping[str, str]


def raw_name(upload: ProofUpload) -> str:
    """Return the path of the original."""
    return f"{PRIVATE_FOLDER}uploads/{upload.key}"


def kept_name(upload: ProofUpload) -> str:
    """Return the path of the redrawn picture."""
    return f"{PRIVATE_FOLDER}proofs/{upload.key}.jpg"


def check_announced(content_type: str, size: int) -> None:
    """Raises ValidationError if it is no picture, UploadTooLarge."""
    if content_type not in FORMS:
        raise ValidationError(gettext("This is no picture (JPEG, PNG or WebP)."), code="format")
    if not 0 < size <= LARGEST_PROOF:
        raise UploadTooLarge


@transaction.atomic
def permit_upload(*, shop: Shop, printed: PrintedNumber, content_type: str, size: int) -> Permit:
    """Allow one upload for a printed ticket. Raises UploadsFull, TooManyAttempts if the ticket has too
    many pictures.
    """
    lock_name(WAITING)
    make_room(printed, size)
    upload = ProofUpload.objects.create(shop=shop, printed=printed, content_type=content_type, size=size)
    if settings.S3_UPLOAD_URL:
        url, fields = permit_of_bucket(upload)
    else:
        url = f"/api/v2/shops/{shop.slug}/uploads"
        fields = {"key": raw_name(upload), "Content-Type": content_type, SIGNATURE: PERMIT.sign(str(upload.pk))}
    return Permit(CLAIM.sign(str(upload.pk)), url, fields)


def make_room(printed: PrintedNumber, size: int) -> None:
    """Delete the oldest unclaimed pictures until `size` fits into the space for all of them: guests claim theirs within
    minutes. Raises UploadsFull, TooManyAttempts.

    A picture stays while its permit is valid, because it could be uploaded again.
    """
    waiting = ProofUpload.objects.filter(claimed_at=None)
    if waiting.filter(printed=printed, created_at__gte=Now() - TO_UPLOAD).count() >= MOST_OF_A_TICKET:
        raise TooManyAttempts
    room = settings.UNCLAIMED_UPLOADS - (waiting.aggregate(all=Sum("size"))["all"] or 0)
    going = []
    if room < size:
        # Skip pictures that a form claims just now.
        for one in (
            waiting.filter(created_at__lt=Now() - TO_UPLOAD).select_for_update(skip_locked=True).order_by("created_at")
        ):
            going.append(one)
            room += one.size
            if room >= size:
                break
    if room < size:
        raise UploadsFull
    delete_uploads(going)


def permit_of_bucket(upload: ProofUpload) -> tuple[str, dict[str, str]]:
    """Return the address and fields of a signed form. The bucket refuses a larger file, another type or another key."""
    made = bucket_for_browsers().generate_presigned_post(
        Bucket=default_storage.bucket_name,  # type: ignore[attr-defined]
        Key=raw_name(upload), Fields={"Content-Type": upload.content_type},
        Conditions=[{"Content-Type": upload.content_type}, ["content-length-range", 1, upload.size]],
        ExpiresIn=int(TO_UPLOAD.total_seconds()),
    )  # fmt: skip
    return made["url"], made["fields"]


def bucket_for_browsers():  # type: ignore[no-untyped-def]
    """Return a client of the bucket at the address that browsers can reach."""
    import boto3
    from botocore.config import Config  # type: ignore[import-untyped]

    bucket = default_storage
    config = Config(signature_version="s3v4", s3={"addressing_style": "path"})
    return boto3.client(
        "s3", endpoint_url=settings.S3_UPLOAD_URL, region_name=bucket.region_name,  # type: ignore[attr-defined]
        aws_access_key_id=bucket.access_key, aws_secret_access_key=bucket.secret_key, config=config,  # type: ignore[attr-defined]
    )  # fmt: skip


def store_upload(shop: Shop, fields: Mapping[str, str], file: UploadedFile | None) -> None:
    """Store an upload to the shop's own address after checking its permit. Raises UploadRefused, UploadTooLarge."""
    try:
        key = PERMIT.unsign(fields.get(SIGNATURE, ""), max_age=TO_UPLOAD)
    except signing.BadSignature:
        raise UploadRefused from None
    upload = ProofUpload.objects.filter(shop=shop, pk=key, claimed_at=None).first()
    if upload is None or file is None or settings.S3_UPLOAD_URL:
        raise UploadRefused
    if (fields.get("key"), fields.get("Content-Type")) != (raw_name(upload), upload.content_type):
        raise UploadRefused
    if not 0 < (file.size or 0) <= upload.size:
        raise UploadTooLarge
    if default_storage.exists(raw_name(upload)):
        raise UploadRefused
    if (stored := default_storage.save(raw_name(upload), file)) != raw_name(upload):
        default_storage.delete(stored)  # two uploads came at once
        raise UploadRefused


def claimable_upload(shop: Shop, file: str) -> ProofUpload | None:
    """Return the unclaimed upload of this shop that a form names. None if there is none."""
    try:
        key = UUID(CLAIM.unsign(file, max_age=TO_CLAIM))
    except (signing.BadSignature, ValueError):
        return None
    return ProofUpload.objects.filter(shop=shop, pk=key, claimed_at=None).first()


def redrawn(upload: ProofUpload) -> bytes | None:
    """Redraw the stored picture, without trusting the store's data about it. None if it is no picture."""
    try:
        if default_storage.size(raw_name(upload)) > LARGEST_PROOF:
            return None
        with default_storage.open(raw_name(upload)) as file:
            content = file.read(LARGEST_PROOF + 1)
    except (OSError, missing_in_bucket()):
        return None
    try:
        return run_bounded(redrawn_proof, content, upload.content_type, budget=BUDGET)
    except (PictureRefused, OverBudget):
        return None


def missing_in_bucket() -> type[Exception]:
    """Return the error for a missing file. Imports the bucket's library only if there is a bucket."""
    if not settings.S3_BUCKET:
        return FileNotFoundError
    from botocore.exceptions import ClientError  # type: ignore[import-untyped]

    missing: type[Exception] = ClientError
    return missing


def store_picture(upload: ProofUpload, picture: bytes) -> None:
    """Store the redrawn picture once: two forms may claim it at the same time, and the first one stays."""
    name = kept_name(upload)
    if default_storage.exists(name):
        return
    if (stored := default_storage.save(name, ContentFile(picture))) != name:
        default_storage.delete(stored)


def delete_raw_files(uploads: Iterable[ProofUpload]) -> None:
    queue_file_deletion([raw_name(one) for one in uploads])


@transaction.atomic
def delete_uploads(uploads: Iterable[ProofUpload]) -> int:
    """Delete uploads with their files. Returns how many."""
    gone = list(uploads)
    ProofUpload.objects.filter(pk__in=[one.pk for one in gone]).delete()
    queue_file_deletion([name for one in gone for name in (raw_name(one), kept_name(one))])
    return len(gone)


def queue_file_deletion(names: Sequence[str]) -> None:
    """Queue jobs that delete files, in the caller's transaction: no lock waits for the store, and a rollback keeps the
    files.
    """
    for first in range(0, len(names), BATCH):
        some: list[JSONValue] = list(names[first : first + BATCH])
        app.configure_task(DROPPING_JOB, schedule_in={"seconds": STILL_KEPT}).defer(names=some)
