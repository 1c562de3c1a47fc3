"""Passwords of the staff are not guessed, strangers lock nobody out, and what is refused costs no hash."""

import threading
import time
from typing import Any

import httpx
import psycopg
import pytest
from django.conf import settings as project
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client, override_settings
from django.utils import translation

from config.staff_login import sentence
from shop.core.errors import TooManyAttempts
from shop.core.http import password_limits
from shop.core.http.password_limits import BY_KNOWN, BY_USER, OF_ANYBODY, OF_USER, HashingLimit
from shop.core.limits.visitors import HEADER, Visitor
from tests.factories import make_shop
from tests.hashers import CountingHasher
from tests.proof_of_work import solved
from tests.proofs import proves
from tests.servers import web_server
from tests.words import worded

pytestmark = pytest.mark.django_db
LOGIN = "/admin/login/"
RIGHT = "moth-and-lantern-9"
HERE, ELSEWHERE = "198.51.100.7", "203.0.113.9"


@pytest.fixture(autouse=True)
def prepared(many_log_ins: None) -> None:
    make_shop("merchstand")
    User.objects.create_user("clerk", password=RIGHT, is_staff=True)
    wait_for_room(BY_USER.seconds)
    CountingHasher.computed.clear()


def wait_for_room(seconds: int) -> None:
    """All limits' windows begin together: a test that begins near their end would count in two of them."""
    if (left := seconds - time.time() % seconds) < 15:
        time.sleep(left)


def hashes() -> int:
    return len(CountingHasher.computed)


def browser(address: str = HERE, **defaults: Any) -> Client:
    made = Client(SERVER_NAME="localhost", REMOTE_ADDR=address, **defaults)
    made.cookies["locale"] = "en"
    return made


def enter(client: Client, password: str = "wrong", username: str = "clerk", **headers: Any) -> Any:
    return client.post(LOGIN, {"username": username, "password": password}, **headers)


def is_logged_in(client: Client) -> bool:
    return client.get("/admin/").status_code == 200


@proves(
    "design §6",
    "a wrong password is tried five times by one browser for one name, ten times for all names, and by those of an "
    "address that do not work five and twenty times; thirty times for one name from all addresses, in five minutes; "
    "the own password at an open session ten times; the answer is 429 and says when to try again",
)
def test_sixty_wrong_passwords_and_then_the_right_one_do_not_get_in() -> None:
    stranger = browser()
    answers = [enter(stranger).status_code for _ in range(60)]
    last = enter(stranger, RIGHT)
    assert answers == [200] * OF_USER.hard + [429] * (60 - OF_USER.hard)
    assert hashes() == OF_USER.hard
    assert last.status_code == 429 and not is_logged_in(stranger)


@proves("design §6", "a log-in that has to wait says so and calls nothing wrong that was entered")
def test_whoever_is_refused_reads_when_to_try_again_in_both_languages() -> None:
    stranger = browser()
    for _ in range(OF_USER.hard):
        enter(stranger)
    refused = enter(stranger)
    assert 0 < int(refused.headers["Retry-After"]) <= OF_USER.seconds
    assert "Too many attempts. Please try again in " in refused.content.decode()
    assert "Nothing was checked: further attempts have to wait." in refused.content.decode()
    assert "correct the error" not in refused.content.decode()
    assert 'value="clerk"' in refused.content.decode()
    stranger.cookies["locale"] = "de"
    german = enter(stranger).content.decode()
    assert "Zu viele Versuche. Bitte versuche es in " in german
    assert worded("Nothing was checked: further attempts have to wait.") in german and "berichtige" not in german
    with translation.override("de"):
        assert sentence(1).endswith("in 1 Sekunde noch einmal.")
        assert sentence(61).endswith("in 2 Minuten noch einmal.")


@proves(
    "design §6",
    "strangers lock nobody out: a browser in which a member of staff has logged in before is counted "
    "apart, and gets in without Valkey, too",
)
def test_a_storm_from_one_address_keeps_nobody_out_elsewhere() -> None:
    stranger = browser()
    for _ in range(60):
        enter(stranger)
    member = browser(ELSEWHERE)
    assert enter(member, RIGHT).status_code == 302 and is_logged_in(member)


