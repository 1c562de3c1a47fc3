"""One code is entered twice at once, or two first apps are connected: one of them counts. And canaries."""

import time
from binascii import unhexlify
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import override_settings
from django_otp.oath import TOTP

from shop.models import AuthenticatorApp
from shop.staff_log_in.actions import set_up_app, use_app_code, use_recovery_code
from shop.staff_log_in.codes import new_key
from shop.staff_log_in.errors import AppConnected
from tests.proofs import proves
from tests.races.canary import fails_without_locks
from tests.races.meeting import one_meets_the_other
from tests.servers import Databases
from tests.stage import on


def code_of(key: str) -> str:
    totp = TOTP(unhexlify(key))
    totp.time = time.time()
    return f"{totp.token():06}"


def connected(user: User) -> tuple[str, list[str]]:
    key = new_key()
    return key, set_up_app(user=user, key=key, entered=code_of(key))


def app_code_twice(database: str, **env: str) -> None:
    with on(database), override_settings(TEST_WITHOUT_LOCKS=bool(env)):
        user = User.objects.create(username="clerk")
        key, _codes = connected(user)
        AuthenticatorApp.objects.update(last_t=-1)
        code = code_of(key)

        def enter() -> bool:
            return use_app_code(user=user, entered=code)

        assert one_meets_the_other(enter, enter) == (True, False)


def recovery_code_twice(database: str, **env: str) -> None:
    with on(database), override_settings(TEST_WITHOUT_LOCKS=bool(env)):
        user = User.objects.create(username="clerk")
        _key, codes = connected(user)

        def enter() -> bool:
            return use_recovery_code(user=user, entered=codes[0])

        assert one_meets_the_other(enter, enter) == (True, False)


def two_first_apps(database: str, **env: str) -> None:
    with on(database), override_settings(TEST_WITHOUT_LOCKS=bool(env)):
        user = User.objects.create(username="clerk")

        def connect() -> str | None:
            try:
                return connected(user)[0]
            except AppConnected:
                return None

        first, second = one_meets_the_other(connect, connect)
        assert second is None and AuthenticatorApp.objects.get().key == first


RACES = pytest.mark.parametrize("race", [app_code_twice, recovery_code_twice, two_first_apps])


@proves(
    "design §6",
    "a code of the second factor entered twice at once lets in once; of two first apps connected at once one counts",
)
@RACES
def test_one_counts(fresh_database: str, race: Callable[..., None]) -> None:
    race(fresh_database)


@RACES
@pytest.mark.whole
def test_canary_without_locks_both_do(fresh_databases: Databases, race: Callable[..., None]) -> None:
    fails_without_locks(fresh_databases, race)
