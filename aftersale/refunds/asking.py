"""Who asked for a refund of the checkout (`checkout.refunds.refundable.Asking`). Reads its `requests`."""

from django.urls import reverse

from checkout.models import Refund
from checkout.refunds.refundable import Asking


def account_of(refund: Refund) -> tuple[str, str] | None:
    found = (one for one in refund.requests.all() if one.iban)
    return next(((one.account_name, one.iban) for one in found), None)


def page_of(refund: Refund) -> str:
    found = (reverse("admin:aftersale_refundrequest_change", args=[one.pk]) for one in refund.requests.all())
    return next(found, "")


ASKED_FOR = Asking("requests", account_of, page_of, "aftersale.view_refundrequest")
