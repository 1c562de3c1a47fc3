"""Staff with a second factor get in by password and code, and by neither alone."""

import logging
import time
from base64 import b32decode
from binascii import hexlify, unhexlify
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from django_otp.oath import TOTP

from config.second_factor.log_in import PENDING, PENDING_SECONDS
from shop.models import AuditEntry, AuthenticatorApp, RecoveryCodes, SecondFactorRule
from shop.staff_log_in.actions import remove_second_factor, set_up_app
from shop.staff_log_in.codes import matched, new_key
from shop.staff_log_in.limits import BY_KNOWN_BROWSER, BY_MEMBER
from tests.factories import make_shop
from tests.proofs import proves
from tests.staff_addresses import addresses
from tests.staff_rows import grow

pytestmark = pytest.mark.django_db
LOGIN, CODE, SET_UP = "/admin/login/", "/admin/login/code/", "/admin/login/set-up/"
RIGHT = "moth-and-lantern-9"


@pytest.fixture(autouse=True)
def prepared(many_log_ins: None) -> None:
    make_shop("merchstand")


@pytest.fixture
def clerk() -> User:
    return User.objects.create_user("clerk", password=RIGHT, is_staff=True, email="clerk@merchstand.example")


def browser() -> Client:
    made = Client(SERVER_NAME="localhost")
    made.cookies["locale"] = "en"
    return made


def code_of(key: str, steps: int = 0) -> str:
    totp = TOTP(unhexlify(key))
    totp.time = time.time() + 30 * steps
    return f"{totp.token():06}"


def equipped(user: User) -> tuple[str, list[str]]:
    """The key of the member's app, whose codes of now are unused, and the recovery codes."""
    key = new_key()
    codes = set_up_app(user=user, key=key, entered=code_of(key))
    AuthenticatorApp.objects.update(last_t=-1)
    return key, codes


def enter_password(client: Client, password: str = RIGHT, target: str = "") -> Any:
    return client.post(LOGIN + target, {"username": "clerk", "password": password})


def enter_code(client: Client, code: str) -> Any:
    return client.post(CODE, {"code": code})


def is_logged_in(client: Client) -> bool:
    return client.get("/admin/").status_code == 200


def wrong_code(key: str) -> str:
    return next(code for code in ("000000", "111111", "222222", "333333") if matched(key, code) is None)


def shown_key(page: Any) -> str:
    letters = page.content.decode().partition('staff-key">')[2].partition("<")[0].replace(" ", "")
    return hexlify(b32decode(letters)).decode()


def shown_codes(page: Any) -> list[str]:
    text = unescape(page.content.decode()).partition('class="staff-codes"')[2].partition("</ol>")[0]
    return [part.partition("</code>")[0] for part in text.split("<code>")[1:]]


@proves("design §6", "a member of staff with a second factor logs in by password and code, and by neither alone")
def test_a_password_alone_is_half_a_log_in(clerk: User) -> None:
    key, _codes = equipped(clerk)
    own = browser()
    assert enter_password(own).headers["Location"] == CODE
    assert not is_logged_in(own)
    assert enter_code(own, wrong_code(key)).status_code == 200 and not is_logged_in(own)
    taken = enter_code(own, code_of(key))
    assert taken.headers["Location"] == "/admin/" and is_logged_in(own)
    assert enter_code(browser(), code_of(key, 1)).headers["Location"] == LOGIN, "a code without a password"


def test_without_a_second_factor_the_password_is_enough(clerk: User) -> None:
    own = browser()
    assert enter_password(own).headers["Location"] == "/admin/" and is_logged_in(own)


@proves("design §6", "between password and code no address of the staff area and no API takes the visitor for staff")
def test_no_address_takes_half_a_log_in_for_staff(clerk: User) -> None:
    grow()
    clerk.is_superuser = True
    clerk.save()
    equipped(clerk)
    own = browser()
    enter_password(own)
    open_to_all = {"login/", "login/code/", "logout/", "language/"}
    for address in sorted(set(addresses()) - open_to_all):
        answer = own.get("/admin/" + address)
        assert answer.status_code == 405 or answer.headers.get("Location", "").startswith(LOGIN), address
    assert own.post("/admin/account/second-factor/remove/").headers["Location"].startswith(LOGIN)
    assert own.get("/api/v2/entrance/event").status_code in (401, 403, 404)
    assert own.get(SET_UP).headers["Location"] == LOGIN, "it would replace the second factor"
    assert AuthenticatorApp.objects.filter(user=clerk).count() == 1


