"""The refund request that led to a refund of the checkout (`checkout.hooks`)."""

from django.urls import reverse

from checkout.models import Refund

RELATION, RIGHT = "requests", "aftersale.view_refundrequest"


def account_of(refund: Refund) -> tuple[str, str] | None:
    found = (one for one in refund.requests.all() if one.iban)
    return next(((one.account_name, one.iban) for one in found), None)


def page_of(refund: Refund) -> str:
    found = (reverse("admin:aftersale_refundrequest_change", args=[one.pk]) for one in refund.requests.all())
    return next(found, "")
