from django.db import models
from django.utils.translation import gettext_lazy as _

from .product import Product, ProductPicture


class PictureFetch(models.Model):
    """A product's picture that a job fetches from another site. Once done it is not fetched again."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    product = models.ForeignKey(
        Product, verbose_name=_("product"), on_delete=models.CASCADE, related_name="picture_fetches"
    )
    url = models.CharField(_("address"), max_length=2000)
    position = models.PositiveIntegerField(_("position"), default=1)
    alt = models.CharField(_("alternative text"), max_length=200, blank=True)
    state = models.CharField(_("state"), max_length=8, choices=State.choices, default=State.WAITING)
    error = models.CharField(_("error"), max_length=300, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    picture = models.OneToOneField(
        ProductPicture, verbose_name=_("picture"), null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("picture to fetch")
        verbose_name_plural = _("pictures to fetch")
        ordering = ["product", "position", "id"]
        constraints = [models.UniqueConstraint(fields=["product", "url"], name="picture_fetched_once_per_product")]
        indexes = [models.Index(fields=["state"], condition=~models.Q(state="done"), name="pictures_not_fetched_yet")]

    def __str__(self) -> str:
        return self.url
