"""What a visitor's words find: artists, merchandise and coming events (catalogue §2 "/search", §5)."""

from collections.abc import Iterable, Sequence

from django.db.models import BooleanField, Exists, F, OuterRef, Q, QuerySet, Value
from django.db.models.expressions import Func

from catalogue.models import Artist, Category, Event, Product, ProductInCategory, Venue
from catalogue.models.listing import is_named_in
from catalogue.models.search_text import EVENT_TEXT, PRODUCT_TEXT, FoldedText
from shop.models import Shop

from . import visible

MOST_WORDS = 8
# No name is longer.
LONGEST_WORD = 240
# Keyboards without umlauts write them so.
WRITTEN_OUT = (("ae", "a"), ("oe", "o"), ("ue", "u"))


class Mentions(Func):
    """Whether the columns' texts, put together and folded, are LIKE the pattern."""

    output_field = BooleanField()
    conditional = True
    template = "(%(expressions)s)"
    arg_joiner = " LIKE "

    def __init__(self, pattern: str, *columns: str) -> None:
        super().__init__(FoldedText(*columns), Func(Value(pattern), function="catalogue_fold"))


def all_words(texts: Iterable[str]) -> list[str]:
    """Lower case, trimmed and split on spaces; each word once."""
    return list(dict.fromkeys(word for text in texts for word in text.lower().split()))


def words_of(texts: Iterable[str]) -> list[str]:
    """What is looked for: the first MOST_WORDS that are no longer than LONGEST_WORD."""
    return [word for word in all_words(texts) if len(word) <= LONGEST_WORD][:MOST_WORDS]


def patterns(word: str) -> list[str]:
    """The word between wildcards, in each way it may be written; signs of LIKE stand for themselves."""
    written = word
    for letters, umlaut in WRITTEN_OUT:
        written = written.replace(letters, umlaut)
    escaped = (one.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") for one in (word, written))
    return [f"%{one}%" for one in dict.fromkeys(escaped)]


def mentions(word: str, *columns: str) -> Q:
    found = Q()
    for pattern in patterns(word):
        found |= Q(Mentions(pattern, *columns))
    return found


def _artists_named(shop: Shop, word: str) -> QuerySet[Artist]:
    named = mentions(word, "name")
    for pattern in patterns(word):
        named |= Q(Mentions(pattern, "all_names"))
    joined = Func(F("alternative_names"), Value(" "), function="array_to_string")
    return Artist.objects.alias(all_names=joined).filter(named, is_named_in(shop)).order_by()


def artists(shop: Shop, words: Sequence[str]) -> QuerySet[Artist]:
    rows = visible.artists(shop)
    for word in words:
        rows = rows.filter(pk__in=_artists_named(shop, word).values("pk"))
    return rows if words else rows.none()


def products(shop: Shop, words: Sequence[str]) -> QuerySet[Product]:
    """Each word is in the product's texts or its artist's name; some category of it is a main category."""
    shelves = Category.objects.filter(visible.is_main(shop)).values("pk")
    rows = Product.objects.filter(
        visible.listed_products(shop),
        Exists(ProductInCategory.objects.filter(product=OuterRef("pk"), category__in=shelves)),
    )
    for word in words:
        rows = rows.filter(mentions(word, *PRODUCT_TEXT) | Q(artist__in=_artists_named(shop, word).values("pk")))
    return rows if words else rows.none()


def events(shop: Shop, words: Sequence[str]) -> QuerySet[Event]:
    """Each word is in the event's texts, an artist's name, the venue's or its city's."""
    rows = Event.objects.filter(visible.upcoming_events(shop))
    playing = Event.artists.through.objects
    for word in words:
        venues = Venue.objects.filter(mentions(word, "name", "city")).order_by().values("pk")
        events_of = playing.filter(artist__in=_artists_named(shop, word).values("pk")).values("event")
        rows = rows.filter(mentions(word, *EVENT_TEXT) | Q(venue__in=venues) | Q(pk__in=events_of))
    return rows if words else rows.none()
