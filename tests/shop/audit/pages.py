"""An object's history, as staff read it."""

import re
from html import unescape
from typing import Any

from django.test import Client


def read_in(client: Client, path: str, language: str = "en") -> str:
    """What is read on the page, its blanks as one."""
    client.cookies["locale"] = language
    answer = client.get(path)
    assert answer.status_code == 200, answer.status_code
    main = answer.content.decode().partition('id="content"')[2]
    return " ".join(unescape(re.sub(r"<[^<>]+>", " ", main)).split())


def history_of(thing: Any) -> str:
    return f"/admin/{thing._meta.app_label}/{thing._meta.model_name}/{thing.pk}/history/"
