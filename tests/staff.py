"""A staff member's browser: reads the fields that a page shows, changes some, sends all."""

import re
from html import unescape
from html.parser import HTMLParser
from itertools import count
from typing import Any

from django.contrib.auth.models import Permission, User
from django.test import Client

Fields = dict[str, Any]
_numbers = count(1)


class Reader(HTMLParser):
    """Collects what a browser would send of the page's fields."""

    def __init__(self) -> None:
        super().__init__()
        self.fields: Fields = {}
        self.select = self.textarea = ""
        self.multiple = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        name = given.get("name") or ""
        if tag == "input" and name and "disabled" not in given:
            kind = given.get("type", "text")
            if kind in ("checkbox", "radio"):
                if "checked" in given:
                    self.add(name, given.get("value") or "on")
            elif kind not in ("submit", "file", "button"):
                self.fields[name] = given.get("value") or ""
        elif tag == "select":
            self.select, self.multiple = name, "multiple" in given
        elif tag == "option" and self.select and "selected" in given:
            self.add(self.select, given.get("value") or "")
        elif tag == "textarea":
            self.textarea = name
            self.fields[name] = ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self.select = ""
        elif tag == "textarea":
            self.textarea = ""

    def handle_data(self, data: str) -> None:
        if self.textarea:
            self.fields[self.textarea] += data

    def add(self, name: str, value: str) -> None:
        if (self.multiple and self.select == name) or name in self.fields:
            known = self.fields.get(name, [])
            self.fields[name] = [*(known if isinstance(known, list) else [known]), value]
        else:
            self.fields[name] = value


def log_in(client: Client, **fields: Any) -> User:
    user = User.objects.create_user("staff", **({"is_staff": True, "is_superuser": True} | fields))
    client.force_login(user)
    client.defaults["SERVER_NAME"] = "localhost"
    return user


def make_clerk(*rights: str) -> User:
    """Somebody of the staff with these rights alone."""
    member = User.objects.create_user(f"member {next(_numbers)}", is_staff=True)
    member.user_permissions.set(Permission.objects.filter(codename__in=rights))
    return member


def log_in_clerk(client: Client, *rights: str) -> User:
    """In this browser, in place of whoever was."""
    clerk = make_clerk(*rights)
    client.force_login(clerk)
    return clerk


def as_member(user: User) -> Client:
    """This user's browser, in English."""
    client = Client(SERVER_NAME="localhost")
    client.cookies["locale"] = "en"
    client.force_login(user)
    return client


def clerk_with(*rights: str) -> Client:
    return as_member(make_clerk(*rights))


def text_of(answer: Any) -> str:
    assert answer.status_code == 200
    return str(answer.content.decode())


def text_at(client: Client, address: str, **asked: Any) -> str:
    answer = client.get(address, asked)
    assert answer.status_code == 200, address
    return str(answer.content.decode())


def fields_of(response: Any) -> Fields:
    assert response.status_code == 200, response.status_code
    reader = Reader()
    reader.feed(response.content.decode())
    return {name: value for name, value in reader.fields.items() if "__prefix__" not in name}


def send(client: Client, path: str, /, **changes: Any) -> Any:
    """Open the form, change some fields (None takes one away), send it. `__` in a name stands for `-`."""
    fields = fields_of(client.get(path))
    for name, value in changes.items():
        name = name.replace("__", "-")
        if value is None:
            fields.pop(name, None)
        else:
            fields[name] = value
    return client.post(path, fields)


def errors_of(response: Any) -> str:
    """The messages of a form that was not taken."""
    assert response.status_code == 200, "the form was taken"
    found = re.findall(
        r"<(ul|div|p)\b[^>]*(?:errorlist|text-red-)[^>]*>(.*?)</\1>", response.content.decode(), re.DOTALL
    )
    return unescape(" ".join(text for _tag, text in found))