@proves("design §6", "a code of the authenticator app lets in once")
def test_a_code_is_used_once(clerk: User) -> None:
    key, _codes = equipped(clerk)
    code = code_of(key)
    for is_first in (True, False):
        client = browser()
        enter_password(client)
        assert (enter_code(client, code).status_code == 302) is is_first
        assert is_logged_in(client) is is_first


@proves("design §6", "each recovery code lets in once; the database keeps digests only, and the history no code")
def test_a_recovery_code_lets_in_once(clerk: User) -> None:
    key, codes = equipped(clerk)
    assert len(set(codes)) == 10
    for entered, lets_in in ((codes[3].lower().replace("-", " "), True), (codes[3], False), (codes[4], True)):
        client = browser()
        enter_password(client)
        client.get(f"{CODE}?recovery")
        assert (client.post(f"{CODE}?recovery", {"code": entered}).status_code == 302) is lets_in
    stored = RecoveryCodes.objects.get()
    assert len(stored.digests) == 8
    history = " ".join(f"{one.name} {one.changes} {one.who}" for one in AuditEntry.objects.all())
    for secret in (key, *codes, *stored.digests):
        assert secret not in history
    assert AuditEntry.objects.filter(model="shop.recoverycodes", who="clerk").count() == 2


@proves(
    "design §6",
    "wrong codes: twenty a day of one member in all, ten an hour in a browser that the member has used before, which "
    "strangers do not use up; a right recovery code is never refused",
)
def test_codes_are_not_guessed_and_strangers_lock_nobody_out(clerk: User) -> None:
    key, codes = equipped(clerk)
    own = browser()
    enter_password(own)
    assert enter_code(own, code_of(key)).status_code == 302
    AuthenticatorApp.objects.update(last_t=-1)
    own.post("/admin/logout/")
    stranger = browser()
    enter_password(stranger)
    answers = [enter_code(stranger, wrong_code(key)) for _ in range(BY_MEMBER.attempts + 5)]
    assert [one.status_code for one in answers] == [200] * BY_MEMBER.attempts + [429] * 5
    assert "Too many attempts" in answers[-1].content.decode() and int(answers[-1].headers["Retry-After"]) > 0
    assert enter_code(stranger, code_of(key)).status_code == 429 and not is_logged_in(stranger)
    enter_password(own)
    answers = [enter_code(own, wrong_code(key)) for _ in range(BY_KNOWN_BROWSER.attempts - 1)]
    assert {one.status_code for one in answers} == {200}
    assert enter_code(own, code_of(key)).status_code == 302 and is_logged_in(own)
    elsewhere = browser()
    enter_password(elsewhere)
    assert elsewhere.post(f"{CODE}?recovery", {"code": codes[0]}).status_code == 302


def test_browsers_known_by_the_password_alone_count_as_strangers(clerk: User) -> None:
    """A stranger with the password made many known before the member had a second factor."""
    known = [browser() for _ in range(3)]
    assert {enter_password(one).headers["Location"] for one in known} == {"/admin/"}
    key, _codes = equipped(clerk)
    AuthenticatorApp.objects.update(created_at=timezone.now() + timedelta(seconds=5))
    for one in known:
        enter_password(one)
    answers = [enter_code(known[at % 3], wrong_code(key)).status_code for at in range(BY_MEMBER.attempts + 4)]
    assert answers == [200] * BY_MEMBER.attempts + [429] * 4


@pytest.mark.parametrize("spelled", ["{}", "0{}", "%20{}", "+{}"])
def test_no_spelling_of_the_number_removes_a_superusers_own(clerk: User, spelled: str) -> None:
    User.objects.update(is_superuser=True)
    key, _codes = equipped(clerk)
    own = browser()
    enter_password(own)
    enter_code(own, code_of(key))
    assert own.post(f"/admin/auth/user/{spelled.format(clerk.pk)}/remove-second-factor/").status_code == 403
    assert AuthenticatorApp.objects.exists()


def test_a_log_in_opens_a_new_session_and_half_of_one_ends(clerk: User) -> None:
    key, _codes = equipped(clerk)
    own = browser()
    own.get(LOGIN)
    own.cookies["staff_session"] = "chosen-by-a-stranger-0123456789ab"
    enter_password(own)
    half = own.cookies["staff_session"].value
    assert half != "chosen-by-a-stranger-0123456789ab"
    enter_code(own, code_of(key))
    whole = own.cookies["staff_session"].value
    assert whole != half and not Session.objects.filter(session_key=half).exists()
    attacker = browser()
    attacker.cookies["staff_session"] = half
    assert not is_logged_in(attacker)


