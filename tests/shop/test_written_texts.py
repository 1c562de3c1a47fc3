"""What strangers write and others get by mail; the browser (frontend/src/lib/links.ts) reads the same examples."""

import json
from pathlib import Path

import pytest

from shop.mails.links import MAX_ENTERED, has_link, has_link_or_sign, one_line
from tests.proofs import proves

EXAMPLES = json.loads(Path(__file__).parent.with_name("written_texts.json").read_text())


def named(kind: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("example", EXAMPLES[kind], ids=[ascii(one["text"])[:50] for one in EXAMPLES[kind]])


@proves(
    "docs/decisions/0022",
    "what a link is, to a page, a mailbox or an account, is one rule in addresses, names on tickets, "
    "texts and browser; names and addresses take no `@ < >`",
)
@named("links")
def test_which_texts_lead_somewhere(example: dict[str, object]) -> None:
    assert has_link(str(example["text"])) == example["link"]


@proves(
    "design §6",
    "a text of a stranger costs no more than its length, however long, in every body, argument and form; "
    "nothing is looked at that is longer than what is kept",
)
def test_what_is_longer_than_anything_that_is_kept_is_refused_unread() -> None:
    assert not has_link("x" * MAX_ENTERED)
    assert has_link("x" * (MAX_ENTERED + 1))


@proves(
    "docs/decisions/0022",
    "of addresses, names on tickets and texts one line is kept, without what nobody sees; nothing writes "
    "a line of its own into a mail",
)
@named("lines")
def test_which_line_is_kept_of_a_text(example: dict[str, str]) -> None:
    assert one_line(example["text"]) == example["line"] == one_line(example["line"])


def test_names_and_addresses_take_no_signs_of_links() -> None:
    texts = ("Mira Falk", "Mira @ Falk", "Mira <3", "1 > 0", "www.spam.example")
    assert [has_link_or_sign(text) for text in texts] == [False, True, True, True, True]
