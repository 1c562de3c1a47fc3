"""References as people write them."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkout.bank.references import MOST, Reference, references_in, without_beginnings
from checkout.models.order import REFERENCE_ALPHABET, new_reference
from checkout.payments.methods import METHODS
from checkout.payments.references import order_reference
from tests.proofs import proves

FORM = re.compile(r"B-[0-9][0-9A-HJKMNP-TV-Z]{7}")


def certain(*texts: str) -> set[str]:
    return {one.reference for one in references_in(texts) if one.is_certain}


@proves("docs/decisions/0042", "references are found as people write them, several in one purpose, by staff too")
@pytest.mark.parametrize(
    "text",
    [
        "BAXB-7K01M", "baxb-7k01m", "BAX B-7K01M", "BAX-B-7K01M", "BAXB7K01M", "B-7K01M", "b - 7k01m", "BAXB-7KOIM",
        "BAXB-7Kolm", "BAXB-7 K 0 1 M", "BAXB-7K0\n1M", "Re. BAXB-7K01M, danke", "BAXB-7K01MMira Falk", "BAXB–7K01M",
        "SVWZ+BAXB-7K01M", "EREF+NOTPROVIDED SVWZ+Bestellung B-7K01M vom 3.11.", "b.a.x.b.7k01m", "Bestellung:B-7K01M",
    ],
)  # fmt: skip
def test_however_it_is_written_it_is_found(text: str) -> None:
    assert "B-7K01M" in certain(text)


@pytest.mark.parametrize(
    "text",
    [
        "BAXB-7K01M3QX", "baxb 7k01m3qx", "B-7K01 M3QX", "BAXB-7KOl-M3QX", "BAXB-7K0\n1M3QX", "BAXB-7K01M3QXMira Falk",
        "SVWZ+BAXB-7K01M3QX", "Bestellung B-7K01M3QX vom 3.11.", "BAXB-7K01M3QX-2 Danke",
    ],
)  # fmt: skip
def test_one_of_eight_signs_is_found_however_it_is_written(text: str) -> None:
    assert "B-7K01M3QX" in certain(text)


def test_a_new_reference_has_eight_signs_and_reads_as_itself_behind_any_prefix() -> None:
    for _times in range(100):
        reference = new_reference()
        assert FORM.fullmatch(reference)
        for prefix in ("", *{method.reference_prefix for method in METHODS.values()}):
            assert order_reference(prefix + reference) == reference == order_reference(prefix + reference[2:])


def test_of_two_that_exist_the_beginning_of_the_other_does_not_count() -> None:
    written = references_in(["BAXB-7K01M3QX, B-7K01N"])
    assert {one.reference for one in without_beginnings(written)} >= {"B-7K01M3QX", "B-7K01N"}
    assert "B-7K01M" in {one.reference for one in written} - {one.reference for one in without_beginnings(written)}


def test_several_in_one_purpose() -> None:
    assert certain("BAXB-7K01M und BAXB-ABCDE, B-00001") >= {"B-7K01M", "B-ABCDE", "B-00001"}
    assert certain("BAXB-7K01M", "B-7K01M") == {"B-7K01M"}


def test_the_number_of_a_further_attempt() -> None:
    assert Reference("B-7K01M", True, 2) in references_in(["baxb-7k01m-2 Danke"])
    assert Reference("B-7K01M", True, 0) in references_in(["BAXB-7K01M"])


@proves("docs/decisions/0042", "without its hyphen a reference counts with the right amount alone")
@pytest.mark.parametrize("text", ["B7K01M", "BAX 7K01M", "Bestellung B 7K01M"])
def test_without_its_hyphen_it_is_only_possible(text: str) -> None:
    assert certain(text) == set()
    assert "B-7K01M" in {one.reference for one in references_in([text])}


@pytest.mark.parametrize("text", ["", "Shirt, danke!", "RF18 5390 0754 7034", "DE89370400440532013000"])
def test_what_is_none_is_none(text: str) -> None:
    assert certain(text) == set()


OLD = st.text(st.sampled_from(REFERENCE_ALPHABET), min_size=5, max_size=5)
NEW = st.from_regex(FORM, fullmatch=True).map(lambda reference: reference.removeprefix("B-"))


@given(OLD | NEW, st.text(" -", max_size=2))
def test_every_reference_is_found_behind_its_prefix(signs: str, gap: str) -> None:
    written = gap.join(signs).replace("0", "O").replace("1", "l")
    assert "B-" + signs in certain(f"Danke! BAXB-{written} Mira")


@given(st.text(max_size=300))
def test_no_text_breaks_it(text: str) -> None:
    assert len(references_in([text])) <= MOST
    order_reference(text)


@pytest.mark.parametrize("entered", ["7k01m", "B7K01M", "B-7KOIM", " baxb-7k01m ", "BAX B - 7K 01M", "BAXB-7K01M-3"])
def test_staff_may_write_it_in_any_way_too(entered: str) -> None:
    assert order_reference(entered) == "B-7K01M"


@pytest.mark.parametrize("entered", ["7k01m3qx", "B-7KOI M3QX", " baxb-7k01m3qx ", "BAXB-7K01M3QX-3", "7K01-M3QX"])
def test_staff_may_write_one_of_eight_signs_in_any_way(entered: str) -> None:
    assert order_reference(entered) == "B-7K01M3QX"


@pytest.mark.parametrize("entered", ["", "7k01", "B-7K01M B-ABCDE", "hello world", "7K01MM"])
def test_what_staff_write_is_one_reference_or_none(entered: str) -> None:
    assert order_reference(entered) == ""
