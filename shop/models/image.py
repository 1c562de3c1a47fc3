import secrets
from pathlib import PurePath
from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.core.validators import MaxValueValidator
from django.db import models, transaction
from django.utils.translation import gettext_lazy as _
from procrastinate.contrib.django import app

from shop.core.database.audit_triggers import audited
from shop.core.values.validators import validate_picture

THUMBNAIL_JOB = "shop.make_thumbnails"
COLUMNS_OF_FILE = ("key", "width", "height", "thumbnails_ready", "problem")
PICTURE_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".avif", ".gif"})


def picture_path(image: "Image", filename: str) -> str:
    """Where a new file goes: a place of its own each time, so that no cache takes it for the one before."""
    image.key = new_key()
    return original_path(image.key, filename)


def original_path(key: str, filename: str) -> str:
    # A browser must never be given the file as anything but a picture, whatever its name was.
    suffix = PurePath(filename).suffix.lower()
    return f"pictures/{key}/original{suffix if suffix in PICTURE_SUFFIXES else ''}"


def new_key() -> str:
    return secrets.token_hex(8)


class Image(models.Model):
    """A picture with its thumbnails of every width up to its own (catalogue §3, §9).

    The focus is the point that stays in sight where a page shows only a part: that point of the picture lies at the
    same point of its frame.

    Thumbnails lie beside the original as `{width}.avif`, `{width}.webp` and a fallback (`.jpg`, or `.png` where
    the picture is transparent); the key in their path is random, so a replaced picture never meets an old cache.
    A picture without a file is still to come: some job will bring it, and pages show a placeholder until then.
    """

    key = models.CharField(max_length=16, unique=True, editable=False, default=new_key)
    file = models.ImageField(
        _("file"), upload_to=picture_path, width_field="width", height_field="height", validators=[validate_picture]
    )
    width = models.PositiveIntegerField(editable=False, default=0)
    height = models.PositiveIntegerField(editable=False, default=0)
    owner = models.ForeignKey(
        "shop.Shop", verbose_name=_("shop"), null=True, blank=True, on_delete=models.SET_NULL, related_name="+",
        help_text=_("Whose staff may change it. Empty: those of the house."),
    )  # fmt: skip
    alt = models.CharField(_("alternative text"), max_length=200, blank=True)
    tags = ArrayField(
        models.CharField(max_length=40),
        verbose_name=_("tags"),
        default=list,
        blank=True,
        help_text=_("“preview” marks the picture for the cart, “list” those for listings."),
    )
    focus_x = models.PositiveSmallIntegerField(
        _("focus from the left, %"),
        default=50,
        db_default=50,
        validators=[MaxValueValidator(100)],
        help_text=_("0 is the left edge, 100 the right one."),
    )
    focus_y = models.PositiveSmallIntegerField(
        _("focus from above, %"),
        default=50,
        db_default=50,
        validators=[MaxValueValidator(100)],
        help_text=_("0 is the upper edge, 100 the lower one."),
    )
    colour = models.CharField(max_length=7, editable=False, default="#cccccc")
    transparent = models.BooleanField(editable=False, default=False)
    thumbnails_ready = models.BooleanField(editable=False, default=False)
    problem = models.CharField(
        max_length=20,
        editable=False,
        default="",
        db_default="",
        help_text="Why it can have no thumbnails: of shop.picture_problems.",
    )
    created_at = models.DateTimeField(auto_now_add=True)
    _stored_key = ""

    class Meta:
        verbose_name = _("image")
        verbose_name_plural = _("images")
        ordering = ["-id"]
        triggers = audited(ignored=["key", "width", "height", "colour", "transparent", "thumbnails_ready", "problem"])

    def __str__(self) -> str:
        return self.alt or self.key

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save; a new file brings, in the same transaction, the job that makes its thumbnails."""
        if self.file and not self.file._committed:  # type: ignore[attr-defined]
            self.file.save(self.file.name or "", self.file.file, save=False)
        if self.file and not self.width:  # the file was given without a name
            self.width, self.height = self.file.width, self.file.height
        new_file = bool(self.file) and self._stored_key != self.key
        if new_file:
            self.thumbnails_ready, self.problem = False, ""
            if kwargs.get("update_fields") is not None:
                kwargs["update_fields"] = {*kwargs["update_fields"], *COLUMNS_OF_FILE}
        with transaction.atomic():
            super().save(*args, **kwargs)
            if new_file:
                app.configure_task(THUMBNAIL_JOB, priority=-10, lock=f"picture {self.pk}").defer(image_id=self.pk)
        self._stored_key = self.key

    @classmethod
    def from_db(cls, *args: Any, **kwargs: Any) -> "Image":
        image = super().from_db(*args, **kwargs)
        image._stored_key = image.__dict__.get("key", "")
        return image
