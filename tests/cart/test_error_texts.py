"""Whatever the cart refuses, the page has its own words for it in both languages (purchase §8)."""

import inspect
import re
from pathlib import Path
from types import ModuleType

import pytest

from cart import errors as cart_errors
from catalogue import errors as catalogue_errors
from sessions_queue import errors as session_errors
from shop.core.errors import ShopError
from shop.texts import lang_text
from tests.proofs import proves

ROOT = Path(__file__).resolve().parents[2]
SOURCE = (ROOT / "frontend/src/lib/texts/error-texts.ts").read_text()
TEXTS = re.findall(r'^  ([A-Z_]+): "(LANG_[A-Z_]+)",$', SOURCE, re.M)
# Told by what asks for them: the field of the code, the way to what is missing, the modal, the waiting room, the
# checkout, nobody but staff.
ELSEWHERE = {
    "DISCOUNT_CODE_WRONG", "DISCOUNT_CODE_ENDED", "DISCOUNT_CODE_USED_UP", "SEATS_MISSING", "HOLDERS_MISSING",
    "SESSION_ENDED", "CAPACITY_TOO_SMALL", "ACTIVITY_UNKNOWN", "ONE_EVENT_AT_A_TIME", "NOT_FOUND",
    "IN_QUEUE", "NOT_RESUMED", "SESSION_HERE", "TRANSFER_NOT_OFFERED",
}  # fmt: skip


def codes_of(module: ModuleType) -> set[str]:
    classes = [one for _name, one in inspect.getmembers(module, inspect.isclass) if one.__module__ == module.__name__]
    return {one.code for one in classes if issubclass(one, ShopError)}


@proves("purchase §8", "whatever the cart refuses has its text in both languages")
def test_every_refusal_has_its_text() -> None:
    codes = codes_of(cart_errors) | codes_of(catalogue_errors) | codes_of(session_errors)
    assert codes - {code for code, _key in TEXTS} == ELSEWHERE & codes
    assert len(codes) > 25


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_texts_are_there(language: str) -> None:
    assert all(lang_text(key, language) for _code, key in TEXTS)
