"""Notes in the ledger are read in the reader's language, whoever of the staff booked them."""

from datetime import date

import pytest
from django.utils.translation import override

from checkout.payments.notes import BANK_STATEMENT, BOOKED_BEFORE, TRANSFERRED, VALUE_DATE, note_text, stored_note
from tests.proofs import proves

DAY = date(2026, 11, 20)


@proves("design §6", "notes of bookings are read in the language of the staff who read them")
@pytest.mark.parametrize(
    ("stored", "german"),
    [
        (stored_note(BANK_STATEMENT, day=DAY), "Kontoauszug, 20.11.2026"),
        (stored_note(TRANSFERRED, day=DAY), "Überwiesen, Wertstellung 20.11.2026"),
        (
            stored_note(VALUE_DATE, "from 2026-11-19 · by hand", day=DAY),
            "Wertstellung 20.11.2026 · from 2026-11-19 · by hand",
        ),
        (stored_note(BOOKED_BEFORE, reference="B-4KP0Y"), "Vorher für Bestellung B-4KP0Y gebucht"),
        ("Kontoauszug, 20.11.2026", "Kontoauszug, 20.11.2026"),
        ("", ""),
    ],
)
def test_a_note(stored: str, german: str) -> None:
    with override("en"):
        assert note_text(stored) == stored.replace("2026-11-20", "20 Nov 2026")
    with override("de"):
        assert german in note_text(stored)
