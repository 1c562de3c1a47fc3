"""What all forms that are answered after the sale have in common."""

from dataclasses import replace
from typing import Any

import pytest

from aftersale.forms import limits
from tests.factories import make_shop
from tests.guest import Guest
from tests.proofs import proves

pytestmark = pytest.mark.django_db
CHECK_IN = "forms/check-in/responses"


@pytest.fixture
def guest() -> Guest:
    return Guest(make_shop("merchstand"))


@proves("purchase §7", "forms are answered at one address, with a limit and a field that only programs fill in")
def test_a_form_that_nobody_knows(guest: Guest) -> None:
    answer = guest.post("forms/nonsense/responses", {})
    assert (answer.status_code, answer.json()["code"]) == (404, "FORM_NOT_FOUND")
    assert guest.get(CHECK_IN).status_code == 405


def test_a_field_that_nobody_sees(guest: Guest) -> None:
    answer = guest.post(CHECK_IN, {"validation_code": "1", "website": "http://spam.example"})
    assert (answer.status_code, answer.json()["code"]) == (400, "TRAPPED")


def test_programs_end_in_the_limit(guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "RESPONSES", replace(limits.RESPONSES, hard=2, soft=3))

    def respond(asker: Guest) -> int:
        return asker.post(CHECK_IN, {"validation_code": "x"}).status_code

    assert [respond(guest) for _again in range(3)] == [404, 404, 429]
    assert [respond(Guest(guest.shop)) for _again in range(2)] == [404, 429]
    assert respond(Guest(guest.shop, works=True)) == 404


@pytest.mark.parametrize(
    "body", [[], "x", None, {"validation_code": {}}, {"answers": []}, {"validation_code": "1" * 500}]
)
def test_nonsense_is_refused(guest: Guest, body: Any) -> None:
    assert guest.post(CHECK_IN, body).status_code in (400, 404)
