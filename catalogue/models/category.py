from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from shop.core.database.audit_triggers import audited
from shop.core.database.triggers import version_triggers
from shop.models import Image
from shop.models.entered import HtmlField

from .artist import Artist
from .listing import Listed
from .triggers import listing


class Category(Listed):
    """A shelf of products or events (catalogue §3)."""

    class Type(models.TextChoices):
        CATEGORY = "CATEGORY", _("category")
        ARTIST = "ARTIST", _("artist")
        BRAND = "BRAND", _("brand")
        LABEL = "LABEL", _("label")
        TOUR = "TOUR", _("tour")

    class FeaturedAt(models.TextChoices):
        HOMEPAGE = "Homepage", _("home page")
        TOP_LEFT = "MerchTopLeft", _("merch overview, left slider")
        TOP_RIGHT = "MerchTopRight", _("merch overview, right slider")
        BOTTOM = "MerchBottom", _("merch overview, bottom")

    type = models.CharField(_("type"), max_length=10, choices=Type.choices, default=Type.CATEGORY)
    subtitle = models.CharField(_("subtitle"), max_length=200, blank=True)
    display_name = models.CharField(_("name shown beside products"), max_length=200, blank=True)
    description = HtmlField(_("description"), blank=True)
    disclaimer = HtmlField(
        _("disclaimer"), blank=True, help_text=_("Shown if longer than 5 characters. Simple HTML is taken.")
    )
    order = models.IntegerField(_("order"), default=0)
    square_image = models.ForeignKey(
        Image, verbose_name=_("square picture"), null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    main_category = models.BooleanField(_("main category"), default=True)
    sort_order_homepage = models.PositiveSmallIntegerField(_("place on the home page"), null=True, blank=True)
    featured_at = ArrayField(
        models.CharField(max_length=20, choices=FeaturedAt.choices),
        verbose_name=_("featured at"),
        default=list,
        blank=True,
    )
    artist = models.ForeignKey(
        Artist,
        verbose_name=_("artist"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="categories",
        help_text=_("The artist whose page shows this category."),
    )
    subcategory_order = models.IntegerField(_("order within the artist"), default=0)

    class Meta:
        verbose_name = _("category")
        verbose_name_plural = _("categories")
        ordering = ["-order", "name"]
        triggers = [*version_triggers(listing("category", "id")), *audited()]
