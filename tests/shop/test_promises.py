"""What a shopper reads is so. A promise comes with its feature: then its pattern leaves this list."""

import re

import pytest

from tests.proofs import proves

from .written import shown_texts

NOT_YET = {
    "an identity card is asked for at the door": r"Ausweis mit|bring your ID|Name.{0,12} auf (den|der) Karte",
    "a credit that has ended": r"200\s*€ (für dich|for you)|Mit dem KulturPass buchen|Book with the KulturPass",
}


@proves(
    "look",
    "no text promises what does not come yet: names asked for, tickets in a wallet, cancelling online, "
    "payment services",
)
@pytest.mark.parametrize("promise", NOT_YET.values(), ids=NOT_YET)
def test_no_text_promises_what_does_not_come_yet(promise: str) -> None:
    made = [(source, found[0]) for source, text in shown_texts() for found in re.finditer(promise, text)]
    assert made == []
