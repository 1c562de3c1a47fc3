"""Who sells what: the demo's products with their owner, artist and artwork, in the order in which they are made."""

from collections.abc import Iterator
from dataclasses import dataclass

from .data import geheimbund, goldkante, house, kellerkind, nachtfalter
from .data.goods import GOODS
from .data.posters import archive
from .plan import Goods, Item


@dataclass(frozen=True)
class Offered:
    """A product with its place: `rank` 0 is its seller's most loved one."""

    item: Item
    owner: str
    artist: str
    band: str
    rank: int
    archived: bool = False

    @property
    def goods(self) -> Goods:
        return GOODS[self.item.goods]


# owner, artist, band whose artwork it wears, products
STALLS: tuple[tuple[str, str, str, tuple[Item, ...]], ...] = (
    ("geheimbund", "geheimbund", "geheimbund", geheimbund.ITEMS),
    ("merchstand", "halbmond-tontraeger", "merchstand", house.LABEL),
    ("merchstand", "merchstand-werkstatt", "merchstand", house.WORKSHOP),
    ("goldkante", "goldkante", "goldkante", goldkante.ITEMS),
    ("kellerkind", "kellerkind", "kellerkind", kellerkind.ITEMS),
    ("nachtfalter", "nachtfalter", "nachtfalter", nachtfalter.ITEMS),
)


def all_offered() -> Iterator[Offered]:
    """The archive first and every seller's best last, for home pages show what is newest."""
    for band, item in archive():
        artist = "merchstand-werkstatt" if band == "merchstand" else band
        yield Offered(item, "merchstand", artist, band, 1000, archived=True)
    for rank in reversed(range(max(len(items) for *_who, items in STALLS))):
        for owner, artist, band, items in STALLS:
            if rank < len(items):
                yield Offered(items[rank], owner, artist, band, rank)
