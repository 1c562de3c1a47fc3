"""Where a picture's files are, from the values of its row alone: no file access, no query (catalogue §3, §9)."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, Self

from django.core.files.storage import default_storage

from shop.models import Image
from shop.thumbnails import WIDTHS as THUMBNAIL_WIDTHS


@dataclass
class PictureAddresses:
    """The addresses of one picture's original and thumbnails."""

    key: str
    file: str
    width: int
    transparent: bool
    ready: bool

    @classmethod
    def of(cls, image: Image) -> Self:
        return cls(image.key, image.file.name or "", image.width, image.transparent, image.thumbnails_ready)

    @cached_property
    def original(self) -> str:
        return default_storage.url(self.file) if self.file else ""

    @cached_property
    def folder(self) -> str:
        return default_storage.url(f"pictures/{self.key}/")

    def thumbnail(self, width: int) -> str:
        """The fallback's address at `width` or the next smaller; the original's while there is none."""
        widths = [one for one in THUMBNAIL_WIDTHS if one <= self.width]
        if not self.ready or not widths:
            return self.original
        fitting = [one for one in widths if one <= width] or widths[:1]
        return f"{self.folder}{fitting[-1]}.{'png' if self.transparent else 'jpg'}"

    def srcset(self, form: Literal["avif", "webp"]) -> str:
        """Every width as an `srcset`; empty while there are none."""
        if not self.ready:
            return ""
        folder = self.folder
        return ", ".join(f"{folder}{one}.{form} {one}w" for one in THUMBNAIL_WIDTHS if one <= self.width)
