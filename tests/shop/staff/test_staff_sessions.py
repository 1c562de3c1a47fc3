"""Staff see where they are logged in, end sessions, and get a mail about a log-in in a new browser."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core import mail as outbox
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from shop.models import Mail, StaffSession
from shop.staff_log_in.actions import remove_second_factor
from shop.staff_log_in.browsers import browser_name
from shop.staff_log_in.mails import NEW_BROWSER
from shop.staff_log_in.sessions import forget_ended
from tests.checkout.payments.jobs import run_jobs
from tests.factories import make_shop
from tests.proofs import proves

pytestmark = pytest.mark.django_db
RIGHT = "moth-and-lantern-9"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
EDGE = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0"
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Mobile Safari/604.1"


@pytest.fixture(autouse=True)
def prepared(many_log_ins: None) -> None:
    make_shop("merchstand")


@pytest.fixture
def clerk() -> User:
    return User.objects.create_user("clerk", password=RIGHT, is_staff=True, email="clerk@merchstand.example")


def browser(agent: str = FIREFOX, language: str = "en") -> Client:
    made = Client(SERVER_NAME="localhost", headers={"user-agent": agent})
    made.cookies["locale"] = language
    return made


def logged_in(agent: str = FIREFOX) -> Client:
    client = browser(agent)
    assert enter(client).headers["Location"] == "/admin/"
    return client


def enter(client: Client, username: str = "clerk") -> Any:
    return client.post("/admin/login/", {"username": username, "password": RIGHT})


def is_logged_in(client: Client) -> bool:
    return client.get("/admin/").status_code == 200


def number_of(client: Client) -> int:
    return StaffSession.objects.get(session_id=client.cookies["staff_session"].value).pk


@proves("design §6", "members see the browsers in which they are logged in, and end one session or all others")
def test_a_member_sees_and_ends_sessions(clerk: User) -> None:
    here, phone, office = logged_in(), logged_in(PHONE), logged_in(EDGE)
    page = here.get("/admin/account/").content.decode()
    assert page.count("Firefox, Linux · <b>this browser</b>") == 1
    assert "Safari, iPhone" in page and "Edge, Windows" in page
    assert phone.cookies["staff_session"].value not in page, "the page shows no key of a session"
    here.post("/admin/account/sessions/end/", {"number": number_of(phone)})
    assert [is_logged_in(one) for one in (here, phone, office)] == [True, False, True]
    here.post("/admin/account/sessions/end/")
    assert [is_logged_in(one) for one in (here, office)] == [True, False]
    assert StaffSession.objects.count() == 1
    assert here.get("/admin/account/sessions/end/").status_code == 405


def test_nobody_ends_sessions_of_others(clerk: User) -> None:
    other = User.objects.create_user("other", password=RIGHT, is_staff=True)
    here, theirs = logged_in(), browser()
    enter(theirs, "other")
    number = StaffSession.objects.get(user=other).pk
    for sent in ({"number": number}, {"number": "x"}, {"number": "9" * 30}, {}):
        assert here.post("/admin/account/sessions/end/", sent).status_code == 302
    assert is_logged_in(theirs)


def test_a_log_in_after_another_members_is_listed_at_once(clerk: User) -> None:
    """It would outlive “end all others” until its first use."""
    User.objects.create_user("insider", password=RIGHT, is_staff=True)
    own = browser()
    enter(own, "insider")
    enter(own)
    assert StaffSession.objects.get(user=clerk).session_id == own.cookies["staff_session"].value
    assert StaffSession.objects.count() == 1, "the other member's ended"


@proves("design §6", "a changed password and a removed or new second factor end the member's other sessions")
def test_changes_of_the_log_in_end_the_other_sessions(clerk: User) -> None:
    here, elsewhere = logged_in(), logged_in(PHONE)
    new = "lantern-and-moth-8"
    here.post("/admin/password_change/", {"old_password": RIGHT, "new_password1": new, "new_password2": new})
    assert is_logged_in(here) and not is_logged_in(elsewhere)
    assert [one.browser for one in StaffSession.objects.all()] == ["Firefox, Linux"]
    chief = browser()
    chief.force_login(User.objects.create_superuser("chief"))
    chief.post(
        f"/admin/auth/user/{clerk.pk}/password/", {"usable_password": "true", "password1": RIGHT, "password2": RIGHT}
    )
    assert not StaffSession.objects.filter(user=clerk).exists() and not is_logged_in(here)
    here, elsewhere = logged_in(), logged_in(PHONE)
    remove_second_factor(user=clerk, keep_session=here.cookies["staff_session"].value)
    assert is_logged_in(here) and not is_logged_in(elsewhere)


@proves("design §6", "a log-in in a browser that the member has not used before is told by mail, in their language")
def test_a_log_in_in_a_new_browser_is_mailed(clerk: User) -> None:
    own = browser(PHONE, language="de")
    enter(own)
    mail = Mail.objects.get(kind=NEW_BROWSER)
    assert (mail.recipient, mail.language) == (clerk.email, "de")
    run_jobs("shop.send_staff_mail")
    [sent] = outbox.outbox
    assert sent.subject == "Anmeldung in einem neuen Browser" and "Safari, iPhone" in sent.body
    assert "clerk" in sent.body and "/admin/account/" in sent.body
    own.post("/admin/logout/")
    enter(own)
    assert Mail.objects.filter(kind=NEW_BROWSER).count() == 1, "the browser is known now"
    enter(browser())
    assert Mail.objects.filter(kind=NEW_BROWSER).count() == 2


def test_without_an_address_or_a_shop_there_is_no_mail(clerk: User, settings: Any) -> None:
    User.objects.update(email="")
    assert enter(browser()).status_code == 302
    User.objects.update(email="clerk@merchstand.example")
    settings.MAIN_SHOP = "not-made-yet"
    assert enter(browser()).status_code == 302
    assert not Mail.objects.exists()


def test_sessions_that_have_run_out_are_deleted(clerk: User) -> None:
    logged_in()
    assert forget_ended() == 0
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert forget_ended() == 1 and not StaffSession.objects.exists()


def test_a_session_from_before_the_list_joins_it_once_it_is_used(clerk: User) -> None:
    own = logged_in()
    StaffSession.objects.all().delete()
    cache.clear()
    assert is_logged_in(own) and StaffSession.objects.get().browser == "Firefox, Linux"


def test_a_browser_is_named_as_its_owner_knows_it() -> None:
    assert browser_name(EDGE) == "Edge, Windows" and browser_name(PHONE) == "Safari, iPhone"
    assert browser_name("curl/8.0") == browser_name("") == ""
