import secrets

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from shop.validators import validate_picture

THUMBNAIL_WIDTHS = (30, 75, 100, 180, 360, 370, 500, 740, 1000, 1500)


def picture_path(image: "Image", filename: str) -> str:
    return f"pictures/{image.key}/original{'.' + filename.rsplit('.', 1)[-1].lower() if '.' in filename else ''}"


def new_key() -> str:
    return secrets.token_hex(8)


class Image(models.Model):
    """A picture with its thumbnails of every width up to its own (catalogue §3, §9).

    Thumbnails lie beside the original as `{width}.avif`, `{width}.webp` and a fallback (`.jpg`, or `.png` where
    the picture is transparent); the key in their path is random, so a replaced picture never meets an old cache.
    """

    key = models.CharField(max_length=16, unique=True, editable=False, default=new_key)
    file = models.ImageField(
        _("file"), upload_to=picture_path, width_field="width", height_field="height", validators=[validate_picture]
    )
    width = models.PositiveIntegerField(editable=False, default=0)
    height = models.PositiveIntegerField(editable=False, default=0)
    alt = models.CharField(_("alternative text"), max_length=200, blank=True)
    tags = ArrayField(
        models.CharField(max_length=40),
        verbose_name=_("tags"),
        default=list,
        blank=True,
        help_text=_("“preview” marks the picture for the cart, “list” those for listings."),
    )
    colour = models.CharField(max_length=7, editable=False, default="#cccccc")
    transparent = models.BooleanField(editable=False, default=False)
    thumbnails_ready = models.BooleanField(editable=False, default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("image")
        verbose_name_plural = _("images")
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.alt or self.key
