"""Sanitises the simple HTML that staff may write, and nothing else does."""

import json
import re
from functools import lru_cache
from html import unescape
from typing import Any

import nh3
from django.utils.html import linebreaks

TAGS = {
    "a", "abbr", "b", "blockquote", "br", "caption", "code", "dd", "del", "dl", "dt", "em", "h2", "h3", "h4", "hr",
    "i", "ins", "li", "ol", "p", "s", "small", "strong", "sub", "sup", "table", "tbody", "td", "th", "thead", "tr", "u",
    "ul",
}  # fmt: skip
ATTRIBUTES = {"a": {"href", "title"}, "td": {"colspan", "rowspan"}, "th": {"colspan", "rowspan", "scope"}}
SCHEMES = {"http", "https", "mailto", "tel"}
HAS_MARKUP = re.compile(r"<[a-zA-Z/!]|&[a-zA-Z#]")


@lru_cache(maxsize=2048)
def clean_html(text: str) -> str:
    """Return the text as safe HTML. A text without markup becomes paragraphs, so that its line breaks show."""
    if not text.strip():
        return ""
    if not HAS_MARKUP.search(text):
        text = linebreaks(text, autoescape=True)
    return nh3.clean(text, tags=TAGS, attributes=ATTRIBUTES, url_schemes=SCHEMES, link_rel="noopener noreferrer")


def plain_text(html: str, length: int = 0) -> str:
    """Return the text without markup, in one line, cut at a word if it is longer than `length`."""
    spaced = re.sub(r"<(br|/p|/li|/h\d|/td)\b[^>]*>", r"\g<0> ", html)
    text = " ".join(unescape(nh3.clean(spaced, tags=set())).split())
    if not length or len(text) <= length:
        return text
    return text[: length - 1].rsplit(" ", 1)[0].rstrip(",.;:–- ") + "…"


IN_SCRIPT = str.maketrans({sign: f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"})


def json_in_html(value: Any) -> str:
    """Return JSON that is safe inside a `<script>` element."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str).translate(IN_SCRIPT)
