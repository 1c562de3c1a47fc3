"""What a stranger writes and somebody else may get by mail: one line of signs that are seen, which leads nowhere, to no
page, mailbox or account (design §6).

`frontend/src/lib/links.ts` is the same for the browser; `tests/written_texts.json` holds both to it.
"""

import re
from unicodedata import category, normalize

from shop.core.values.bank_accounts import contains_iban

# Longer than anything the shop keeps of one field, stray blanks included. What is longer is refused unread: the normal
# form may take the square of a text's length.
MAX_ENTERED = 500
# Every sign is looked at once: an expression that begins anew at each letter takes the square, too.
LINK = re.compile(r"://|\bwww\.|[\w-]\.[a-z]{2,}[/?#]|[\w-]@[\w-]+\.[\w-]", re.IGNORECASE)
SIGNS_OF_LINKS = frozenset("@<>")
UNSEEN = frozenset({"Cc", "Cf", "Cs"})
# It makes one picture of several.
JOINER = "\u200d"


def one_line(text: str) -> str:
    """The text without stray blanks, breaks and what nobody sees, which would pass for something else in a mail."""
    seen = "".join(sign for sign in text if sign.isspace() or sign == JOINER or category(sign) not in UNSEEN)
    return " ".join(word for part in seen.split() if (word := part.strip(JOINER)))


def has_link(text: str) -> bool:
    """Whether a mail program, or whoever reads it, would take a part of the text for an address or an account."""
    if len(text) > MAX_ENTERED:
        return True
    read = normalize("NFKC", text).replace(JOINER, "")
    return LINK.search(read) is not None or contains_iban(read)


def has_link_or_sign(text: str) -> bool:
    """Names and addresses need none of the signs of links, either."""
    return not SIGNS_OF_LINKS.isdisjoint(text) or has_link(text)
