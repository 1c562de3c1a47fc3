"""Which parameters, form fields and cookies the shop reads: whoever reads one more has it walked."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.handlers.base import BaseHandler
from django.db import transaction
from django.http import HttpRequest, QueryDict
from django.test import RequestFactory
from django.urls import Resolver404, resolve
from django.utils.datastructures import MultiValueDict


class Told(QueryDict):
    """Parameters that remember which of them were asked for."""

    names: set[str]

    @classmethod
    def of(cls, names: Iterable[str], asked: set[str]) -> "Told":
        told = cls(mutable=True)
        told.names = asked
        for name in names:
            told[name] = "x"
        return told

    def __getitem__(self, name: str) -> Any:
        self.names.add(name)
        return super().__getitem__(name)

    def __contains__(self, name: object) -> bool:
        self.names.add(str(name))
        return super().__contains__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self.names.add(name)
        return super().get(name, default)

    def getlist(self, name: str, default: Any = None) -> Any:
        self.names.add(name)
        return super().getlist(name, default)

    def copy(self) -> Any:
        return QueryDict(self.urlencode(), mutable=True)


class ToldCookies(dict[str, str]):
    def __init__(self, given: dict[str, str], asked: set[str]) -> None:
        super().__init__(given)
        self.names = asked

    def get(self, name: str, default: Any = None) -> Any:
        self.names.add(name)
        return super().get(name, default)

    def __getitem__(self, name: str) -> str:
        self.names.add(name)
        return super().__getitem__(name)


@dataclass
class Names:
    """`answered_by`: the view, if there was one, and its status."""

    parameters: set[str] = field(default_factory=set)
    fields: set[str] = field(default_factory=set)
    cookies: set[str] = field(default_factory=set)
    answered_by: tuple[object, int] = (None, 0)

    def copy(self) -> "Names":
        return Names(set(self.parameters), set(self.fields), set(self.cookies), self.answered_by)


def names_read(handler: BaseHandler, method: str, path: str, cookies: dict[str, str]) -> Names:
    """What is read of a request to this path, also once what was read first is there."""
    found, before = Names(), None
    while found != before:
        before = found.copy()
        request: HttpRequest = RequestFactory(HTTP_HOST="localhost").generic(method, f"http://localhost{path}")
        request.GET = Told.of(before.parameters, found.parameters)  # type: ignore[assignment]
        request.POST = Told.of(before.fields, found.fields)  # type: ignore[assignment]
        request._files = MultiValueDict()  # type: ignore[attr-defined]
        request._dont_enforce_csrf_checks = True  # type: ignore[attr-defined]
        request.COOKIES = ToldCookies(cookies, found.cookies)
        mark = transaction.savepoint()
        status = handler.get_response(request).status_code
        transaction.savepoint_rollback(mark)
        transaction.savepoint_commit(mark)
        found.answered_by = view_of(request), status
    return found


def view_of(request: HttpRequest) -> object:
    """None for an address without one. The answer cache answers before any view is looked up, so it is done here."""
    try:
        return (request.resolver_match or resolve(request.path_info)).func
    except Resolver404:
        return None


OWN = ("shop", "catalogue", "cart", "checkout", "sessions_queue", "config")
HEADER = re.compile(r"""request\.headers(?:\.get\(|\[)"([\w-]+)"|["']HTTP_([A-Z_]+)["']""")
# What Django and the servers read.
OF_THE_PROTOCOL = {
    "Host", "Cookie", "Accept", "Accept-Language", "Accept-Encoding", "If-None-Match", "If-Match", "If-Modified-Since",
    "If-Unmodified-Since", "Range", "X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Csrftoken",
    "Referer", "Authorization", "X-Http-Method-Override",
}  # fmt: skip


def headers_read() -> set[str]:
    """The names of headers in the source, of answers as well."""
    found = set(OF_THE_PROTOCOL)
    for app in OWN:
        for file in Path(settings.BASE_DIR, app).rglob("*.py"):
            for name, raw in HEADER.findall(file.read_text()):
                found.add(name or raw.replace("_", "-").title())
    return found
