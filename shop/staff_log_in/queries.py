"""Who needs a second factor, and who has one."""

from django.conf import settings
from django.contrib.auth.models import Group, User
from django.db.models import Exists, Q, QuerySet

from shop.models import AuthenticatorApp, RecoveryCodes, SecondFactorRule


def groups_of(user: User) -> QuerySet[Group]:
    """Return the groups whose rules apply to a member of staff: their own, and those of their memberships of shops."""
    return Group.objects.filter(Q(user=user) | Q(memberships__user=user)).distinct()


def app_of(user: User) -> AuthenticatorApp | None:
    """Return the member's authenticator app, which is their second factor."""
    return AuthenticatorApp.objects.filter(user=user, confirmed=True).first()


def is_second_factor_required(user: User) -> bool:
    """True if one of the member's groups needs it, or the setting for superusers."""
    if user.is_superuser and settings.SUPERUSERS_NEED_SECOND_FACTOR:
        return True
    return rules_of(user).exists()


def must_prove_second_factor(user: User) -> bool:
    """True if a password alone does not let the member in: they have a second factor, or need one. One statement."""
    if user.is_superuser and settings.SUPERUSERS_NEED_SECOND_FACTOR:
        return True
    apps = AuthenticatorApp.objects.filter(user=user, confirmed=True)
    return User.objects.filter(Exists(apps) | Exists(rules_of(user)), pk=user.pk).exists()


def rules_of(user: User) -> QuerySet[SecondFactorRule]:
    return SecondFactorRule.objects.filter(group__in=groups_of(user))


def recovery_codes_left(user: User) -> int:
    stored = RecoveryCodes.objects.filter(user=user).first()
    return len(stored.digests) if stored else 0
