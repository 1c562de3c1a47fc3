"""Visitors as the tests of the limits make them."""

import base64
import json
from http.cookies import Morsel
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from shop.core.limits.passes import COOKIE, KeepPass
from shop.core.limits.visitors import Visitor, visitor_of

HERE, THERE = "192.0.2.1", "198.51.100.1"


def visit(address: str = HERE, cookie: str = "", **more: Any) -> HttpRequest:
    request = RequestFactory(REMOTE_ADDR=address).get("/", **more)
    if cookie:
        request.COOKIES[COOKIE] = cookie
    return request


def visitor(address: str = HERE, cookie: str = "", **more: Any) -> Visitor:
    return visitor_of(visit(address, cookie, **more))


def answer_to(request: HttpRequest) -> HttpResponse:
    return KeepPass(lambda _request: HttpResponse())(request)


def sent_to(request: HttpRequest) -> "Morsel[str] | None":
    """The pass that goes out with the answer."""
    return answer_to(request).cookies.get(COOKIE)


def given_pass(address: str = HERE, **more: Any) -> str:
    """The cookie of a browser that has done its first limited write there."""
    request = visit(address, **more)
    assert visitor_of(request).number
    cookie = sent_to(request)
    assert cookie is not None
    return cookie.value


def as_proof(thing: Any) -> str:
    return base64.b64encode(json.dumps(thing).encode()).decode()
