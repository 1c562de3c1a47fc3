"""A page as a visitor without JavaScript gets it."""

import json
import re
from html.parser import HTMLParser
from typing import Any

from django.test import Client


class Markup(HTMLParser):
    """The page's tags and the texts inside them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.texts: list[tuple[str, str]] = []
        self.open: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        self.open.append(tag)

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append((self.open[-1] if self.open else "", data.strip()))

    def one(self, tag: str, **attributes: str) -> dict[str, str]:
        wanted = {name.rstrip("_"): value for name, value in attributes.items()}
        found = [attrs for name, attrs in self.tags if name == tag and wanted.items() <= attrs.items()]
        assert len(found) == 1, (tag, attributes, found)
        return found[0]

    def has(self, tag: str, **attributes: str) -> bool:
        return any(name == tag and attributes.items() <= attrs.items() for name, attrs in self.tags)

    def text(self, tag: str) -> str:
        return next(text for name, text in self.texts if name == tag)


class Visit:
    def __init__(self, path: str, client: Client | None = None, **headers: Any) -> None:
        self.response = (client or Client(HTTP_HOST="localhost")).get(path, **headers)
        # React parts its texts by empty comments.
        self.html = self.response.content.decode().replace("<!-- -->", "")
        self.markup = Markup(self.html)

    def block(self, name: str) -> dict[str, Any]:
        found = re.search(rf'<script type="application/json" id="{name}">(.*?)</script>', self.html, re.S)
        assert found, self.html[:500]
        value = json.loads(found[1])
        assert isinstance(value, dict)
        return value

    def linked_data(self) -> list[dict[str, Any]]:
        return [json.loads(one) for one in re.findall(r'<script type="application/ld\+json">(.*?)</script>', self.html)]
