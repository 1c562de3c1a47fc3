"""What a visitor's words find: artists, merchandise and coming events (catalogue §2 "/search", §5)."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property, reduce
from operator import add, or_

from django.conf import settings
from django.db.models import (
    BooleanField,
    Case,
    Exists,
    ExpressionWrapper,
    F,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Value,
    When,
)
from django.db.models.expressions import Func

from catalogue.models import Artist, Category, Event, Product, ProductInCategory, ProductVariant, StockUse, Venue
from catalogue.models.listing import is_named_in
from catalogue.models.search_text import EVENT_TEXT, PRODUCT_TEXT, FoldedText
from shop.core.database.versioned_cache import VersionedCache
from shop.core.wire.paging import SortKey, SortKeys, in_order
from shop.models import Shop
from shop.snapshot import read_snapshot

from . import search_words, visible
from .search_words import Vocabulary

MOST_WORDS = 8
# No name is longer.
LONGEST_WORD = 240
MOST_ARTISTS, MOST_EVENTS = 1000, 500
# Each word that finds nothing costs a search for itself and for each guess.
MOST_CORRECTED = 3


class Mentions(Func):
    """Whether the columns' texts, put together and folded, are LIKE the pattern."""

    output_field = BooleanField()
    conditional = True
    template = "(%(expressions)s)"
    arg_joiner = " LIKE "

    def __init__(self, pattern: str, *columns: str) -> None:
        super().__init__(FoldedText(*columns), Func(Value(pattern), function="catalogue_fold"))


class Begins(Func):
    """Whether a word of the columns' texts, put together and folded, begins with one of these, folded, too. A beginning
    that is shorter than `shortest` must be the whole word.
    """

    output_field = BooleanField()
    conditional = True
    template = "(%(expressions)s)"
    arg_joiner = " ~ "

    def __init__(self, beginnings: Iterable[str], *columns: str, shortest: int = 0) -> None:
        # PostgreSQL's \M, the end of a word, would be folded to \m: \y is both.
        each = (re.escape(one) + ("" if len(one) >= shortest else r"\y") for one in beginnings)
        pattern = rf"\m({'|'.join(each)})"
        super().__init__(FoldedText(*columns), Func(Value(pattern), function="catalogue_fold"))


def all_words(texts: Iterable[str]) -> list[str]:
    """Lower case, trimmed and split on spaces; each word once."""
    return list(dict.fromkeys(word for text in texts for word in text.lower().split()))


def words_of(texts: Iterable[str]) -> list[str]:
    """What is looked for: the first MOST_WORDS that are no longer than LONGEST_WORD."""
    return [word for word in all_words(texts) if len(word) <= LONGEST_WORD][:MOST_WORDS]


def patterns(word: str) -> list[str]:
    """The word between wildcards, in each way it may be written, and other words for it; signs of LIKE stand for
    themselves.
    """
    typed = [f"%{escaped(one)}%" for one in search_words.writings(word)]
    others = [pattern for other in search_words.other_words(word) for pattern in patterns_of_other(other)]
    return list(dict.fromkeys([*typed, *others]))


def patterns_of_other(word: str) -> list[str]:
    """A short word only where a word begins."""
    if len(word) >= search_words.SHORTEST_INSIDE:
        return [f"%{word}%"]
    return [f"{word}%", f"% {word}%", f"%({word}%", f"%-{word}%"]


def escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def mentions(word: str, *columns: str) -> Q:
    found = Q()
    for pattern in patterns(word):
        found |= Q(Mentions(pattern, *columns))
    return found


def begins(word: str, *columns: str, shortest: int = 0) -> Q:
    """Rows with a word that begins as this one is written, or with another word for it."""
    beginnings = dict.fromkeys([*search_words.writings(word), *search_words.other_words(word)])
    return Q(Begins(beginnings, *columns, shortest=shortest))


def named(word: str) -> Q:
    """Artists with this word in their name or another name of theirs."""
    found = mentions(word, "name")
    for pattern in patterns(word):
        found |= Q(Mentions(pattern, "all_names"))
    return found


NAMED_ARTISTS = Artist.objects.alias(
    all_names=Func(F("alternative_names"), Value(" "), function="array_to_string")
).order_by()


