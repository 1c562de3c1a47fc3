"""What a stranger writes and somebody else may get by mail must not lead anywhere (design §6).

`frontend/src/lib/links.ts` is the same for the browser; `tests/links.json` holds both to it.
"""

import re
import unicodedata

# Longer than anything the shop keeps of one field, stray blanks included. What is longer is refused unread: the normal
# form may take the square of a text's length.
MAX_ENTERED = 500
# Every sign is looked at once: an expression that begins anew at each letter takes the square, too.
LINK = re.compile(r"://|\bwww\.|[\w-]\.[a-z]{2,}[/?#]", re.IGNORECASE)


def has_link(text: str) -> bool:
    """Whether a mail program, or whoever reads it, would take a part of the text for an address of a page."""
    return len(text) > MAX_ENTERED or LINK.search(unicodedata.normalize("NFKC", text)) is not None
