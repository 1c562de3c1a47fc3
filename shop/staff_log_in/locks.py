"""Locks of a member's second factor: two requests with one code must not both be let in."""

from django.contrib.auth.models import User

from shop.core.database.locks import locked
from shop.models import AuthenticatorApp, RecoveryCodes


def locked_member(user: User) -> User:
    return locked(User.objects.filter(pk=user.pk)).get()


def locked_app(user: User) -> AuthenticatorApp | None:
    return locked(AuthenticatorApp.objects.filter(user=user, confirmed=True)).first()


def locked_recovery_codes(user: User) -> RecoveryCodes | None:
    return locked(RecoveryCodes.objects.filter(user=user)).first()
