import re

from shop.core.values.html import clean_html


def clean_body(body: str) -> str:
    """The product's text as harmless HTML. The page has its h1 already, so one in the text becomes h2."""
    return clean_html(re.sub(r"<(/?)h1\b", r"<\1h2", body.strip(), flags=re.IGNORECASE)).strip()
