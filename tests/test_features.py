"""docs/features.md says what the tests prove."""

from tests.proofs import FEATURES, all_proofs, table


def test_the_table_is_made_from_the_tests() -> None:
    assert FEATURES.read_text() == table(), "write it anew: python -m tests.proofs"


def test_the_tests_of_both_languages_are_read() -> None:
    assert {proof.file.partition("/")[0] for proof in all_proofs()} >= {"tests", "frontend"}
