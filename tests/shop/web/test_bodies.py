"""How much is read of a request's body, by what the view there takes (docs/limits.md)."""

from collections.abc import Iterator
from math import inf
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator

from shop.core.http.bodies import LARGEST, LARGEST_REQUEST, largest_at, size_text
from tests.addresses import filled, patterns
from tests.proofs import proves
from tests.walk.bodies import Json, resolved

KIB = 1024
SHOP = "api/v2/shops/<slug:slug>/"
# What needs more than questions and forms of a page do, and how many KiB.
MORE = {
    f"{SHOP}uploads": 4 * KIB + 64,
    f"{SHOP}cart/items": 250,
    f"{SHOP}orders/<str:secret>/items": 250,
    "api/v2/entrance/scans": 507,
}
# What the API's description sets no bound to: as many as the rules take fit all the same, and what is signed,
# typed by a person or made by a browser's library is shorter.
UNBOUNDED = {
    "/api/v2/payments/{provider}/events",
    "/api/v2/shops/{slug}/errors",
    "/api/v2/shops/{slug}/events/{event_id}/refund_requests/{secret}",
    "/api/v2/shops/{slug}/forms/{form_id}/responses",
    "/api/v2/shops/{slug}/withdrawals",
}


def address(pattern: str) -> str:
    return "/" + filled(pattern, {"shops": "nachtfalter", "theme": "nachtfalter"})


@proves("design §6", "64 KiB of a body are read at every address but those whose view says that it needs more")
def test_every_address_but_a_few_takes_little() -> None:
    found = {pattern: largest_at(address(pattern)) for pattern in patterns()}
    assert len(found) > 80
    assert {pattern: size // KIB for pattern, size in found.items() if size != LARGEST} == MORE


@pytest.mark.parametrize(
    "path",
    ["/", "/nachtfalter/newsletter", "/api/v2/shops/x/uploads/x", "/x/api/v2/shops/x/uploads", "/api/graphql", "/admin",
     "/admin/login/", "/nachtfalter/admin/x", "/api/v2/shops/x/uploads/"],
)  # fmt: skip
def test_what_is_no_address_of_an_upload_takes_little(path: str) -> None:
    assert largest_at(path) == LARGEST


def test_staff_upload_files() -> None:
    assert largest_at("/admin/catalogue/product/add/") == LARGEST_REQUEST
    assert (size_text(LARGEST), size_text(LARGEST_REQUEST)) == ("64 KiB", "100 MiB")


def described() -> Iterator[tuple[str, float]]:
    """Each body that the API describes, and the bytes of the largest one that is valid."""
    whole: Any = SchemaGenerator().get_schema(request=None, public=True)
    for path, methods in whole["paths"].items():
        for one in methods.values():
            if content := one.get("requestBody", {}).get("content", {}).get("application/json"):
                yield path, most(content["schema"], whole)


def most(kind: Json, whole: Json) -> float:
    kind = resolved(kind, whole)
    if "properties" in kind:
        return sum(len(name) + 4 + most(one, whole) for name, one in kind["properties"].items())
    if "enum" in kind:
        return max(len(str(one)) for one in kind["enum"]) + 2
    if kind.get("type") == "array":
        return float(kind.get("maxItems", inf) * (most(kind["items"], whole) + 1))
    if kind.get("type") == "string":
        return 40 if kind.get("format") in ("uuid", "date-time", "decimal") else 4 * kind.get("maxLength", inf) + 2
    return {"boolean": 5, "integer": 20, "number": 25}.get(kind.get("type", ""), inf)


def test_the_largest_body_that_is_valid_is_read() -> None:
    takes_more = {address(pattern) for pattern in MORE}
    unbounded = set()
    for path, size in described():
        at = path.format_map(
            dict.fromkeys(("provider", "event_id", "form_id", "secret", "line_id"), "1") | {"slug": "nachtfalter"}
        )
        if size == inf and at not in takes_more:
            unbounded.add(path)
        assert size == inf or size <= largest_at(at), path
    assert unbounded == UNBOUNDED
