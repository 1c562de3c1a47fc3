"""The search and what the quick search suggests from (catalogue §2, §5, §7)."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import override_settings
from django.utils import timezone

from catalogue.graphql import search as suggesting
from catalogue.models import Artist, Event
from catalogue.queries import search
from shop.models import Shop
from tests.catalogue.wire import CARD, ROW, ask, names, statements
from tests.factories import (
    make_artist,
    make_category,
    make_event,
    make_picture,
    make_product,
    make_shop,
    make_venue,
)
from tests.proofs import proves

pytestmark = pytest.mark.django_db

SEARCH = f"""query($query: [String!]!, $first: Int = 18, $after: String) {{ search(query: $query) {{
  artists(first: $first) {{ nodes {{ name type }} pageInfo {{ hasNextPage endCursor }} }}
  merchProducts(first: $first, after: $after) {{ nodes {{ {CARD} }} pageInfo {{ hasNextPage endCursor }} }}
  events(first: $first) {{ nodes {{ {ROW} }} pageInfo {{ hasNextPage }} }} }} }}"""
SEARCH_RESULTS = Path(__file__).parents[1] / "search_results.json"
SUGGESTIONS = "query { searchSuggestions { kind slug title thumbnail } }"


@pytest.fixture
def shop() -> Shop:
    return make_shop("nachtfalter")


def found(shop: Shop, *words: str, **variables: Any) -> dict[str, list[str]]:
    answer = ask(shop, SEARCH, query=list(words), **variables)["search"]
    return {kind: names(answer[kind]) for kind in answer}


def merch(shop: Shop, *words: str) -> list[str]:
    return found(shop, *words)["merchProducts"]


@proves(
    "catalogue §5",
    "words are lower-cased, trimmed, split on spaces and looked for inside names; visitors' wildcards "
    "stand for themselves; no words find nothing",
)
def test_words_are_found_inside_names_whatever_their_case(shop: Shop) -> None:
    shelf = make_category(shop)
    make_product(shop, name="Tourshirt Köln", category=shelf)
    make_product(shop, name="Beutel", category=shelf)
    assert merch(shop, "SHIRT") == ["Tourshirt Köln"]
    assert merch(shop, "  shirt   köln ") == ["Tourshirt Köln"]
    assert merch(shop, "shirt", "münchen") == []


@proves("catalogue §2", "umlauts and ß are found however they are written; names are sorted as dictionaries do")
@pytest.mark.parametrize("word", ["Nächte", "nachte", "NÄCHTE", "naechte"])
def test_umlauts_are_found_however_they_are_written(shop: Shop, word: str) -> None:
    make_product(shop, name="Lange Nächte", category=make_category(shop))
    assert merch(shop, word) == ["Lange Nächte"]


@pytest.mark.parametrize("word", ["straße", "STRASSE"])
def test_sharp_s(shop: Shop, word: str) -> None:
    make_product(shop, name="Straße nach Süden", category=make_category(shop))
    assert merch(shop, word) == ["Straße nach Süden"]


@pytest.mark.parametrize(("word", "names"), [("100%", ["100% Wolle"]), ("a_b", ["a_b"]), ("\\", ["a\\b"])])
def test_wildcards_of_visitors_stand_for_themselves(shop: Shop, word: str, names: list[str]) -> None:
    shelf = make_category(shop)
    for name in ("100% Wolle", "1000 Nadeln", "a_b", "a\\b", "axb"):
        make_product(shop, name=name, category=shelf)
    assert merch(shop, word) == names


def test_no_words_find_nothing(shop: Shop) -> None:
    make_product(shop, name="Shirt", category=make_category(shop))
    assert found(shop, "  ") == {"artists": [], "merchProducts": [], "events": []}


@proves(
    "catalogue §2",
    "an artist's name, also another one, finds its merch and events; a city and a venue find their "
    "events, by date and doors",
)
def test_the_artists_name_finds_everything_of_it(shop: Shop) -> None:
    artist = make_artist(shop, name="Kellerkind", alternative_names=["Die Kinder im Keller"])
    make_product(shop, name="Shirt", artist=artist, category=make_category(shop))
    make_event(shop, name="Clubnacht").artists.add(artist)
    everything = {"artists": ["Kellerkind"], "merchProducts": ["Shirt"], "events": ["Clubnacht"]}
    assert found(shop, "keller") == everything
    assert found(shop, "kinder", "im") == everything


@proves("catalogue §5", "more words than a search takes are named, not dropped in silence")
def test_words_that_are_not_looked_for_are_named(shop: Shop) -> None:
    make_product(shop, name="a b c d e f g h", category=make_category(shop))
    text = "query($query: [String!]!) { search(query: $query) { ignored merchProducts { nodes { name } } } }"
    answer = ask(shop, text, query=["A b c d", "e f g h", "hose", "a", "Mütze"])["search"]
    assert answer == {"ignored": ["hose", "mütze"], "merchProducts": {"nodes": [{"name": "a b c d e f g h"}]}}
    assert ask(shop, text, query=["shirt"])["search"]["ignored"] == []


@proves("catalogue §5", "a word is looked for to its last letter; one that no name can hold is named")
def test_long_words_are_looked_for_whole(shop: Shop) -> None:
    law = "rindfleischetikettierungsüberwachungsaufgabenübertragungsgese"
    make_product(shop, name=f"{law.title()}tz", category=make_category(shop))
    text = "query($query: [String!]!) { search(query: $query) { ignored merchProducts { nodes { name } } } }"
    assert merch(shop, law + "tz")
    assert not search.Search(shop, [law + "bt"]).finds_something()
    long = "ö" * 241
    assert ask(shop, text, query=[long, "shirt"])["search"] == {"ignored": [long], "merchProducts": {"nodes": []}}


@proves(
    "catalogue §5, §9",
    "merch only of main categories (the special one, `SPECIAL_CATEGORY_ID`, is none), each once; nothing "
    "hidden, past or of other shops",
)
def test_merch_of_no_main_category_is_not_found(shop: Shop) -> None:
    make_product(shop, name="Shirt ohne Regal")
    make_product(shop, name="Shirt daneben", category=make_category(shop, main_category=False))
    foreign = make_category(make_shop("fremd"))
    make_product(shop, name="Shirt anderswo", category=foreign)
    make_product(shop, name="Shirt", category=make_category(shop))
    assert merch(shop, "shirt") == ["Shirt"]


def test_merch_of_the_special_category_alone_is_not_found(shop: Shop) -> None:
    shelf = make_category(shop)
    make_product(shop, name="Shirt", category=shelf)
    with override_settings(SPECIAL_CATEGORY_ID=shelf.pk):
        assert merch(shop, "shirt") == []


def test_merch_of_several_main_categories_is_found_once(shop: Shop) -> None:
    product = make_product(shop, name="Shirt", category=make_category(shop))
    product.categories.add(make_category(shop), make_category(shop))
    assert merch(shop, "shirt") == ["Shirt"]


def test_hidden_things_and_those_of_other_shops_are_not_found(shop: Shop) -> None:
    other, shelf = make_shop("fremd"), make_category(shop)
    make_product(shop, name="Shirt versteckt", hide=True, category=shelf)
    make_product(shop, name="Shirt alt", active=False, category=shelf)
    make_product(other, name="Shirt fremd", category=make_category(other))
    make_artist(other, name="Shirtkapelle")
    make_event(other, name="Shirtnacht")
    make_event(shop, name="Shirtfest", happening_from=timezone.now() - timedelta(days=2))
    assert found(shop, "shirt") == {"artists": [], "merchProducts": [], "events": []}


def test_events_by_name_city_and_venue_in_the_order_of_their_dates(shop: Shop) -> None:
    soon, later = (timezone.now() + timedelta(days=days) for days in (3, 9))
    hall = make_venue(name="Zeche Kohle", city="Köln")
    make_event(shop, name="Zweite", happening_from=later, venue=hall)
    make_event(shop, name="Nach Einlass", happening_from=soon, door_time=soon - timedelta(hours=1), venue=hall)
    make_event(shop, name="Vor Einlass", happening_from=soon, door_time=soon - timedelta(hours=2), venue=hall)
    expected = ["Vor Einlass", "Nach Einlass", "Zweite"]
    assert found(shop, "koeln")["events"] == expected
    assert found(shop, "zeche")["events"] == expected
    assert found(shop, "einlass", "köln")["events"] == expected[:2]


@proves(
    "catalogue §7, design §5",
    "each list goes on by its own cursor; five statements for any number of results, by trigram indexes",
)
def test_cursors_lead_through_all_of_it(shop: Shop) -> None:
    shelf = make_category(shop)
    for number in range(5):
        make_product(shop, name=f"Shirt {number}", category=shelf)
    seen, after = [], None
    for _ in range(5):
        page = ask(shop, SEARCH, query=["shirt"], first=2, after=after)["search"]["merchProducts"]
        seen += names(page)
        after = page["pageInfo"]["endCursor"]
        if not page["pageInfo"]["hasNextPage"]:
            break
    assert seen == [f"Shirt {number}" for number in (4, 3, 2, 1, 0)]


def fill(shop: Shop, count: int) -> None:
    artist, shelf = make_artist(shop, name=f"Shirtband {count}"), make_category(shop)
    for number in range(count):
        make_picture(make_product(shop, name=f"Shirt {number}", artist=artist, category=shelf))
        make_event(shop, name=f"Shirtnacht {number}").artists.add(artist)


def test_the_search_takes_the_same_statements_for_one_and_many_results(shop: Shop) -> None:
    fill(shop, 1)
    one = statements(shop, SEARCH, query=["shirt"])
    fill(shop, 15)
    assert (one, statements(shop, SEARCH, query=["shirt"])) == (5, 5)


@proves(
    "catalogue §9",
    "suggestions: artists, coming events, the newest products (`QUICK_SEARCH_PRODUCTS`) with pictures, "
    "in three statements, bounded and kept like every persisted GET",
)
def test_suggestions_name_artists_events_and_products_with_their_pictures(shop: Shop) -> None:
    artist = make_artist(shop, name="Nachtfalter")
    product = make_product(shop, name="Shirt", slug="shirt", artist=artist, category=make_category(shop))
    make_picture(product, ready=True)
    make_product(shop, name="Versteckt", hide=True, category=make_category(shop))
    make_product(shop, name="Ohne Regal")
    make_event(shop, name="Clubnacht", slug="club").artists.add(artist)
    artists, events, products = ask(shop, SUGGESTIONS)["searchSuggestions"]
    assert artists == {"kind": "ARTIST", "slug": artist.slug, "title": "Nachtfalter", "thumbnail": ""}
    assert events == {"kind": "EVENT", "slug": "club", "title": "Nachtfalter Clubnacht", "thumbnail": ""}
    assert (products["kind"], products["title"]) == ("PRODUCT", "Nachtfalter Shirt")
    assert products["thumbnail"].endswith((".webp", ".jpg", ".png"))


def test_suggestions_take_three_statements_and_the_newest_products(shop: Shop) -> None:
    fill(shop, 4)
    with override_settings(QUICK_SEARCH_PRODUCTS=2):
        assert statements(shop, SUGGESTIONS) == 3
        titles = [one["title"] for one in ask(shop, SUGGESTIONS)["searchSuggestions"] if one["kind"] == "PRODUCT"]
    assert titles == ["Shirtband 4 Shirt 3", "Shirtband 4 Shirt 2"]


def test_suggestions_are_bounded_the_shops_first_artists_and_the_next_events(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(suggesting, "MOST_ARTISTS", 2)
    monkeypatch.setattr(suggesting, "MOST_EVENTS", 1)
    later = make_event(shop, name="Später")
    Event.objects.filter(pk=later.pk).update(happening_from=timezone.now() + timedelta(days=300))
    make_event(shop, name="Bald")
    for order, name in ((3, "Dritte"), (1, "Erste"), (2, "Zweite")):
        make_artist(shop, name=name, sort_order_ticket_bottom=order)
    titles = [(one["kind"], one["title"]) for one in ask(shop, SUGGESTIONS)["searchSuggestions"]]
    assert titles == [("ARTIST", "Erste"), ("ARTIST", "Zweite"), ("EVENT", "Bald")]


def test_searching_uses_the_index(shop: Shop) -> None:
    """A query that does not say what the index says would read every product."""
    make_product(shop, name="Shirt", category=make_category(shop))
    rows = search.Product.objects.filter(search.mentions("shirt", *search.PRODUCT_TEXT)).order_by()
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        assert "catalogue_product_search" in rows.explain()
        shows = Event.objects.filter(search.mentions("tour", *search.EVENT_TEXT)).order_by()
        assert "catalogue_event_search" in shows.explain()


@pytest.fixture
def stocked() -> Shop:
    """A shop with two bands, goods in both languages, and dates in several cities."""
    shop = make_shop("merchstand")
    falter, kind = make_artist(shop, name="Nachtfalter"), make_artist(shop, name="Kellerkind")
    make_artist(shop, name="Die Ärzte")
    shelf = make_category(shop)
    goods: list[tuple[Artist, str, dict[str, Any]]] = [
        (falter, "Kapuzenpulli Mondphasen", {"color_de": "schwarz", "color_en": "black"}),
        (falter, "T-Shirt Motten", {"color_de": "rot", "color_en": "red"}),
        (falter, "Straßenmusik", {"product_type_de": "Schallplatte"}),
        (kind, "Jutebeutel Ratte", {}),
        (kind, "Aufnäher Sieglinde", {}),
        (falter, "Poster Dresden", {}),
        (falter, "Poster Dresden 2018", {"capacity": 0}),
        # Newest, with words inside of which others begin.
        (falter, "Poster Vollmond", {}),
        (kind, "Socken Sonnenrot", {}),
    ]
    for artist, name, fields in goods:
        make_product(shop, name=name, artist=artist, category=shelf, **fields)
    for artist, city in ((falter, "Köln"), (falter, "Dresden"), (kind, "München"), (kind, "Wuppertal")):
        make_event(shop, name=f"Live in {city}", venue=make_venue(name=f"Halle {city}", city=city)).artists.add(artist)
    return shop


FIRST_FOUND = {
    # As it is written, whole or the beginning of it.
    "nachtfalter": "Nachtfalter", "nachtf": "Nachtfalter", "mond": "Kapuzenpulli Mondphasen",
    "motten": "T-Shirt Motten", "shirt nachtfalter": "T-Shirt Motten", "strassenmusik": "Straßenmusik",
    "aerzte": "Die Ärzte", "dres": "Live in Dresden", "koeln": "Live in Köln", "aufnaeher": "Aufnäher Sieglinde",
    # Other words for the same, of both languages.
    "hoodie": "Kapuzenpulli Mondphasen", "hoody": "Kapuzenpulli Mondphasen", "tshirt": "T-Shirt Motten",
    "vinyl": "Straßenmusik", "schallplatte": "Straßenmusik", "lp": "Straßenmusik", "record": "Straßenmusik",
    "tote": "Jutebeutel Ratte", "patch": "Aufnäher Sieglinde", "cologne": "Live in Köln", "munich": "Live in München",
    "schwarz": "Kapuzenpulli Mondphasen", "black": "Kapuzenpulli Mondphasen", "red shirt": "T-Shirt Motten",
}  # fmt: skip
MISWRITTEN = {
    "nachtfaltre": "Nachtfalter", "nahctfalter": "Nachtfalter", "dresdn": "Live in Dresden",
    "wupertal": "Live in Wuppertal", "kelerkind": "Kellerkind", "ärtze": "Die Ärzte",
    "kaputzenpulli": "Kapuzenpulli Mondphasen", "schalplatte": "Straßenmusik", "colgne": "Live in Köln",
    "sieglnide": "Aufnäher Sieglinde", "strasenmusik": "Straßenmusik", "hodie": "Kapuzenpulli Mondphasen",
}  # fmt: skip


@proves(
    "catalogue §5",
    "the search knows beginnings, other words for the same in both languages, colours and cities; words with "
    "mistakes find what is nearest, and the result says so",
)
@pytest.mark.parametrize("language", ["de", "en"])
def test_words_find_what_visitors_mean(stocked: Shop, language: str) -> None:
    text = """query($query: [String!]!) { search(query: $query) { instead artists { nodes { name } }
        events { nodes { name } } merchProducts { nodes { name } } } }"""

    def first(question: str) -> tuple[str, bool]:
        answer = ask(stocked, text, language, query=[question])["search"]
        everything = [*names(answer["artists"]), *names(answer["events"]), *names(answer["merchProducts"])]
        return everything[0] if everything else "", bool(answer["instead"])

    wanted = {one: (name, False) for one, name in FIRST_FOUND.items()}
    wanted |= {one: (name, True) for one, name in MISWRITTEN.items()}
    assert {one: first(one) for one in wanted} == wanted


@proves(
    "catalogue §5",
    "the first suggestions of each kind are the first results, also of words with mistakes: what has a word that "
    "begins as looked for, then what is not sold out, then the newest; events by date",
)
def test_suggestions_are_the_first_results(stocked: Shop) -> None:
    """`frontend/src/features/quick-search/matching.test.ts` finds the same in the suggestions."""
    told = ask(stocked, "query { searchSuggestions { kind title also } }")["searchSuggestions"]
    text = """query($query: [String!]!) { search(query: $query) { artists { nodes { name } }
        events { nodes { name } } merchProducts { nodes { name } } } }"""

    def titles(question: str) -> list[str]:
        answer = ask(stocked, text, query=[question])["search"]
        results = [
            *(("ARTIST", name) for name in names(answer["artists"])),
            *(("EVENT", name) for name in names(answer["events"])),
            *(("PRODUCT", name) for name in names(answer["merchProducts"])),
        ]
        return [
            one["title"]
            for kind, name in results
            for one in told
            if one["kind"] == kind and one["title"].endswith(name)
        ]

    found = {question: titles(question) for question in [*FIRST_FOUND, *MISWRITTEN, "rot", "hal", "poster"]}
    assert {"suggestions": told, "found": found} == json.loads(SEARCH_RESULTS.read_text())


@proves("catalogue §5", "the quick search suggests by the same other words, colours and cities as the search")
def test_suggestions_are_found_by_other_words(stocked: Shop) -> None:
    told = ask(stocked, "query { searchSuggestions { title also } }")["searchSuggestions"]
    also = {one["title"]: f"{one['title']} {one['also']}".lower() for one in told}

    def mean(question: str) -> list[str]:
        return [title for title, words in also.items() if all(word in words for word in question.split())]

    for question in ("hoody", "hoodie", "vinyl", "schallplatte", "lp", "patch", "tote", "cologne", "munich", "black"):
        (title,) = mean(question)
        assert title.endswith(FIRST_FOUND[question]), question
    assert mean("red tshirt") == ["Nachtfalter T-Shirt Motten"]


@pytest.mark.parametrize("question", ["qqzzxx", "xyz", "nachtfalter qqzzxx", "nachtfalter sieglinde", "hundred"])
def test_what_is_like_nothing_finds_nothing(stocked: Shop, question: str) -> None:
    found, instead = search.search_for(stocked, question.split())
    assert instead == [] and not found.finds_something()


def test_a_mistake_never_leads_to_what_another_shop_has(stocked: Shop) -> None:
    other = make_shop("geheimbund")
    make_product(other, name="Losungswort", category=make_category(other))
    assert [search.search_for(one, ["losungswrot"])[1] for one in (stocked, other)] == [[], ["losungswort"]]


@proves("catalogue §7", "price and meta of several products by their ids")
def test_prices_of_several_products(shop: Shop) -> None:
    shirt, bag, hidden = (
        make_product(shop, name="Shirt", price="25.00"),
        make_product(shop, name="Beutel", price="12.00"),
        make_product(shop, name="Aufnäher", price="3.00", hide=True),
    )
    foreign = make_product(make_shop("fremd"), name="Fremd")
    text = "query($ids: [ID!]!) { productPrices(ids: $ids) { id price originalPrice meta { hide } } }"
    ids = [str(hidden.pk), bag.slug, str(shirt.pk), str(foreign.pk), "99999"]
    answer = ask(shop, text, ids=ids)["productPrices"]
    assert [(one["id"], one["price"], one["meta"]["hide"]) for one in answer] == [
        (str(hidden.pk), "3.00", True), (str(bag.pk), "12.00", False), (str(shirt.pk), "25.00", False),
    ]  # fmt: skip
    assert statements(shop, text, ids=ids) == statements(shop, text, ids=ids[:1]) == 1


@pytest.mark.parametrize("language", ["de", "en"])
def test_names_are_sorted_as_dictionaries_do(shop: Shop, language: str) -> None:
    for name in ("Zorn", "Östlich", "Ähre", "Afra", "apfel", "Straßen", "Strasser"):
        make_artist(shop, name=name)
    answer = ask(shop, "query { artists { nodes { name } } }", language)
    assert names(answer["artists"]) == ["Afra", "Ähre", "apfel", "Östlich", "Straßen", "Strasser", "Zorn"]


@proves("catalogue §7", "a category names the others of its artist, or of none, that hold products")
def test_a_category_names_its_neighbours(shop: Shop) -> None:
    artist = make_artist(shop)
    of_artist = [make_category(shop, name, artist=artist) for name in ("Shirts", "Ähnliches", "Musik")]
    common = [make_category(shop, name) for name in ("Poster", "Becher")]
    empty = make_category(shop, "Leer", artist=artist)
    for category in (*of_artist, *common):
        make_product(shop, category=category)
    shelves = "neighbours { slug name } subcategories { nodes { id slug name } }"
    text = f"query($slug: ID!) {{ category(id: $slug) {{ {shelves} }} }}"

    def neighbours(slug: str) -> list[str]:
        category = ask(shop, text, slug=slug)["category"]
        nodes = category["subcategories"]["nodes"]
        found = [one["name"] for one in category["neighbours"]]
        assert [one["name"] for one in nodes] == found and all(int(one["id"]) for one in nodes)
        return found

    assert neighbours(of_artist[0].slug) == ["Ähnliches", "Musik"]
    assert neighbours(empty.slug) == ["Ähnliches", "Musik", "Shirts"]
    assert neighbours(common[0].slug) == ["Becher"]
