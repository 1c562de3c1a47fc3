"""A proof of work: made for one network, good once and for two minutes, dearer the more of them come."""

import time
from base64 import b64decode, b64encode
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode

import altcha
import pytest
from django.test import RequestFactory
from hypothesis import given
from hypothesis import strategies as st

from shop.core.limits.counters import LimitCounters, current_count
from shop.core.limits.visitors import FIELD, HEADER, OF_WIDER, Visitor, visitor_of
from shop.core.limits.work import (
    FIRST,
    GOOD_FOR,
    LEVELS,
    LONGEST,
    PROOFS_OF_LEVEL,
    PROVEN,
    NetworkGroup,
    new_challenge,
    redeem,
)
from tests.proof_of_work import Challenge, solved
from tests.proofs import proves

from .visits import HERE, THERE, as_proof, visitor

ONE, OTHER = NetworkGroup("one", 1), NetworkGroup("other", 1)
PAIR = [NetworkGroup("narrow", 1), NetworkGroup("wide", OF_WIDER)]


def level(groups: list[NetworkGroup], least: int = 1) -> int:
    """Of the challenge that they get."""
    return int(new_challenge(groups, least)["parameters"]["data"]["level"])


def prove(group: NetworkGroup, times: int) -> None:
    for _proof in range(times):
        LimitCounters([(PROVEN, group.name)])


@proves("docs/decisions/0073", "a proof of work is good once, for two minutes, and for the network that asked")
def test_a_solved_challenge_is_good_once() -> None:
    proof = solved(new_challenge([ONE]))
    assert redeem(proof, [ONE])
    assert not redeem(proof, [ONE])


def test_two_challenges_are_two() -> None:
    first, second = solved(new_challenge([ONE])), solved(new_challenge([ONE]))
    assert redeem(first, [ONE]) and redeem(second, [ONE])


def test_it_is_good_for_nobody_elses_network_and_is_not_used_up_there() -> None:
    proof = solved(new_challenge([ONE]))
    assert not redeem(proof, [OTHER])
    assert redeem(proof, [ONE])


def test_of_two_lanes_it_is_bound_to_the_narrower_one() -> None:
    proof = solved(new_challenge(PAIR))
    assert not redeem(proof, [NetworkGroup("neighbour", 1), PAIR[1]])
    assert redeem(proof, PAIR)


def test_it_ends_after_two_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    for seconds, counts in ((GOOD_FOR - 5, True), (GOOD_FOR + 2, False)):
        then = time.time() - seconds
        monkeypatch.setattr("shop.core.limits.work.time", SimpleNamespace(time=lambda then=then: then))
        assert bool(redeem(solved(new_challenge([ONE])), [ONE])) is counts


def test_a_challenge_of_another_secret_key_is_none_of_ours(settings: Any) -> None:
    proof = solved(new_challenge([ONE]))
    settings.SECRET_KEY = "another"
    assert not redeem(proof, [ONE])


def change(**parameters: Any) -> Callable[[Challenge], Challenge]:
    """None: without it."""

    def changed(challenge: Challenge) -> Challenge:
        kept = {**challenge["parameters"], **parameters}
        return {**challenge, "parameters": {name: value for name, value in kept.items() if value is not None}}

    return changed


@pytest.mark.parametrize(
    "changed",
    [
        change(expiresAt=4_000_000_000), change(expiresAt=None), change(data={"lane": OTHER.name}), change(data=None),
        change(keySignature=None), change(keySignature="00" * 32), change(keyPrefix=""), change(nonce="00" * 16),
        lambda challenge: {**challenge, "signature": ""}, lambda challenge: {**challenge, "signature": "00" * 32},
        lambda challenge: {**challenge, "signature": None},
    ],
)  # fmt: skip
def test_nothing_of_it_can_be_changed(changed: Callable[[Challenge], Challenge]) -> None:
    challenge = new_challenge([ONE])
    asked = altcha.Challenge.from_dict(challenge)
    solution = altcha.solve_challenge(asked)
    assert solution is not None
    said = {"challenge": changed(challenge), "solution": solution.to_dict()}
    assert not redeem(as_proof(said), [ONE]) and not redeem(as_proof(said), [OTHER])
    assert redeem(altcha.Payload(asked, solution).to_base64(), [ONE]), "what was not changed is good"


@pytest.mark.parametrize("key", ["", "00" * 16, "zz", None, 7])
def test_only_the_key_that_was_looked_for_counts(key: Any) -> None:
    said = {"challenge": new_challenge([ONE]), "solution": {"counter": 300, "derivedKey": key, "time": 1}}
    assert not redeem(as_proof(said), [ONE])


NONSENSE = [
    "", "x", "e30=", "bnVsbA==", "W10=", "é", as_proof({"challenge": None, "solution": None}),
    as_proof({"challenge": {"parameters": {}}, "solution": {}}), as_proof({"challenge": [], "solution": []}),
    b64encode(b"[" * 3000).decode(), b64encode(b'{"challenge":' * 220).decode(), b64encode(b"\xff\xfe").decode(),
    as_proof({"challenge": {"parameters": {"expiresAt": 1e308}, "signature": "x"}, "solution": {}}), "A" * 10_000,
]  # fmt: skip


@pytest.mark.parametrize("text", NONSENSE)
def test_nonsense_is_no_proof_and_breaks_nothing(text: str) -> None:
    assert not redeem(text, [ONE])