def test_half_a_log_in_ends_after_ten_minutes_and_with_the_password(clerk: User) -> None:
    key, _codes = equipped(clerk)
    late = browser()
    enter_password(late)
    session = late.session
    session[PENDING] = session[PENDING] | {"until": session[PENDING]["until"] - PENDING_SECONDS - 1}
    session.save()
    assert enter_code(late, code_of(key)).headers["Location"] == LOGIN
    changed = browser()
    enter_password(changed)
    clerk.set_password("lantern-and-moth-8")
    clerk.save()
    assert enter_code(changed, code_of(key)).headers["Location"] == LOGIN
    gone = browser()
    enter_password(gone, "lantern-and-moth-8")
    User.objects.update(is_active=False)
    assert enter_code(gone, code_of(key)).headers["Location"] == LOGIN and not is_logged_in(gone)


@pytest.mark.parametrize(
    "target", ["//evil.example", "https://evil.example/", "/\\evil.example", "javascript:alert(1)"]
)
def test_no_log_in_leads_to_another_host(clerk: User, target: str) -> None:
    key, _codes = equipped(clerk)
    own = browser()
    enter_password(own, target=f"?next={target}")
    assert enter_code(own, code_of(key)).headers["Location"] == "/admin/"


def test_both_steps_want_a_token_of_the_form(clerk: User) -> None:
    key, _codes = equipped(clerk)
    own = Client(SERVER_NAME="localhost", enforce_csrf_checks=True)
    assert enter_password(own).status_code == 403
    own.get(LOGIN)
    token = own.cookies["staff_csrf"].value
    own.post(LOGIN, {"username": "clerk", "password": RIGHT, "csrfmiddlewaretoken": token})
    assert enter_code(own, code_of(key)).status_code == 403
    sent = {"code": code_of(key), "csrfmiddlewaretoken": own.cookies["staff_csrf"].value}
    assert own.post(CODE, sent).status_code == 302


@proves("design §6", "a group can need a second factor: a member without one sets it up and reaches nothing before")
def test_a_member_of_such_a_group_sets_one_up_first(clerk: User) -> None:
    group = Group.objects.create(name="accounting")
    clerk.groups.add(group)
    open_already, own = browser(), browser()
    enter_password(open_already)
    assert is_logged_in(open_already)
    SecondFactorRule.objects.create(group=group)
    assert open_already.get("/admin/").headers["Location"] == f"{LOGIN}?next=%2Fadmin%2F"
    assert enter_password(own, target="?next=/admin/account/").headers["Location"] == SET_UP
    assert not is_logged_in(own)
    assert own.get("/admin/account/").headers["Location"].startswith(LOGIN)
    key = shown_key(own.get(SET_UP))
    assert own.post(SET_UP, {"code": wrong_code(key)}).status_code == 200 and not is_logged_in(own)
    done = own.post(SET_UP, {"code": code_of(key)})
    assert len(shown_codes(done)) == 10 and 'href="/admin/account/"' in done.content.decode()
    assert is_logged_in(own)
    account = own.get("/admin/account/").content.decode()
    assert "Your role needs it." in account and "/remove/" not in account
    assert own.get("/admin/account/second-factor/remove/").status_code == 302
    assert AuditEntry.objects.filter(model="otp_totp.totpdevice", who="clerk").exists()
    assert key not in " ".join(str(one.changes) for one in AuditEntry.objects.all())


def test_superusers_need_one_by_a_setting(clerk: User, settings: Any) -> None:
    clerk.is_superuser = True
    clerk.save()
    own = browser()
    assert enter_password(own).headers["Location"] == "/admin/"
    settings.SUPERUSERS_NEED_SECOND_FACTOR = True
    assert own.get("/admin/").headers["Location"].startswith(LOGIN)
    assert enter_password(own).headers["Location"] == SET_UP


