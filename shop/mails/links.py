"""What a stranger writes and somebody else may get by mail must not lead anywhere (design §6)."""

import re
import unicodedata

LINK = re.compile(r"://|\bwww\.|\b[^\W_][\w-]*\.[a-z]{2,}[/?#]", re.IGNORECASE)


def has_link(text: str) -> bool:
    """Whether a mail program, or whoever reads it, would take a part of the text for an address of a page."""
    return LINK.search(unicodedata.normalize("NFKC", text)) is not None