def test_right_passwords_use_up_no_attempts() -> None:
    for _ in range(BY_USER.attempts + 1):
        assert enter(browser(), RIGHT).status_code == 302


def test_one_browser_cannot_try_many_names() -> None:
    own = browser()
    answers = [enter(own, username=f"name-{number}").status_code for number in range(40)]
    assert answers == [200] * OF_ANYBODY.hard + [429] * (40 - OF_ANYBODY.hard)
    assert hashes() == OF_ANYBODY.hard


@proves("docs/decisions/0073", "a storm of strangers behind an address keeps no new browser of it out: it works")
def test_one_address_cannot_try_many_names_without_work() -> None:
    answers = [enter(browser(), username=f"name-{number}").status_code for number in range(40)]
    assert answers == [200] * OF_ANYBODY.soft + [429] * (40 - OF_ANYBODY.soft)
    assert hashes() == OF_ANYBODY.soft
    assert enter(browser(), RIGHT).status_code == 429
    assert enter(browser(), RIGHT, headers={HEADER: solved(Visitor(HERE).challenge())}).status_code == 302


def test_many_addresses_cannot_try_one_name_and_its_owner_gets_in_from_a_browser_of_theirs() -> None:
    own = browser(ELSEWHERE)
    assert enter(own, RIGHT).status_code == 302
    session = own.cookies[project.SESSION_COOKIE_NAME].value
    acting_as = browser(ELSEWHERE)
    acting_as.cookies[project.SESSION_COOKIE_NAME] = session
    own.post("/admin/logout/")
    assert enter(acting_as, RIGHT).status_code == 302
    answers = [enter(browser(f"192.0.2.{number}")).status_code for number in range(60)]
    assert answers == [200] * BY_USER.attempts + [429] * (60 - BY_USER.attempts)
    assert enter(browser("192.0.2.99"), RIGHT).status_code == 429
    assert is_logged_in(acting_as), "a session that is open stays open"
    assert enter(own, RIGHT).status_code == 302 and is_logged_in(own)


def test_a_known_browser_is_no_way_to_guess_either() -> None:
    own = browser()
    enter(own, RIGHT)
    own.post("/admin/logout/")
    answers = [enter(own).status_code for _ in range(20)]
    assert answers == [200] * BY_KNOWN.attempts + [429] * (20 - BY_KNOWN.attempts)


