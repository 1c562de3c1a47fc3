"""One rule for links in what strangers write; the browser's (frontend/src/lib/links.ts) reads the same examples."""

import json
from pathlib import Path

import pytest

from shop.mails.links import MAX_ENTERED, has_link

EXAMPLES = json.loads(Path(__file__).parent.with_name("links.json").read_text())


@pytest.mark.parametrize("example", EXAMPLES, ids=[ascii(one["text"]) for one in EXAMPLES])
def test_what_a_mail_program_takes_for_a_link(example: dict[str, object]) -> None:
    assert has_link(str(example["text"])) == example["link"]


def test_what_is_longer_than_anything_that_is_kept_is_refused_unread() -> None:
    assert not has_link("x" * MAX_ENTERED)
    assert has_link("x" * (MAX_ENTERED + 1))
