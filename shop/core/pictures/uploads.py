"""Uploaded and downloaded pictures: a bounded child process reads them before any other code does."""

from collections.abc import Collection, Mapping
from pathlib import PurePath
from typing import Any

from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile, File
from django.utils.translation import gettext_lazy as _

from shop.core.bounded.budget import MB, OverBudget, ResourceBudget
from shop.core.bounded.process import run_bounded
from shop.core.pictures.files import FORMATS, LARGEST_FILE, PictureRefused, read_picture
from shop.core.pictures.problems import TEXTS

NOTICE_FORMATS = frozenset({"JPEG", "PNG"})
BUDGET = ResourceBudget(cpu=30, seconds=120, memory=960 * MB)


class CheckedPicture(ContentFile):
    """A picture that was read completely and is within the limits. `form` is one of FORMATS."""

    def __init__(self, content: bytes, form: str, name: str) -> None:
        super().__init__(content, name=f"{PurePath(name).stem or 'picture'}.{form.lower().replace('jpeg', 'jpg')}")
        self.form = form


def checked_picture(file: File) -> CheckedPicture:
    """Return a picture for the shop's pages, without metadata. Raises ValidationError with the reason as its code."""
    return _take(file, FORMATS, as_given=False, texts=TEXTS)


def checked_notice(file: File) -> CheckedPicture:
    """Return an official picture, byte by byte unchanged. Raises ValidationError."""
    return _take(file, NOTICE_FORMATS, as_given=True, texts={**TEXTS, "format": _("Use a PNG or JPEG picture.")})


def is_checked_picture(file: File) -> bool:
    """True if the file was checked here, now or before it was stored."""
    return getattr(file, "_committed", False) or isinstance(getattr(file, "file", file), CheckedPicture)


def _take(file: File, formats: Collection[str], *, as_given: bool, texts: Mapping[str, Any]) -> CheckedPicture:
    try:
        if file.size > LARGEST_FILE:
            raise PictureRefused("size")
        file.seek(0)
        taken = run_bounded(read_picture, file.read(), formats, as_given, budget=BUDGET)
    except (PictureRefused, OverBudget) as error:
        raise ValidationError(texts[error.reason], code=error.reason) from error
    return CheckedPicture(taken.content, taken.form, file.name or "picture")