def test_a_browser_is_known_for_its_own_somebody_only() -> None:
    User.objects.create_user("manager", password=RIGHT, is_staff=True)
    own = browser()
    enter(own, RIGHT)
    cookie = own.cookies[password_limits.COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/admin/")
    assert "clerk" not in cookie.value
    answers = [enter(own, username="manager").status_code for _ in range(BY_KNOWN.attempts)]
    assert answers.count(200) == OF_USER.hard
    forged = browser(ELSEWHERE)
    forged.cookies[password_limits.COOKIE] = cookie.value[:-1] + "-"
    assert [enter(forged).status_code for _ in range(6)][-1] == 429


def test_a_list_of_addresses_is_believed_only_behind_a_proxy(settings: Any) -> None:
    def storm() -> list[int]:
        cache.clear()
        return [
            enter(browser(), headers={"x-forwarded-for": f"192.0.2.{number}, 192.0.2.{number}"}).status_code
            for number in range(10)
        ]

    assert storm().count(429) == 10 - OF_USER.hard
    settings.BEHIND_PROXY = True
    assert storm().count(429) == 0


@proves("design §6", "a refused password is not hashed; a process hashes one at a time, ten in half a minute")
@pytest.mark.whole
def test_made_up_names_from_everywhere_cost_a_process_so_many_hashes_and_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(password_limits, "STRANGERS", HashingLimit(10, seconds=30))
    own = browser(ELSEWHERE)
    enter(own, RIGHT)
    own.post("/admin/logout/")
    CountingHasher.computed.clear()
    for number in range(50):
        last = enter(browser(f"192.0.2.{number}"), username=f"name-{number}")
    assert hashes() == 9, "the log-in was the tenth"
    assert last.status_code == 429 and 0 < int(last.headers["Retry-After"]) <= 30
    assert enter(own, RIGHT).status_code == 302, "a flood leaves room for the staff's own browsers"


def test_a_process_hashes_one_password_at_a_time_and_lets_one_wait() -> None:
    comparing = HashingLimit(100, seconds=30)
    at_once, most, refused = [0], [0], []

    def compare() -> None:
        try:
            with comparing.turn():
                at_once[0] += 1
                most[0] = max(most[0], at_once[0])
                time.sleep(0.2)
                at_once[0] -= 1
        except TooManyAttempts as error:
            refused.append(error.extensions["retry_after"])

    threads = [threading.Thread(target=compare) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1] and refused == [1] * 6


def test_without_valkey_strangers_wait_and_the_staffs_own_browsers_get_in() -> None:
    own = browser()
    enter(own, RIGHT)
    own.post("/admin/logout/")
    CountingHasher.computed.clear()
    with override_settings(REDIS_URL="redis://127.0.0.1:1/0"):
        refused = enter(browser(ELSEWHERE), RIGHT)
        assert (refused.status_code, hashes()) == (429, 0)
        assert enter(own).status_code == 200
        assert enter(own, RIGHT).status_code == 302


def test_the_own_password_cannot_be_guessed_by_somebody_at_an_open_session() -> None:
    own = browser()
    enter(own, RIGHT)
    CountingHasher.computed.clear()
    new = {"new_password1": "lantern-and-moth-8", "new_password2": "lantern-and-moth-8"}

    def change(old: str) -> Any:
        return own.post("/admin/password_change/", {"old_password": old, **new})

    answers = [change("wrong") for _ in range(30)]
    assert [one.status_code for one in answers].count(200) == hashes() == BY_KNOWN.attempts
    assert answers[-1].status_code == 429 and "Retry-After" in answers[-1].headers
    assert "Too many attempts" in answers[-1].content.decode()
    assert change(RIGHT).status_code == 429
    cache.clear()
    assert change(RIGHT).headers["Location"] == "/admin/password_change/done/"
    assert User.objects.get(username="clerk").check_password(new["new_password1"])


def test_a_changed_password_ends_the_other_sessions() -> None:
    first, second = browser(), browser(ELSEWHERE)
    assert [enter(one, RIGHT).status_code for one in (first, second)] == [302, 302]
    new = "lantern-and-moth-8"
    first.post("/admin/password_change/", {"old_password": RIGHT, "new_password1": new, "new_password2": new})
    assert is_logged_in(first) and not is_logged_in(second)


@proves(
    "design §6",
    "staff's cookies are for the staff area and no script; a changed password ends other sessions; "
    "headers bring no password",
)
def test_the_staffs_cookies_are_for_the_staff_area_and_no_script() -> None:
    own = browser()
    enter(own, RIGHT)
    cookie = own.cookies[project.SESSION_COOKIE_NAME]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/admin/")


@pytest.mark.parametrize("path", ["/admin/", "/api/v2/schema/", "/api/v2/shops/merchstand/", "/merchstand/"])
def test_a_password_in_a_header_is_no_way_in(path: str) -> None:
    basic = {"authorization": "Basic Y2xlcms6bW90aC1hbmQtbGFudGVybi05"}
    client = browser()
    client.get(path, headers=basic)
    assert hashes() == 0 and project.SESSION_COOKIE_NAME not in client.cookies


@pytest.mark.whole
def test_sixty_attempts_at_the_real_server(fresh_database: str) -> None:
    with psycopg.connect(fresh_database) as connection:
        connection.execute(
            "INSERT INTO auth_user (username, password, is_superuser, is_staff, is_active, date_joined, first_name,"
            " last_name, email) VALUES ('clerk', %s, true, true, true, now(), '', '', '')",
            [User.objects.get().password],
        )
    with web_server(fresh_database) as web, httpx.Client(base_url=web.url) as client:
        began = time.monotonic()

        def attempt(password: str) -> int:
            form = {"username": "clerk", "password": password, "csrfmiddlewaretoken": client.cookies["staff_csrf"]}
            return client.post(LOGIN, data=form, headers={"origin": web.url}).status_code

        assert client.get(LOGIN).status_code == 200
        answers = [attempt("wrong") for _ in range(60)]
        assert attempt(RIGHT) == 429, f"after {time.monotonic() - began:.0f} s"
    assert 5 <= answers.count(200) <= 10 and answers.count(429) >= 50
