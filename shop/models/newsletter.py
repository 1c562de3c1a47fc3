import secrets
from datetime import datetime

from django.db import models
from django.db.models.functions import Lower, Upper
from django.utils.translation import gettext_lazy as _

from shop.core.database.audit_triggers import audited

from .shop import Shop


def new_token() -> str:
    return secrets.token_urlsafe(24)


class NewsletterQuerySet(models.QuerySet["NewsletterSubscription"]):
    def pending(self) -> "NewsletterQuerySet":
        return self.filter(confirmed_at=None, unsubscribed_at=None)

    def confirmed(self) -> "NewsletterQuerySet":
        """Return the subscriptions that may get newsletters."""
        return self.exclude(confirmed_at=None).filter(unsubscribed_at=None)

    def kept(self, *, shop: Shop, email: str, since: datetime) -> "NewsletterQuerySet":
        """Return the subscription of a sign-up at that time, valid or ended later."""
        stands = models.Q(unsubscribed_at=None) | models.Q(unsubscribed_at__gte=since)
        return self.filter(stands, shop=shop, email__iexact=email)


class NewsletterSubscription(models.Model):
    """A subscription of one address to one shop's newsletter, with its proof: texts, times and IP addresses (§ 7 UWG).

    It is valid after the address has confirmed it. An ended subscription stays as it was; the next sign-up of the same
    address is a row of its own.
    """

    shop = models.ForeignKey(
        Shop, verbose_name=_("shop"), on_delete=models.PROTECT, related_name="newsletter_subscriptions"
    )
    email = models.EmailField(_("e-mail address"), max_length=254)
    language = models.CharField(_("language"), max_length=2)
    token = models.CharField(max_length=43, unique=True, default=new_token, editable=False)
    form_text = models.TextField(_("agreed to"))
    requested_at = models.DateTimeField(_("requested"))
    requested_from = models.GenericIPAddressField(_("requested from"), null=True, blank=True)
    mailed_at = models.DateTimeField(_("last asked by mail"))
    confirmed_at = models.DateTimeField(_("confirmed"), null=True, blank=True)
    confirmed_from = models.GenericIPAddressField(_("confirmed from"), null=True, blank=True)
    unsubscribed_at = models.DateTimeField(_("unsubscribed"), null=True, blank=True)

    objects = NewsletterQuerySet.as_manager()

    class Meta:
        verbose_name = _("newsletter subscription")
        verbose_name_plural = _("newsletter subscriptions")
        ordering = ["-requested_at", "-id"]
        permissions = [("export_newslettersubscription", _("Can export newsletter subscriptions"))]
        indexes = [models.Index(Upper("email"), name="newsletter_of_an_address")]
        constraints = [
            models.UniqueConstraint(
                "shop",
                Lower("email"),
                condition=models.Q(unsubscribed_at=None),
                name="newsletter_one_open_wish_per_address",
            )
        ]
        triggers = audited(masked=["email", "token", "requested_from", "confirmed_from"], shoppers_write=True)

    def __str__(self) -> str:
        return self.email