@given(st.text(max_size=80) | st.binary(max_size=80).map(lambda data: b64encode(data).decode()))
def test_no_text_is_a_proof(text: str) -> None:
    assert not redeem(text, [ONE])


JSON: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda one: st.lists(one, max_size=3) | st.dictionaries(st.text(max_size=8), one, max_size=3),
    max_leaves=6,
)


@given(
    st.fixed_dictionaries(
        {"challenge": st.fixed_dictionaries({"parameters": JSON, "signature": JSON}) | JSON, "solution": JSON}
    )
)
def test_no_json_is_a_proof(said: Any) -> None:
    assert not redeem(as_proof(said), [ONE])


@given(st.dictionaries(st.sampled_from(["algorithm", "cost", "expiresAt", "data", "keySignature", "keyPrefix"]), JSON))
def test_parameters_of_any_kind_break_nothing(changes: dict[str, Any]) -> None:
    challenge = new_challenge([ONE])
    said = {**challenge, "parameters": {**challenge["parameters"], **changes}}
    assert not redeem(as_proof({"challenge": said, "solution": {"counter": 1, "derivedKey": "", "time": 1}}), [ONE])


def test_a_proof_is_far_from_the_longest_that_is_read() -> None:
    proof = solved(new_challenge([ONE]))
    assert len(proof) < LONGEST / 3
    padded = b64encode(b64decode(proof) + b" " * LONGEST).decode()
    assert not redeem(padded, [ONE]) and redeem(proof, [ONE])


@proves("docs/decisions/0073", "work doubles for each further 90 proofs of a network in ten minutes, up to 16 times")
def test_the_more_have_proven_the_dearer_it_gets_up_to_16_times(monkeypatch: pytest.MonkeyPatch) -> None:
    keys: list[int] = []

    def drawn(most: int) -> int:
        keys.append(most)
        return 1

    monkeypatch.setattr("shop.core.limits.work.secrets", SimpleNamespace(randbelow=drawn))
    prove(ONE, PROOFS_OF_LEVEL - 1)
    for _step in range(7):
        new_challenge([ONE])
        prove(ONE, 1)
        new_challenge([ONE])
        prove(ONE, PROOFS_OF_LEVEL - 1)
    new_challenge([OTHER])
    *steps, of_other = keys
    assert steps == [FIRST * factor for factor in (1, 2, 2, 4, 4, 8, 8, 16, 16, 16, 16, 16, 16, 16)]
    assert of_other == FIRST, "nobody else pays for them"


def test_what_is_asked_for_is_of_the_level_that_it_costs() -> None:
    for least in range(1, LEVELS + 1):
        assert level([ONE], least) == least
    assert redeem(solved(new_challenge([ONE], 3)), [ONE]) == 3
    prove(ONE, PROOFS_OF_LEVEL * 3)
    assert level([ONE], 2) == 4


def test_it_is_as_cheap_as_before_ten_minutes_later(monkeypatch: pytest.MonkeyPatch) -> None:
    prove(ONE, PROOFS_OF_LEVEL)
    assert level([ONE]) == 2
    later = time.time() + PROVEN.seconds
    monkeypatch.setattr("shop.core.limits.counters.time", SimpleNamespace(time=lambda: later))
    assert level([ONE]) == 1


def test_the_wider_network_makes_it_dearer_too_four_times_as_late() -> None:
    prove(PAIR[1], PROOFS_OF_LEVEL * OF_WIDER - 1)
    assert level(PAIR) == 1
    prove(PAIR[1], 1)
    assert level(PAIR) == 2


def test_a_proof_counts_for_both_networks() -> None:
    assert redeem(solved(new_challenge(PAIR)), PAIR)
    assert [current_count(PROVEN, group.name) for group in PAIR] == [1, 1]
    assert not redeem("nonsense", PAIR)
    assert [current_count(PROVEN, group.name) for group in PAIR] == [1, 1]


def test_without_valkey_work_costs_as_little_as_it_can_and_counts(settings: Any) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    assert level([ONE]) == 1
    assert redeem(solved(new_challenge([ONE])), [ONE])


class TestBrought:
    """Where a request has it: programs of ours in the header, forms in their field."""

    def test_in_the_header_of_json(self) -> None:
        proof = solved(Visitor(HERE).challenge(1))
        request = RequestFactory(REMOTE_ADDR=HERE).post("/", {}, "application/json", headers={HEADER: proof})
        assert visitor_of(request).work

    def test_in_the_field_of_a_form(self) -> None:
        form = RequestFactory(REMOTE_ADDR=HERE)
        typed = form_with(solved(Visitor(HERE).challenge(1)))
        assert visitor_of(form.post("/", typed, "application/x-www-form-urlencoded")).work
        assert not visitor_of(form.post("/", typed, "application/x-www-form-urlencoded")).work, "used already"

    def test_a_read_brings_it_in_the_header(self) -> None:
        assert visitor(HERE, headers={HEADER: solved(Visitor(HERE).challenge(1))}).work

    def test_from_another_network_it_is_worth_nothing(self) -> None:
        proof = solved(Visitor(HERE).challenge(1))
        assert not visitor(THERE, headers={HEADER: proof}).work
        assert visitor(HERE, headers={HEADER: proof}).work

    def test_what_is_wrong_makes_no_pass(self) -> None:
        found = visitor(HERE, headers={HEADER: "nonsense"})
        assert not found.work and found.changed_pass is None


def form_with(proof: str) -> str:
    return urlencode({FIELD: proof, "email": "mira@example.org"})
