"""Checks of texts that strangers enter and other people may get by mail: one line of visible characters without links,
e-mail addresses and bank accounts (design §6).

`frontend/src/lib/links.ts` does the same in the browser; `tests/written_texts.json` tests both.
"""

import re
from unicodedata import category, normalize

from shop.core.values.bank_accounts import contains_iban

# Longer than anything the shop keeps of one field, stray blanks included. What is longer is refused unread: the normal
# form may take the square of a text's length.
MAX_ENTERED = 500
# The expression reads each character once: one that starts again at each letter takes quadratic time, too.
LINK = re.compile(r"://|\bwww\.|[\w-]\.[a-z]{2,}[/?#]|[\w-]@[\w-]+\.[\w-]", re.IGNORECASE)
SIGNS_OF_LINKS = frozenset("@<>")
UNSEEN = frozenset({"Cc", "Cf", "Cs"})
# It makes one picture of several.
JOINER = "\u200d"


def one_line(text: str) -> str:
    """Return the text without extra blanks, line breaks and invisible characters, which could mislead in a mail."""
    seen = "".join(sign for sign in text if sign.isspace() or sign == JOINER or category(sign) not in UNSEEN)
    return " ".join(word for part in seen.split() if (word := part.strip(JOINER)))


def has_link(text: str) -> bool:
    """True if a mail program or a reader may take a part of the text for an address or a bank account."""
    if len(text) > MAX_ENTERED:
        return True
    read = normalize("NFKC", text).replace(JOINER, "")
    return LINK.search(read) is not None or contains_iban(read)


def has_link_or_sign(text: str) -> bool:
    """Like `has_link`; true also for `@`, `<` and `>`, which no name or postal address needs."""
    return not SIGNS_OF_LINKS.isdisjoint(text) or has_link(text)
