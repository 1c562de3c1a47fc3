"""Newsletter subscriptions by double opt-in: sign-up, confirmation by mail, end (purchase §4, §5, §8 "Newsletter")."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import ip_address

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from shop.core.errors import FieldErrors
from shop.core.retention import NEWSLETTER_ENDED, NEWSLETTER_UNCONFIRMED, end_all
from shop.core.values.mail_addresses import is_mail_address
from shop.mails.keys import BEFORE_MOMENT, part_of
from shop.models import Mail, NewsletterSubscription, Shop
from shop.newsletter.mails import queue_newsletter_mail
from shop.texts import lang_text

MAIL_AGAIN_AFTER, TELL_READERS_AGAIN_AFTER = timedelta(minutes=10), timedelta(days=1)


@dataclass(frozen=True)
class SignUp:
    """A visitor's sign-up. `address`, the IP address of the request, and the text of `terms` are kept as proof."""

    email: str
    accepts_terms: bool
    language: str
    address: str = ""
    terms: str = "LANG_NEWSLETTER_TERMS"


def agreed_text(shop: Shop, language: str, terms: str = SignUp.terms) -> str:
    """Return the text beside the checkbox."""
    return lang_text(terms, language, shop=shop.name)


def sender(address: str) -> str | None:
    """Return the IP address for the database. None if a proxy passed on something else."""
    try:
        return str(ip_address(address.partition("%")[0]))
    except ValueError:
        return None


def checked_address(sign_up: SignUp) -> str:
    """Return the e-mail address to write to. Raises FieldErrors with all validation errors."""
    email = sign_up.email.strip()
    errors: dict[str, list[dict[str, str]]] = {}
    if not is_mail_address(email):
        errors["email"] = [
            {"code": "invalid" if email else "required", "message": gettext("This is no e-mail address.")}
        ]
    if not sign_up.accepts_terms:
        errors["accepts_terms"] = [{"code": "required", "message": gettext("Please accept the terms.")}]
    if errors:
        raise FieldErrors(errors)
    return email


@transaction.atomic
def subscribe(*, shop: Shop, sign_up: SignUp) -> NewsletterSubscription:
    """Store the subscription and the mail with the link that confirms it. An existing subscriber gets a mail that says
    so.

    A second sign-up before the confirmation sends the same link again, ten minutes later at the earliest. All cases run
    the same statements, so that only the mailbox learns which one it was. Raises FieldErrors.
    """
    email, now = checked_address(sign_up), timezone.now()
    fresh = NewsletterSubscription(
        shop=shop,
        email=email,
        language=sign_up.language,
        form_text=agreed_text(shop, sign_up.language, sign_up.terms),
        requested_at=now,
        requested_from=sender(sign_up.address),
        mailed_at=now,
    )
    NewsletterSubscription.objects.bulk_create([fresh], ignore_conflicts=True)
    there = NewsletterSubscription.objects.select_for_update().get(shop=shop, email__iexact=email, unsubscribed_at=None)
    reads = there.confirmed_at is not None
    pause = TELL_READERS_AGAIN_AFTER if reads else MAIL_AGAIN_AFTER
    too_soon = there.token != fresh.token and now - there.mailed_at < pause
    with transaction.atomic():
        there.mailed_at, there.language = now, there.language if reads else sign_up.language
        there.save(update_fields=["mailed_at", "language"])
        queue_newsletter_mail("newsletter_already" if reads else "newsletter_confirm", there)
        transaction.set_rollback(too_soon)
    return there


@transaction.atomic
def confirm(*, token: str, address: str = "") -> NewsletterSubscription | None:
    """Confirm a subscription by its mail's link; a second call changes nothing. Locks it. None if the token is unknown
    or the subscription has ended.
    """
    found = NewsletterSubscription.objects.select_for_update().filter(token=token, unsubscribed_at=None).first()
    if found is not None and found.confirmed_at is None:
        found.confirmed_at, found.confirmed_from = timezone.now(), sender(address)
        found.save(update_fields=["confirmed_at", "confirmed_from"])
        queue_newsletter_mail("newsletter_welcome", found)
    return found


@transaction.atomic
def unsubscribe(*, token: str) -> NewsletterSubscription | None:
    """End a subscription, also an unconfirmed one. Locks it. None if the token is unknown."""
    found = NewsletterSubscription.objects.select_for_update().filter(token=token).first()
    if found is not None and found.unsubscribed_at is None:
        found.unsubscribed_at = timezone.now()
        found.save(update_fields=["unsubscribed_at"])
    return found


def forget_old(now: datetime | None = None) -> int:
    """Delete unconfirmed and long ended subscriptions, with their mails. Returns how many."""
    unconfirmed = Q(confirmed_at=None, requested_at__lt=NEWSLETTER_UNCONFIRMED.end(now))
    return delete_subscriptions(
        NewsletterSubscription.objects.filter(unconfirmed | Q(unsubscribed_at__lt=NEWSLETTER_ENDED.end(now)))
    )


def delete_subscriptions(subscriptions: QuerySet[NewsletterSubscription]) -> int:
    """Delete the subscriptions and their mails. Returns how many subscriptions."""
    return end_all(subscriptions, _delete_subscriptions)


def _delete_subscriptions(keys: list) -> int:
    about = part_of(F("subject_key"), 1, separator=BEFORE_MOMENT)
    mails = Mail.objects.filter(kind__startswith="newsletter").annotate(sign_up=about)
    mails.filter(sign_up__in=[str(key) for key in keys]).delete()
    return NewsletterSubscription.objects.filter(pk__in=keys).delete()[1].get("shop.NewsletterSubscription", 0)
