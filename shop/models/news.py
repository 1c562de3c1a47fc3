from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from shop.core.database.audit_triggers import audited
from shop.core.database.triggers import OF_ITS_SHOP, version_triggers
from shop.core.values.validators import validate_link

from .entered import HtmlField, VideoField
from .image import Image
from .shop import Shop


class NewsQuerySet(models.QuerySet["News"]):
    def published(self) -> "NewsQuerySet":
        """What is to be read at this moment."""
        begun = Q(published_from=None) | Q(published_from__lte=Now())
        return self.filter(begun, Q(published_until=None) | Q(published_until__gt=Now()))


class News(models.Model):
    """One entry of a shop's news (catalogue §3 "News entry"), with a picture or a video."""

    class Category(models.TextChoices):
        FEATURE = "feature", _("slider on top")
        HOT = "hot", _("hot news")
        REGULAR = "regular", _("further news")

    shop = models.ForeignKey(Shop, verbose_name=_("shop"), on_delete=models.CASCADE, related_name="news")
    category = models.CharField(_("place"), max_length=10, choices=Category.choices, default=Category.REGULAR)
    title = models.CharField(_("title"), max_length=160)
    text = HtmlField(_("text"), blank=True)
    url = models.CharField(
        _("leads to"),
        max_length=300,
        blank=True,
        validators=[validate_link],
        help_text=_("A page of the shop (/tours/name) or an https address."),
    )
    image = models.ForeignKey(
        Image, verbose_name=_("picture"), null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    embed_youtube = VideoField(
        _("YouTube video"),
        max_length=20,
        blank=True,
        help_text=_("Its address or id; it is loaded only after a click. The picture stands in for it until then."),
    )
    inverse = models.BooleanField(_("light text on dark"), default=False)
    order = models.PositiveSmallIntegerField(_("order"), default=0)
    published_from = models.DateTimeField(_("published from"), null=True, blank=True)
    published_until = models.DateTimeField(_("published until"), null=True, blank=True)

    objects = NewsQuerySet.as_manager()

    class Meta:
        verbose_name = _("news entry")
        verbose_name_plural = _("news")
        ordering = ["shop", "category", "order", "-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(published_from=None) | Q(published_until=None) | Q(published_until__gt=F("published_from")),
                name="news_ends_after_start",
                violation_error_message=_("It would end before it begins."),
            )
        ]
        triggers = [*version_triggers(OF_ITS_SHOP), *audited()]

    def __str__(self) -> str:
        return self.title

    def clean(self) -> None:
        if self.category == self.Category.FEATURE and not (self.image_id or self.embed_youtube):
            raise ValidationError({"image": _("What stands in the slider needs a picture or a video.")})
