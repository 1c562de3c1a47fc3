"""Where a picture's files are, from the values of its row alone: no file access, no query (catalogue §3, §9)."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, Self
from urllib.parse import quote

from django.core.files.storage import default_storage

from shop.core.pictures.thumbnails import WIDTHS, widths_up_to
from shop.models import Image

PLACEHOLDER = "data:image/svg+xml,"


@dataclass
class PictureAddresses:
    """The addresses of one picture's original and thumbnails. `file` is empty while a job has yet to bring it."""

    key: str
    file: str
    width: int
    height: int
    colour: str
    transparent: bool
    ready: bool

    @classmethod
    def of(cls, image: Image) -> Self:
        return cls(
            image.key, image.file.name or "", image.width, image.height, image.colour, image.transparent,
            image.thumbnails_ready,
        )  # fmt: skip

    @cached_property
    def original(self) -> str:
        return default_storage.url(self.file) if self.file else ""

    @cached_property
    def folder(self) -> str:
        return default_storage.url(f"pictures/{self.key}/")

    @cached_property
    def placeholder(self) -> str:
        """The address of what stands where the picture will be."""
        return PLACEHOLDER + quote(self.placeholder_svg)

    @property
    def placeholder_svg(self) -> str:
        """A plain surface in the picture's size and colour."""
        surface = "" if self.transparent else f'<rect width="100%" height="100%" fill="{self.colour}"/>'
        size = f'width="{self.width}" height="{self.height}"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{surface}</svg>'

    def thumbnail(self, width: int) -> str:
        """The fallback's address at `width` or the next smaller; else the original's, or the placeholder's."""
        if not self.file:
            return self.placeholder
        widths = [one for one in WIDTHS if one <= self.width]
        if not self.ready or not widths:
            return self.original
        fitting = [one for one in widths if one <= width] or widths[:1]
        return f"{self.folder}{fitting[-1]}.{'png' if self.transparent else 'jpg'}"

    def srcset(self, form: Literal["avif", "webp"]) -> str:
        """Every width as an `srcset`; empty while there are none."""
        if not self.ready:
            return ""
        folder = self.folder
        return ", ".join(f"{folder}{one}.{form} {one}w" for one in widths_up_to(self.width))
