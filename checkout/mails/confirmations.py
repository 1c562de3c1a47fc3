"""The mails that an order begins with: its confirmation, or first the question whether its address is the buyer's."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from checkout.models import Placement
from checkout.orders.access import kinds_of_tickets
from checkout.orders.links import confirmation_page
from shop.legal.files import legal_files
from shop.legal.queries import agreed_texts
from shop.mails.sending import Attachment
from shop.models import NewsletterSubscription
from shop.newsletter.mails import signup_page

from .kinds import MailKind


def confirmed(placement: Placement, about: str) -> Mapping[str, object]:
    return {"newsletter_missed": missed_newsletter(placement)}


def missed_newsletter(placement: Placement) -> str:
    """Where to sign up, for a buyer who ticked the box and could not be asked; else empty (docs/decisions/0011)."""
    order = placement.order
    subscriptions = NewsletterSubscription.objects.kept(shop=order.shop, email=order.email, since=placement.placed_at)
    return "" if not placement.newsletter_wanted or subscriptions.exists() else signup_page(order.shop)


def agreed_files(placement: Placement, context: Mapping[str, Any]) -> list[Attachment]:
    """The texts that the buyer agreed to: the confirmation is the contract's. Of placements from before wordings were
    kept, the texts that were in force then.
    """
    order = placement.order
    kept = list(placement.accepted_texts.order_by("kind", "language"))
    return legal_files(order.shop, kept or agreed_texts(order.shop, order.language, at=placement.placed_at))


def confirmation_context(placement: Placement, about: str) -> Mapping[str, object]:
    return {"confirm_url": confirmation_page(placement), "tickets": kinds_of_tickets(placement)}


CONFIRMATION_MAIL = MailKind("confirmation", _("Order confirmation"), confirmed, agreed_files, place=1)
# In place of the confirmation, until its link was followed.
TO_CONFIRM_MAIL = MailKind("to_confirm", _("Please confirm"), confirmation_context)