class Search:
    """The search of a shop for words, each of which has to be in a result's names."""

    def __init__(self, shop: Shop, words: Sequence[str]) -> None:
        self.shop, self.words = shop, words

    @cached_property
    def _artists_by_word(self) -> list[dict[int, bool]]:
        """For each word the artists that it names, and whether a name's word begins with it, in one statement. As
        numbers they let the database estimate well which of the indexes of a product it should use; it takes any
        subquery for half of the products.
        """
        if not self.words:
            return []
        names = [named(word) for word in self.words]
        begun = [begins(word, "name") | begins(word, "all_names") for word in self.words]
        rows = NAMED_ARTISTS.filter(reduce(or_, names), is_named_in(self.shop))
        found = list(rows.values_list("pk", *(ExpressionWrapper(one, BooleanField()) for one in (*names, *begun))))
        count = len(self.words)
        return [{pk: each[count + at] for pk, *each in found if each[at]} for at in range(count)]

    @property
    def _artist_ids(self) -> list[Collection[int]]:
        return [list(artists) for artists in self._artists_by_word]

    @property
    def _begun_artist_ids(self) -> list[Collection[int]]:
        return [[pk for pk, begun in artists.items() if begun] for artists in self._artists_by_word]

    def artists(self) -> QuerySet[Artist]:
        rows = visible.artists(self.shop)
        for ids in self._artist_ids:
            rows = rows.filter(pk__in=ids)
        return rows if self.words else rows.none()

    @property
    def artist_order(self) -> SortKeys:
        return (words_inside([Q(pk__in=ids) for ids in self._begun_artist_ids]), *visible.ARTIST_GRID)

    def products(self) -> QuerySet[Product]:
        """Each word is in the product's texts or its artist's name."""
        rows = searched_products(self.shop)
        for word, ids in zip(self.words, self._artist_ids, strict=True):
            rows = rows.filter(mentions(word, *PRODUCT_TEXT) | Q(artist__in=ids))
        return rows if self.words else rows.none()

    @property
    def product_order(self) -> SortKeys:
        begun = [
            begins(word, *PRODUCT_TEXT) | Q(artist__in=ids)
            for word, ids in zip(self.words, self._begun_artist_ids, strict=True)
        ]
        return (words_inside(begun), SortKey(sold_out()), *visible.NEWEST_FIRST)

    def events(self) -> QuerySet[Event]:
        """Each word is in the event's texts, an artist's name, the venue's or its city's."""
        rows = Event.objects.filter(visible.upcoming_events(self.shop))
        for word, ids in zip(self.words, self._artist_ids, strict=True):
            venues = Venue.objects.filter(mentions(word, "name", "city")).order_by().values("pk")
            played = Event.artists.through.objects.filter(artist__in=ids).values("event")
            rows = rows.filter(mentions(word, *EVENT_TEXT) | Q(venue__in=venues) | Q(pk__in=played))
        return rows if self.words else rows.none()

    @cached_property
    def _found(self) -> tuple[bool, bool]:
        """Whether there is a result, and whether an event in a city with one of these names is one; one statement."""
        if not self.words:
            return False, False
        found = [Exists(rows.order_by()) for rows in (self.events(), self.artists(), self.products())]
        cities = reduce(or_, (begins(word, "city", shortest=search_words.SHORTEST_BEGINNING) for word in self.words))
        there = self.events().filter(venue__in=Venue.objects.filter(cities).order_by().values("pk"))
        outcome = Case(When(Exists(there.order_by()), then=2), When(reduce(or_, map(Q, found)), then=1), default=0)
        rank = Shop.objects.filter(pk=self.shop.pk).values_list(outcome, flat=True).first() or 0
        return rank > 0, rank > 1

    def finds_something(self) -> bool:
        return self._found[0]

    def finds_city(self) -> bool:
        return self._found[1]


def searched_products(shop: Shop) -> QuerySet[Product]:
    """Products with a category that is a main category: search and suggestions find these."""
    shelves = Category.objects.filter(visible.is_main(shop)).values("pk")
    return Product.objects.filter(
        visible.listed_products(shop),
        Exists(ProductInCategory.objects.filter(product=OuterRef("pk"), category__in=shelves)),
    )


def sold_out() -> Case:
    """Return 1 for products none of whose variants has stock left, else 0."""
    empty = StockUse.objects.filter(variant=OuterRef("pk"), stock__free__lte=0)
    left = ProductVariant.objects.filter(~Exists(empty), product=OuterRef("pk"), active=True).order_by()
    return Case(When(Exists(left), then=Value(0)), default=Value(1), output_field=IntegerField())


def words_inside(begun: Iterable[Q]) -> SortKey:
    """Return how many words of the search begin no word of the row: those that begin one come first."""
    each = (Case(When(one, then=Value(0)), default=Value(1), output_field=IntegerField()) for one in begun)
    return SortKey(ExpressionWrapper(reduce(add, each, Value(0)), output_field=IntegerField()))


def search_for(shop: Shop, words: Sequence[str]) -> tuple[Search, list[str]]:
    """Return the search for these words, or if they find nothing, for the nearest words that do, with those words.
    Without such words, the search for what was typed, and none.
    """
    typed = Search(shop, words)
    if not words or len(words) > MOST_CORRECTED or typed.finds_something():
        return typed, []
    vocabulary = read_snapshot(shop).cached_values(VOCABULARIES, [shop.pk])[shop.pk]
    instead: list[str] = []
    for word in words:
        known = word if len(words) > 1 and Search(shop, [word]).finds_something() else ""
        instead.append(known or nearest_found(shop, vocabulary, word))
    corrected = Search(shop, list(dict.fromkeys(instead)))
    if all(instead) and instead != list(words) and (len(words) == 1 or corrected.finds_something()):
        return corrected, list(corrected.words)
    return typed, []


def nearest_found(shop: Shop, vocabulary: Vocabulary, word: str) -> str:
    """Return "" if there is none."""
    nearest = vocabulary.nearest(word)
    return next((other for other in nearest if other != word and Search(shop, [other]).finds_something()), "")


def load_vocabularies(shop: Shop, keys: Collection[int]) -> Mapping[int, Vocabulary]:
    return dict.fromkeys(keys, Vocabulary(names_of(shop)))


def names_of(shop: Shop) -> Iterable[str]:
    """Names of the shop's first artists, next events and newest products, bounded as the quick search's suggestions."""
    bands = in_order(visible.artists(shop), visible.ARTIST_GRID).values_list("name", "alternative_names")
    for name, others in bands[:MOST_ARTISTS]:
        yield from (name, *others)
    dates = in_order(Event.objects.filter(visible.upcoming_events(shop)), visible.EVENT_DATES)
    goods = in_order(searched_products(shop), visible.NEWEST_FIRST)
    for row in (
        *dates.values_list(*EVENT_TEXT, "venue__name", "venue__city")[:MOST_EVENTS],
        *goods.values_list(*PRODUCT_TEXT)[: settings.QUICK_SEARCH_PRODUCTS],
    ):
        yield from filter(None, row)


# One has about 3000 words: half a MB.
VOCABULARIES: VersionedCache[Shop, int, Vocabulary] = VersionedCache(load_vocabularies, most=20)
