"""A pass tells one browser from another behind the same address, and nothing else (docs/decisions/0073)."""

import time
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shop.core.limits.passes import COOKIE, DAY, EARLY_SECONDS, WORK_SECONDS
from shop.core.limits.visitors import HEADER, OF_WIDER, Visitor, visitor_of
from shop.models import Shop
from tests.factories import first_variant, make_product, make_shop
from tests.guest import Guest
from tests.proof_of_work import solved
from tests.proofs import proves

from .visits import HERE, THERE, given_pass, sent_to, visit, visitor

MAPPED = "::ffff:192.0.2.1"
SIX, SAME_64, SAME_48, ELSEWHERE = "2001:db8:7:1::1", "2001:db8:7:1:ffff::9", "2001:db8:7:2::1", "2001:db8:8:1::1"


def later(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    now = time.time() + seconds
    monkeypatch.setattr("shop.core.limits.passes.time", SimpleNamespace(time=lambda: now))


def groups(address: str, cookie: str = "") -> list[tuple[str, int]]:
    return [(group.name, group.factor) for group in visitor(address, cookie).groups]


@proves("docs/decisions/0073", "a pass is a signed cookie of ours that is good for a day, wherever its browser goes")
def test_a_pass_is_known_again_for_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    cookie = given_pass()
    number = visitor(HERE, cookie).number
    assert visitor(THERE, cookie).number == number
    later(monkeypatch, DAY - 2)
    assert visitor(HERE, cookie).number == number
    later(monkeypatch, DAY + 1)
    assert visitor(HERE, cookie).number != number


def test_two_browsers_have_two() -> None:
    assert visitor(HERE, given_pass()).number != visitor(HERE, given_pass()).number


def test_a_pass_with_any_other_letter_is_none() -> None:
    cookie = given_pass()
    assert visitor(HERE, cookie).received_pass
    for place, letter in enumerate(cookie):
        for other in {"0", "9", ".", "é"} - {letter}:
            assert visitor(HERE, cookie[:place] + other + cookie[place + 1 :]).received_pass is None, (place, other)
        assert visitor(HERE, cookie[:place]).received_pass is None
        assert visitor(HERE, cookie[:place] + cookie[place + 1 :]).received_pass is None
    assert visitor(HERE, cookie + "0").received_pass is None


@given(st.text(max_size=120))
def test_what_we_did_not_sign_is_no_pass(text: str) -> None:
    assert visitor(HERE, text).received_pass is None


def test_a_pass_of_another_secret_key_is_none(settings: Any) -> None:
    cookie = given_pass()
    settings.SECRET_KEY = "another"
    assert visitor(HERE, cookie).received_pass is None


def test_a_pass_tells_nothing_of_the_address() -> None:
    assert HERE not in given_pass()
    assert given_pass(HERE).split(".")[4] == given_pass(HERE).split(".")[4] != given_pass(THERE).split(".")[4]


@proves("docs/decisions/0073", "IPv4 counts by the address, IPv6 by the /64 and four times as wide by the /48")
def test_lanes_are_the_networks_that_customers_get() -> None:
    assert [factor for _name, factor in groups(HERE)] == [1]
    assert groups(HERE) == groups(MAPPED) != groups(THERE)
    assert [factor for _name, factor in groups(SIX)] == [1, OF_WIDER]
    assert groups(SIX) == groups(SAME_64)
    (narrow, wide), (other, same), (_other, elsewhere) = groups(SIX), groups(SAME_48), groups(ELSEWHERE)
    assert narrow != other and wide == same and wide != elsewhere


@given(st.integers(0, 2**64 - 1), st.integers(1, 2**16 - 1))
def test_nobody_has_another_lane_by_another_address_of_theirs(host: int, subnet: int) -> None:
    def address(of_subnet: int) -> str:
        tail = f"{of_subnet:04x}{host:016x}"
        return "2001:db8:7:" + ":".join(tail[at : at + 4] for at in range(0, 20, 4))

    assert groups(address(0)) == groups("2001:db8:7::1")
    assert groups(address(subnet))[0] != groups("2001:db8:7::1")[0]
    assert groups(address(subnet))[1] == groups("2001:db8:7::1")[1]


@proves("docs/decisions/0073", "who was here an hour ago has a lane of their own, by the network of that time")
def test_who_was_here_an_hour_ago_is_counted_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    cookie, neighbour, stranger = given_pass(HERE), given_pass(HERE), given_pass(THERE)
    later(monkeypatch, EARLY_SECONDS - 2)
    assert groups(HERE, cookie) == groups(HERE)
    later(monkeypatch, EARLY_SECONDS + 1)
    early, here = groups(HERE, cookie)
    assert early not in groups(HERE) and early[1] == 1
    assert here == (groups(HERE)[0][0], OF_WIDER), "where they are now, four times as wide"
    assert groups(THERE, cookie) == [early, (groups(THERE)[0][0], OF_WIDER)], "wherever they are now"
    assert groups(HERE, neighbour)[0] == early != groups(HERE, stranger)[0]


def test_the_lane_of_early_ones_is_as_wide_as_their_network(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = given_pass(SIX), given_pass(SAME_48)
    later(monkeypatch, EARLY_SECONDS + 1)
    assert [factor for _name, factor in groups(SIX, first)] == [OF_WIDER, OF_WIDER]
    assert groups(SIX, first) == groups(SIX, second)


def test_a_pass_goes_out_only_where_it_was_made_or_changed() -> None:
    cookie = given_pass()
    untouched, looked_at, received_pass = visit(), visit(), visit(HERE, cookie)
    assert visitor_of(looked_at).groups and not visitor_of(looked_at).work
    assert visitor_of(received_pass).number
    assert [sent_to(request) for request in (untouched, looked_at, received_pass)] == [None] * 3
    worked = visit(HERE, cookie, headers={HEADER: solved(Visitor(HERE).challenge())})
    sent = sent_to_worked(worked)
    assert visitor(HERE, sent).number == visitor(HERE, cookie).number
    assert visitor(HERE, sent).work and not visitor(HERE, cookie).work


def sent_to_worked(request: Any) -> str:
    assert visitor_of(request).work
    cookie = sent_to(request)
    assert cookie is not None
    return cookie.value


def test_work_counts_for_twenty_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    cookie = sent_to_worked(visit(headers={HEADER: solved(Visitor(HERE).challenge())}))
    later(monkeypatch, WORK_SECONDS - 2)
    assert visitor(HERE, cookie).work
    later(monkeypatch, WORK_SECONDS + 1)
    assert not visitor(HERE, cookie).work


@pytest.mark.parametrize("secure", [True, False])
def test_no_script_reads_it_and_no_other_site_sends_it(settings: Any, secure: bool) -> None:
    settings.SESSION_COOKIE_SECURE = secure
    request = visit()
    assert visitor_of(request).number
    cookie = sent_to(request)
    assert cookie is not None
    assert (cookie["httponly"], cookie["samesite"], bool(cookie["secure"])) == (True, "Lax", secure)
    assert (cookie["max-age"], cookie["path"], cookie["domain"]) == (DAY, "/", "")


@pytest.mark.django_db
@pytest.mark.usefixtures("open_wire")
class TestOnTheWire:
    @pytest.fixture
    def shop(self) -> Shop:
        return make_shop("nachtfalter", trackers=["counts"])

    @proves("docs/decisions/0073", "the first limited write sets the pass; whoever only looks has no cookie")
    def test_reads_set_none_and_the_first_write_does(self, shop: Shop) -> None:
        shirt = first_variant(make_product(shop, name="Shirt", slug="shirt"))
        guest = Guest(shop)
        for path in ("/nachtfalter/", "/nachtfalter/products/shirt", f"{guest.base}/", "/nachtfalter/access-code"):
            assert guest.client.get(path).status_code in (200, 303), path
        assert guest.cart() is None
        guest.ask("SESSION_EXPIRES_AT")
        guest.get("orders/none")
        guest.post("events", {"kind": "click"})
        assert COOKIE not in guest.client.cookies
        assert guest.add((shirt, 1)).data
        assert COOKIE in guest.client.cookies

    def test_a_read_keeps_a_pass_and_sends_none(self, shop: Shop) -> None:
        guest = Guest(shop)
        guest.add((first_variant(make_product(shop)), 1))
        for answer in (guest.client.get("/nachtfalter/"), guest.ask("CART").response, guest.get("")):
            assert COOKIE not in answer.cookies

    def test_no_answer_that_is_kept_has_one(self, shop: Shop, settings: Any) -> None:
        """Not even to whoever brings one that is none, or a proof of work."""
        settings.ANSWER_CACHE_SECONDS = 300
        for _time in range(2):
            guest = Guest(shop)
            guest.client.cookies[COOKIE] = "forged"
            answer = guest.client.get(f"{guest.base}/", headers={HEADER: solved(Visitor("127.0.0.1").challenge())})
            assert (answer.status_code, dict(answer.cookies)) == (200, {})

    def test_an_answer_that_brings_one_is_kept_by_nobody(self, shop: Shop) -> None:
        answer = Guest(shop).add((first_variant(make_product(shop)), 1)).response
        assert COOKIE in answer.cookies and "no-store" in answer.headers["Cache-Control"]
