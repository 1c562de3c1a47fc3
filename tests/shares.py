"""Slow tests, of which a run may take a share (docs/decisions/0067-a-share-of-the-slow-tests.md)."""

import pytest

# Every test in these folders is slow, and each that asks for a browser. All others are marked by hand.
FOLDERS = {"e2e", "races", "walk"}


def mark(item: pytest.Item) -> None:
    """`browser` and `slow`, where that is to be seen without a mark."""
    if "browser" in getattr(item, "fixturenames", ()):
        item.add_marker("browser")
    if item.get_closest_marker("browser") or FOLDERS.intersection(item.nodeid.split("/")):
        item.add_marker("slow")


def left_out(items: list[pytest.Item], share: str) -> set[pytest.Item]:
    """Of the slow ones all but every nth: "3/16" takes the third, the nineteenth … of them.

    What lies side by side, as a test's languages and screens do, so comes into different shares.
    """
    number, shares = map(int, share.split("/"))
    slow = [item for item in items if item.get_closest_marker("slow")]
    return {item for position, item in enumerate(slow) if position % shares != number - 1}
