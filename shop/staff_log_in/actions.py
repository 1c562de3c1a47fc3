"""Set up, use, replace and remove the second factor of a member of staff."""

from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from shop.core.http.password_limits import known_browser
from shop.core.limits.budgets import CountedAttempt, LimitedBy, count_only
from shop.core.limits.counters import seconds_left
from shop.models import AuthenticatorApp, RecoveryCodes

from .codes import is_app_code, matched, new_recovery_code, recovery_digest, without_blanks
from .errors import AppConnected, SecondFactorRefused
from .limits import BY_KNOWN_BROWSER, BY_MEMBER
from .locks import locked_app, locked_member, locked_recovery_codes
from .queries import app_of
from .sessions import end_sessions

NUMBER_OF_CODES = 10


@transaction.atomic
def set_up_app(
    *, user: User, key: str, entered: str, replaces: bool = False, keep_session: str | None = None
) -> list[str]:
    """Make the authenticator app with this key the member's second factor. Returns new recovery codes. Raises
    SecondFactorRefused if the app shows another code, AppConnected if the member has an app that the caller has not
    proved (`replaces`). Locks the member.

    Ends the member's sessions but the one with the key `keep_session`.
    """
    totp = matched(key, entered)
    if totp is None:
        raise SecondFactorRefused
    locked_member(user)
    if not replaces and app_of(user) is not None:
        raise AppConnected
    AuthenticatorApp.objects.filter(user=user).delete()
    AuthenticatorApp.objects.create(user=user, key=key, last_t=totp.t(), drift=totp.drift)
    end_sessions(user=user, but=keep_session)
    return renew_recovery_codes(user=user)


@transaction.atomic
def renew_recovery_codes(*, user: User) -> list[str]:
    """Replace the member's recovery codes and return the new ones. The database keeps only their digests."""
    codes = [new_recovery_code() for _ in range(NUMBER_OF_CODES)]
    digests = [recovery_digest(user.pk, code) for code in codes]
    RecoveryCodes.objects.update_or_create(user=user, defaults={"digests": digests})
    return codes


@transaction.atomic
def remove_second_factor(*, user: User, keep_session: str | None = None) -> bool:
    """Remove the member's authenticator app and recovery codes. Returns whether there were any. Locks the member.

    Ends the member's sessions but the one with the key `keep_session`.
    """
    locked_member(user)
    end_sessions(user=user, but=keep_session)
    RecoveryCodes.objects.filter(user=user).delete()
    return bool(AuthenticatorApp.objects.filter(user=user).delete()[0])


def prove_second_factor(*, request: HttpRequest, user: User, entered: str) -> None:
    """Use up a code of the member's app or a recovery code. Raises SecondFactorRefused, or TooManyAttempts with
    `retry_after` (seconds) before the code is compared.

    A right recovery code is never refused: it cannot be guessed, and lets members in whom a stranger with their
    password would keep out.
    """
    if use_recovery_code(user=user, entered=entered):
        return
    browser = browser_that_proved(request, user)
    limited: LimitedBy = (BY_KNOWN_BROWSER, browser) if browser else (BY_MEMBER, f"user {user.pk}")
    attempt = CountedAttempt(limited)
    with count_only(attempt, SecondFactorRefused):
        attempt.require(retry_after=seconds_left(limited[0].seconds))
        if not use_app_code(user=user, entered=entered):
            raise SecondFactorRefused


def browser_that_proved(request: HttpRequest, user: User) -> str:
    """Return the browser's number if the member has logged in with it since the app was connected, otherwise "".
    Before, the password alone made browsers known, as many as a stranger wanted.
    """
    app = app_of(user)
    if app is None:
        return ""
    # The cookie's moment is in whole seconds.
    return known_browser(request, user.get_username(), within=(timezone.now() - app.created_at).total_seconds() + 1)


@transaction.atomic
def use_app_code(*, user: User, entered: str) -> bool:
    """Use up the code that the member's app shows. Returns whether it is right and was not used before. Locks the
    app.
    """
    app = locked_app(user)
    return app is not None and is_app_code(entered) and bool(app.verify_token(without_blanks(entered)))


@transaction.atomic
def use_recovery_code(*, user: User, entered: str) -> bool:
    """Use up a recovery code. Returns whether it is one of the member's unused codes. Locks the codes."""
    stored = locked_recovery_codes(user)
    digest = recovery_digest(user.pk, entered)
    if stored is None or digest not in stored.digests:
        return False
    stored.digests.remove(digest)
    stored.save(update_fields=["digests"])
    return True