@proves("design §6", "members set their second factor up, replace and remove it with their password and a code")
def test_a_member_sets_up_replaces_and_removes_it(clerk: User) -> None:
    own = browser()
    enter_password(own)
    page = own.get("/admin/account/second-factor/")
    first = shown_key(page)
    assert "<path d=" in page.content.decode() and page.headers["Cache-Control"].count("no-store")
    refused = own.post("/admin/account/second-factor/", {"code": code_of(first), "password": "wrong"})
    assert not AuthenticatorApp.objects.exists() and "entered incorrectly" in refused.content.decode()
    before = own.cookies["staff_browser"].value
    codes = shown_codes(own.post("/admin/account/second-factor/", {"code": code_of(first), "password": RIGHT}))
    assert len(codes) == 10 and is_logged_in(own)
    assert own.cookies["staff_browser"].value != before, "known to the second factor"
    assert codes[0] not in own.get("/admin/account/").content.decode()
    second = shown_key(own.get("/admin/account/second-factor/"))
    assert second != first
    given = {"code": code_of(second), "password": RIGHT}
    assert shown_codes(own.post("/admin/account/second-factor/", given)) == [], "without a code of the first"
    new = shown_codes(own.post("/admin/account/second-factor/", given | {"proof": codes[0]}))
    assert len(new) == 10 and not set(new) & set(codes)
    assert AuthenticatorApp.objects.get().key == second
    assert len(shown_codes(own.post("/admin/account/recovery-codes/", {"password": RIGHT, "proof": new[0]}))) == 10
    refused = own.post("/admin/account/second-factor/remove/", {"password": RIGHT, "proof": new[1]})
    assert refused.status_code == 200 and AuthenticatorApp.objects.exists(), "that code is void"
    AuthenticatorApp.objects.update(last_t=-1)
    own.post("/admin/account/second-factor/remove/", {"password": RIGHT, "proof": code_of(second)})
    assert not AuthenticatorApp.objects.exists() and not RecoveryCodes.objects.exists()
    assert is_logged_in(own)


@proves("design §6", "superusers take a lost second factor away, as the history says; a command does where none can")
def test_a_superuser_takes_a_lost_one_away(clerk: User) -> None:
    equipped(clerk)
    chief = User.objects.create_superuser("chief", password=RIGHT)
    own = browser()
    own.force_login(chief)
    address = f"/admin/auth/user/{clerk.pk}/remove-second-factor/"
    assert "Remove the second factor" in own.get(f"/admin/auth/user/{clerk.pk}/change/").content.decode()
    assert own.get(address).status_code == 200 and AuthenticatorApp.objects.exists()
    own.post(address)
    assert not AuthenticatorApp.objects.exists()
    noted = AuditEntry.objects.filter(model="otp_totp.totpdevice", who="chief").get()
    assert "clerk" in noted.name
    equipped(chief)
    with pytest.raises(CommandError, match="nobody"):
        call_command("remove_second_factor", "nobody")
    call_command("remove_second_factor", "chief")
    assert not AuthenticatorApp.objects.exists()


def test_nobody_else_takes_one_away(clerk: User) -> None:
    equipped(clerk)
    other = User.objects.create_user("other", password=RIGHT, is_staff=True)
    own = browser()
    own.force_login(other)
    own.post(f"/admin/auth/user/{clerk.pk}/remove-second-factor/")
    assert AuthenticatorApp.objects.exists()
    chief = User.objects.create_superuser("chief", password=RIGHT)
    key, _codes = equipped(chief)
    client = browser()
    client.post(LOGIN, {"username": "chief", "password": RIGHT})
    enter_code(client, code_of(key))
    assert client.post(f"/admin/auth/user/{chief.pk}/remove-second-factor/").status_code == 403
    assert AuthenticatorApp.objects.filter(user=chief).exists(), "their own they remove with a code"


def test_no_log_names_a_code_or_a_key(clerk: User, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "django.request")
    caplog.set_level(logging.DEBUG, "shop")
    key, codes = equipped(clerk)
    own = browser()
    enter_password(own)
    enter_code(own, wrong_code(key))
    enter_code(own, code_of(key))
    for secret in (key, code_of(key), *codes):
        assert secret not in caplog.text


def test_the_librarys_pages_that_show_keys_are_none_of_the_staff_area() -> None:
    own = browser()
    own.force_login(User.objects.create_superuser("chief", password=RIGHT))
    assert own.get("/admin/otp_totp/totpdevice/").status_code == 404


def test_a_group_is_given_the_rule_in_its_form(clerk: User) -> None:
    own = browser()
    own.force_login(User.objects.create_superuser("chief", password=RIGHT))
    group = Group.objects.create(name="accounting")
    address = f"/admin/auth/group/{group.pk}/change/"
    own.post(address, {"name": "accounting", "second_factor": "on"})
    assert SecondFactorRule.objects.filter(group=group).exists()
    assert "checked" in own.get(address).content.decode().partition('name="second_factor"')[2][:400]
    own.post(address, {"name": "accounting"})
    assert not SecondFactorRule.objects.exists()
    assert AuditEntry.objects.filter(model="shop.secondfactorrule", who="chief").count() == 2
    assert not remove_second_factor(user=clerk)
