from django.db import models
from django.utils.translation import gettext_lazy as _

from .shop import Shop


class TrackingKind(models.TextChoices):
    """The kinds of events that are counted (catalogue §7, purchase §7)."""

    CLICK = "click", _("click")
    IMPRESSION = "impression", _("page looked at")
    VIEW_CONTENT = "ViewContent", _("product or event looked at")
    ADD_TO_CART = "AddToCart", _("put into the cart")
    INITIATE_CHECKOUT = "InitiateCheckout", _("checkout begun")
    ADD_PAYMENT_INFO = "AddPaymentInfo", _("payment chosen")


class TrackingCount(models.Model):
    """How often a kind of event happened in a shop on a day, for visitors who agreed. Contains no personal data."""

    shop = models.ForeignKey(Shop, verbose_name=_("shop"), on_delete=models.CASCADE, related_name="tracking_counts")
    day = models.DateField(_("day"))
    kind = models.CharField(_("kind"), max_length=20, choices=TrackingKind.choices)
    count = models.PositiveBigIntegerField(_("number"), default=0)

    class Meta:
        verbose_name = _("count")
        verbose_name_plural = _("counts")
        ordering = ["-day", "shop", "kind"]
        constraints = [models.UniqueConstraint(fields=["shop", "day", "kind"], name="one_count_per_shop_day_and_kind")]

    def __str__(self) -> str:
        return f"{self.day} {self.kind}: {self.count}"
