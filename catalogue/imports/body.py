"""The product's text as the shop shows it: HTML that cannot harm."""

import html
import re

import nh3

TAGS = frozenset(
    "a abbr b blockquote br caption cite code dd del dl dt em h2 h3 h4 hr i ins li ol p s small strong sub sup "  # noqa: SIM905
    "table tbody td tfoot th thead tr u ul".split()
)
ATTRIBUTES = {"a": {"href", "title"}, "td": {"colspan", "rowspan"}, "th": {"colspan", "rowspan", "scope"}}
MARKUP = re.compile(r"</?[a-zA-Z][^<>]*>|&(#\d+|#x[0-9a-fA-F]+|[a-zA-Z]+);")


def clean_body(body: str) -> str:
    """Safe HTML; plain text becomes paragraphs. The page has its h1 already, so one in the text becomes h2."""
    if not MARKUP.search(body):
        paragraphs = re.split(r"(?:\r?\n[ \t]*){2,}", body.strip())
        body = "".join(
            f"<p>{'<br>'.join(html.escape(line, quote=False) for line in one.splitlines())}</p>"
            for one in paragraphs
            if one.strip()
        )
    body = re.sub(r"<(/?)h1\b", r"<\1h2", body, flags=re.IGNORECASE)
    return nh3.clean(
        body,
        tags=set(TAGS),
        attributes=ATTRIBUTES,
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener nofollow",
    ).strip()
