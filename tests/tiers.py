"""Which tests the gate takes (`make test`), and which only `make test ALL=1`
(docs/decisions/0068-the-gate-and-the-rest.md).
"""

import pytest


def in_browser(item: pytest.Item) -> bool:
    """Of the tests that walk through the demo shops in a browser."""
    return "/e2e/" in item.nodeid


def mark(item: pytest.Item) -> None:
    """`browser`, where a test asks for one, and `whole`, where it is none of the gate's journeys."""
    if "browser" in getattr(item, "fixturenames", ()):
        item.add_marker("browser")
    if (in_browser(item) or item.get_closest_marker("journey")) and not is_journey(item):
        item.add_marker("whole")


def is_journey(item: pytest.Item) -> bool:
    """`@journey` takes a test, `@journey("phone-de")` of its variants that one: the next journey takes another."""
    marker = item.get_closest_marker("journey")
    return marker is not None and (not marker.args or item.callspec.id in marker.args)  # type: ignore[attr-defined]


def turn(item: pytest.Item) -> int:
    """Walks first: by chance the longest file would be last, and one process would end behind all others. Browsers
    last: the demo shops are in the making until then.
    """
    if "/walk/" in item.nodeid:
        return 0
    return 2 if in_browser(item) else 1
