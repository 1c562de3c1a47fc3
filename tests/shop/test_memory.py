"""What a process remembers of shops (docs/decisions/0038)."""

from collections.abc import Collection
from dataclasses import dataclass

from shop.core.database.versioned_cache import VersionedCache
from tests.proofs import proves


@dataclass(frozen=True)
class Band:
    pk: int


class Shelf:
    """Things by number; `asked`: what was read."""

    def __init__(self, most: int = 100) -> None:
        self.asked: list[tuple[int, list[int]]] = []
        self.memory = VersionedCache(self.load, most)

    def load(self, shop: Band, keys: Collection[int]) -> dict[int, str]:
        self.asked.append((shop.pk, sorted(keys)))
        return {key: f"{shop.pk}-{key}-{len(self.asked)}" for key in keys if key != 404}

    def find(self, shop: int, version: int | None, *keys: int) -> dict[int, str]:
        return self.memory.find(Band(shop), version, keys)


def test_what_is_known_is_not_read_again_and_of_the_rest_only_what_is_missing() -> None:
    shelf = Shelf()
    assert shelf.find(1, 7, 1, 2) == {1: "1-1-1", 2: "1-2-1"}
    assert shelf.find(1, 7, 2, 3, 1) == {1: "1-1-1", 2: "1-2-1", 3: "1-3-2"}
    assert shelf.asked == [(1, [1, 2]), (1, [3])]


@proves(
    "docs/decisions/0038",
    "what a process remembers of a shop ends with its catalogue's version: the next write sees a change; "
    "a cart and a new order are told as reading them would find them; what is agreed to is what is in "
    "force",
)
def test_another_version_and_another_shop_are_read() -> None:
    shelf = Shelf()
    shelf.find(1, 7, 1)
    assert shelf.find(1, 8, 1) == {1: "1-1-2"}
    assert shelf.find(2, 8, 1) == {1: "2-1-3"}
    assert shelf.find(1, 8, 1) == {1: "1-1-2"}
    assert shelf.find(1, 7, 1) == {1: "1-1-4"}, "whose database is behind reads for itself"


def test_without_a_version_nothing_is_remembered() -> None:
    shelf = Shelf()
    assert shelf.find(1, None, 1) == {1: "1-1-1"}
    assert shelf.find(1, None, 1) == {1: "1-1-2"}
    assert shelf.find(1, 7, 1) == {1: "1-1-3"}


def test_what_is_not_there_is_asked_for_each_time() -> None:
    shelf = Shelf()
    assert shelf.find(1, 7, 404) == shelf.find(1, 7, 404) == {}
    assert len(shelf.asked) == 2


def test_what_came_first_makes_room() -> None:
    shelf = Shelf(most=2)
    shelf.find(1, 7, 1)
    shelf.find(1, 7, 2)
    shelf.find(1, 7, 3)
    assert shelf.find(1, 7, 2, 3) == {2: "1-2-2", 3: "1-3-3"}
    assert shelf.find(1, 7, 1) == {1: "1-1-4"}
