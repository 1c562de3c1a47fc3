"""Double opt-in: a wish, its confirmation by mail, its end (purchase §4, §5, §8 "Newsletter")."""

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
    """What a visitor entered. Kept as proof: `address`, where the request came from, and the words of `terms`."""

    email: str
    accepts_terms: bool
    language: str
    address: str = ""
    terms: str = "LANG_NEWSLETTER_TERMS"


def agreed_text(shop: Shop, language: str, terms: str = SignUp.terms) -> str:
    """The words beside the box that the visitor ticks."""
    return lang_text(terms, language, shop=shop.name)


def sender(address: str) -> str | None:
    """The address as the database takes it; none where a proxy passed on something else."""
    try:
        return str(ip_address(address.partition("%")[0]))
    except ValueError:
        return None


def checked_address(sign_up: SignUp) -> str:
    """The address to write to. Raises FieldErrors with both complaints at once."""
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
    """Store the wish and the mail that asks to confirm it; whoever reads it is told by mail that they do.

    Asked again before the answer, the same link is mailed again, ten minutes later at the earliest. Each case takes the
    same statements, so that only the mailbox learns which it was. Raises FieldErrors.
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
    """The answer to the mail, once; None if there is no such open wish (any more)."""
    found = NewsletterSubscription.objects.select_for_update().filter(token=token, unsubscribed_at=None).first()
    if found is not None and found.confirmed_at is None:
        found.confirmed_at, found.confirmed_from = timezone.now(), sender(address)
        found.save(update_fields=["confirmed_at", "confirmed_from"])
        queue_newsletter_mail("newsletter_welcome", found)
    return found


@transaction.atomic
def unsubscribe(*, token: str) -> NewsletterSubscription | None:
    """The end, also of a wish that nobody confirmed; None for a token that never was."""
    found = NewsletterSubscription.objects.select_for_update().filter(token=token).first()
    if found is not None and found.unsubscribed_at is None:
        found.unsubscribed_at = timezone.now()
        found.save(update_fields=["unsubscribed_at"])
    return found


def forget_old(now: datetime | None = None) -> int:
    """Delete wishes that nobody confirmed, and what ended long ago, with their mails; how many."""
    unconfirmed = Q(confirmed_at=None, requested_at__lt=NEWSLETTER_UNCONFIRMED.end(now))
    return delete_subscriptions(
        NewsletterSubscription.objects.filter(unconfirmed | Q(unsubscribed_at__lt=NEWSLETTER_ENDED.end(now)))
    )


def delete_subscriptions(subscriptions: QuerySet[NewsletterSubscription]) -> int:
    """With the mails that asked for them; how many."""
    return end_all(subscriptions, _delete_subscriptions)


def _delete_subscriptions(keys: list) -> int:
    about = part_of(F("subject_key"), 1, separator=BEFORE_MOMENT)
    mails = Mail.objects.filter(kind__startswith="newsletter").annotate(sign_up=about)
    mails.filter(sign_up__in=[str(key) for key in keys]).delete()
    return NewsletterSubscription.objects.filter(pk__in=keys).delete()[1].get("shop.NewsletterSubscription", 0)
