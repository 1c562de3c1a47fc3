"""Bundles on the wire and their pages (catalogue §2, §3 "Combined product")."""

import json
from contextlib import nullcontext
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from catalogue.errors import BundleIncomplete, BundleNotAvailable
from catalogue.models import BundlePart, Combination, Event, Price, PricePoint, Product, Stock
from catalogue.pricing.bundles import BundleSpec, PartSpec, check_choice, is_whole, most_pieces
from catalogue.queries.bundle_overview import read_overview
from catalogue.queries.bundles import load_bundles
from catalogue.stock.actions import set_capacity
from shop.models import Shop
from tests.catalogue.wire import ask, statements
from tests.factories import (
    first_variant,
    make_bundle,
    make_combination,
    make_event,
    make_part,
    make_product,
    make_seat_map,
    make_shop,
    make_tour,
)  # fmt: skip
from tests.proofs import proves
from tests.shop.web.visit import Visit
from tests.words import worded

ITEM = """id oldPrice newPrice valid disable limit obligatory bound options { id description available price }
    product { name } event { name }"""
BUNDLE = f"""query ($id: ID!) {{ combinedProduct(id: $id) {{
    id slug price originalPrice available soldOutMessage root {{ {ITEM} }} commonItems {{ {ITEM} }}
    combinations {{ id optionName tourName additionalPrice available soldOutMessage products {{ {ITEM} }} }}
    additionalProducts {{ {ITEM} }} additionalProductGroup {{ {ITEM} }} }} }}"""
ROLE = BundlePart.Role


def told(shop: Shop, wanted: object, language: str = "de") -> dict[str, Any]:
    found: dict[str, Any] = ask(shop, BUNDLE, language, id=str(wanted))["combinedProduct"]
    return found


class Box:
    """A box at 40 EUR: a shirt is in it, an evening in one of two cities; a poster may be added, or one of two pins."""

    def __init__(self) -> None:
        self.shop: Shop = make_shop()
        self.root: Product = make_product(self.shop, slug="box", name="Box", price="40.00", capacity=9)
        self.shirt: Product = make_product(self.shop, price="25.00", variants=("S", "M"), capacity=5)
        self.cities: list[Event] = [make_event(self.shop, price="30.00", capacity=5) for _city in range(2)]
        self.poster = make_product(self.shop, price="12.00", capacity=5)
        self.pins = [make_product(self.shop, price="6.00", capacity=5) for _pin in range(2)]
        make_bundle(self.root, self.shirt)
        for number, city in enumerate(self.cities):
            make_combination(self.root, city, option_name=f"City {number}", additional_price=Decimal(number * 5))
        self.addition = make_part(self.root, self.poster, ROLE.ADDITIONAL, price=Decimal("9.00"))
        self.group = [make_part(self.root, pin, ROLE.GROUP) for pin in self.pins]

    def sell_out(self, thing: Product | Event) -> None:
        for stock in Stock.objects.filter(uses__variant__in=thing.variants.all()):
            set_capacity(stock=stock, capacity=0)


@proves(
    "catalogue §3",
    "a bundle says its root, what is always in it, its combinations, what may be added and one of a "
    "group, with options, old and new prices, what is valid and what is disabled",
)
@pytest.mark.django_db
def test_a_bundle_says_what_is_in_it_and_what_each_part_adds() -> None:
    box = Box()
    found = told(box.shop, "box")
    assert (found["id"], found["slug"], found["price"], found["available"]) == (str(box.root.pk), "box", "40.00", True)
    assert found["root"]["product"] == {"name": "Box"}
    (shirt,) = found["commonItems"]
    assert [one["description"] for one in shirt["options"]] == ["S", "M"]
    assert (shirt["newPrice"], shirt["oldPrice"], {one["price"] for one in shirt["options"]}) == (
        "0.00",
        None,
        {"0.00"},
    )
    assert [(one["optionName"], one["additionalPrice"]) for one in found["combinations"]] == [
        ("City 0", "0.00"), ("City 1", "5.00"),
    ]  # fmt: skip
    assert [one["products"][0]["event"]["name"] for one in found["combinations"]] == [one.name for one in box.cities]
    (poster,) = found["additionalProducts"]
    assert (poster["newPrice"], poster["oldPrice"], poster["options"][0]["price"]) == ("9.00", "12.00", "9.00")
    assert [(one["newPrice"], one["oldPrice"]) for one in found["additionalProductGroup"]] == [("6.00", None)] * 2


@proves(
    "catalogue §4",
    "a bundle requires what staff made obligatory among what may be added: it costs extra, the price “from” is with "
    "it, and the bundle is sold out with it",
)
@pytest.mark.django_db
def test_an_obligatory_addition_is_in_the_price_and_in_what_is_left() -> None:
    box = Box()
    assert not told(box.shop, "box")["additionalProducts"][0]["obligatory"]
    binding = make_product(box.shop, price="5.00", bind_leave_empty=True)
    make_part(box.root, binding, ROLE.ADDITIONAL, obligatory=True)
    box.addition.obligatory = True
    box.addition.save()
    found = told(box.shop, "box")
    assert [(one["obligatory"], one["bound"]) for one in found["additionalProducts"]] == [(True, False)] * 2
    assert (found["price"], found["available"]) == ("54.00", True)
    assert card(box)[:2] == ("54.00", True)
    rules = load_bundles(box.shop, [box.root.pk])[box.root.pk]
    assert [part.id for part in rules.parts.values() if part.obligatory and not part.bound] == [
        box.addition.pk,
        box.root.parts.get(product=binding).pk,
    ]
    overview = read_overview(box.root)
    assert (overview.price, overview.highest) == (Decimal("54.00"), Decimal("59.00"))
    assert {sum(share for _piece, share in one.shares) for one in overview.variations} == {40, 45}
    box.sell_out(box.poster)
    assert not told(box.shop, "box")["available"]
    assert card(box)[:2] == ("54.00", False)
    assert {one.left for one in read_overview(box.root).variations} == {0}


@pytest.mark.django_db
def test_by_its_id_too_and_nothing_else_is_a_bundle() -> None:
    box = Box()
    assert told(box.shop, box.root.pk)["slug"] == "box"
    assert ask(box.shop, BUNDLE, id=box.shirt.slug)["combinedProduct"] is None
    assert ask(make_shop(), BUNDLE, id="box")["combinedProduct"] is None


@proves("catalogue §4", "a part that is sold out, not on sale yet or not listed disables what it is in")
@pytest.mark.django_db
def test_a_sold_out_part_disables_what_it_is_in() -> None:
    box = Box()
    box.sell_out(box.cities[0])
    found = told(box.shop, "box")
    assert [one["available"] for one in found["combinations"]] == [False, True]
    assert (found["available"], found["price"]) == (True, "45.00")
    box.sell_out(box.poster)
    assert told(box.shop, "box")["available"]
    make_combination(box.root, option_name="Nothing in it")
    assert [one["available"] for one in told(box.shop, "box")["combinations"]] == [False, True, False]
    box.sell_out(box.shirt)
    found = told(box.shop, "box")
    assert (found["available"], found["commonItems"][0]["disable"]) == (False, True)


CARD = """query ($id: ID!) { product(id: $id) { price available lowStock } }"""


def card(box: Box) -> tuple[Any, ...]:
    return tuple(ask(box.shop, CARD, id="box")["product"].values())


@proves(
    "catalogue §3",
    "options of a part tell all that a product's or an event's tell, but prices of their own and nothing struck",
)
@pytest.mark.django_db
def test_options_tell_all_that_tickets_and_sizes_tell_but_prices() -> None:
    box = Box()
    make_seat_map(box.cities[0])
    plain = "id order additionalPrice available lowStock availableSectionIds message physical active isDefault sku"
    block = "id name mapColor available expanded section hideButtons order seated"
    fields = f"{plain} description descriptionSubline pricingCategory {{ {block} }}"
    prices = "originalPrice lowestPrice30Days unitPrice { price }"
    text = f"""query ($bundle: ID!, $event: ID!, $shirt: ID!) {{
        combinedProduct(id: $bundle) {{ commonItems {{ options {{ {fields} {prices} }} }}
            combinations {{ products {{ options {{ {fields} {prices} }} }} }} }}
        event(id: $event) {{ productVariants {{ nodes {{ {fields} }} }} }}
        product(id: $shirt) {{ productVariants {{ nodes {{ {fields} }} }} }} }}"""
    Price.objects.filter(product=box.shirt).update(original_price=Decimal("50.00"))
    found = ask(box.shop, text, bundle="box", event=box.cities[0].slug, shirt=box.shirt.slug)
    told = found["combinedProduct"]
    nothing = {"originalPrice": None, "lowestPrice30Days": None, "unitPrice": None}
    for item, alone in (
        (told["combinations"][0]["products"][0], found["event"]),
        (told["commonItems"][0], found["product"]),
    ):
        assert item["options"] == [one | nothing for one in alone["productVariants"]["nodes"]]
    (ticket,) = found["event"]["productVariants"]["nodes"]
    assert (ticket["pricingCategory"]["seated"], len(ticket["availableSectionIds"])) == (True, 1)


@pytest.mark.django_db
def test_of_a_ticket_in_a_bundle_its_block_still_says_what_it_costs_alone() -> None:
    box = Box()
    make_seat_map(box.cities[0])
    make_bundle(make_product(box.shop, slug="pair"), box.cities[0])
    text = """{ combinedProduct(id: "pair") { commonItems { options { price
        pricingCategory { productVariants { nodes { price } } } } } } }"""
    (option,) = ask(box.shop, text)["combinedProduct"]["commonItems"][0]["options"]
    assert option == {"price": "0.00", "pricingCategory": {"productVariants": {"nodes": [{"price": "30.00"}]}}}


@proves("catalogue §4", "its product's card has the bundle's price and says when it is sold out; no further statement")
@pytest.mark.django_db
def test_its_card_says_of_the_product_what_is_true_of_the_bundle() -> None:
    box = Box()
    assert card(box) == ("40.00", True, False)
    box.sell_out(box.cities[0])
    assert card(box) == ("45.00", True, False)
    box.sell_out(box.cities[1])
    assert card(box) == ("40.00", False, False)
    assert ask(box.shop, CARD, id=box.poster.slug)["product"]["available"]


@pytest.mark.django_db
def test_cards_of_bundles_take_no_further_statement() -> None:
    shop = make_shop()
    make_product(shop)
    text = "{ merchProducts(first: 50) { nodes { price available } } }"
    asked = statements(shop, text)
    box = make_bundle(make_product(shop, slug="box"), make_product(shop))
    assert statements(shop, text) == asked
    make_combination(box, make_event(shop))
    make_bundle(make_product(shop, slug="other"), make_event(shop), make_product(shop))
    assert statements(shop, text) == asked


@pytest.mark.django_db
def test_before_the_presale_or_in_a_shop_that_does_not_list_it_a_part_is_not_to_be_had() -> None:
    box = Box()
    Event.objects.filter(pk=box.cities[0].pk).update(presale_at=timezone.now() + timedelta(days=1))
    box.cities[1].listed_in.remove(box.shop)
    found = told(box.shop, "box")
    items = [one["products"][0] for one in found["combinations"]]
    assert [(one["valid"], one["disable"]) for one in items] == [(False, True), (False, True)]
    assert (items[1]["event"], found["available"]) == (None, False)
    # and nothing is told of it: it may be a gated shop's
    assert (items[1]["options"], items[1]["newPrice"], items[1]["oldPrice"]) == ([], "0.00", None)


@proves("design §1", "of a part that the shop does not list no price, amount or condition is told")
@pytest.mark.django_db
def test_of_what_the_shop_does_not_list_no_number_is_told() -> None:
    box = Box()
    thing = make_product(box.shop, cart_limit=6, bind_leave_empty=True)
    make_part(box.root, thing, ROLE.ADDITIONAL, price="7.00")

    def numbers() -> list[Any]:
        item = told(box.shop, "box")["additionalProducts"][-1]
        return [item[name] for name in ("limit", "newPrice", "bound")]

    assert numbers() == [6, "7.00", True]
    thing.listed_in.remove(box.shop)
    assert numbers() == [0, "0.00", False]


@proves(
    "catalogue §5, purchase §5",
    "one of everything in it; what is added may be more if it is a ticket, simple, or staff allow it; "
    "one ticket at a time, whatever its event is sold in",
)
@pytest.mark.django_db
def test_pieces_of_what_may_be_added() -> None:
    box = Box()
    sized = make_product(box.shop, variants=("S", "M"), cart_limit=4)
    make_part(box.root, sized, ROLE.ADDITIONAL)
    several = make_product(box.shop, variants=("S", "M"), cart_limit=4, allow_multiple_override=True)
    make_part(box.root, several, ROLE.ADDITIONAL)
    make_part(box.root, make_event(box.shop, cart_limit=6), ROLE.ADDITIONAL)
    found = told(box.shop, "box")
    assert [one["limit"] for one in found["additionalProducts"]] == [9, 1, 4, 6]
    assert [found["commonItems"][0]["limit"], found["combinations"][0]["products"][0]["limit"]] == [1, 1]
    rules = load_bundles(box.shop, [box.root.pk])[box.root.pk]
    additions = box.root.parts.filter(role=ROLE.ADDITIONAL)
    assert [rules.parts[part.pk].most for part in additions] == [9, 1, 4, 6]


@pytest.mark.django_db
def test_tour_names_stand_only_where_the_shop_lists_the_tour() -> None:
    box = Box()
    tour = make_tour(box.shop)
    Combination.objects.filter(bundle=box.root).update(tour=tour)
    assert {one["tourName"] for one in told(box.shop, "box")["combinations"]} == {tour.name}
    tour.listed_in.clear()
    assert {one["tourName"] for one in told(box.shop, "box")["combinations"]} == {""}


@proves("catalogue §3", "products and events know and offer their bundles; products say what may be added")
@pytest.mark.django_db
def test_products_and_events_know_their_bundles() -> None:
    box = Box()
    BundlePart.objects.filter(product=box.shirt).update(leads_here=True)
    text = """query ($shirt: ID!, $poster: ID!, $event: ID!) {
        shirt: product(id: $shirt) { combinedProducts { id price slug } bundles { available } }
        poster: product(id: $poster) { combinedProducts { id } bundles { slug } }
        event(id: $event) { combinedProducts { id price slug } bundles { available root { product { name } } } } }"""
    found = ask(box.shop, text, shirt=box.shirt.slug, poster=box.poster.slug, event=box.cities[0].slug)
    bundle = {"id": str(box.root.pk), "price": "40.00", "slug": "box"}
    assert found["shirt"] == {"combinedProducts": [bundle], "bundles": [{"available": True}]}
    assert found["poster"] == {"combinedProducts": [], "bundles": [{"slug": "box"}]}
    assert found["event"] == {
        "combinedProducts": [bundle], "bundles": [{"available": True, "root": {"product": {"name": "Box"}}}],
    }  # fmt: skip
    meta = ask(box.shop, '{ product(id: "box") { meta { root additionalProducts { single group } } } }')["product"][
        "meta"
    ]
    assert meta == {
        "root": True,
        "additionalProducts": {"single": [box.poster.slug], "group": [pin.slug for pin in box.pins]},
    }


@proves(
    "design §5",
    "a bundle of five parts costs at most twice a single's statements; one bundle and many take the same few to read",
)
@pytest.mark.django_db
def test_one_bundle_and_many_take_the_same_few_statements() -> None:
    box = Box()
    text = f"query ($id: ID!) {{ event(id: $id) {{ bundles {{ root {{ {ITEM} }} commonItems {{ {ITEM} }} }} }} }}"
    asked = statements(box.shop, text, id=box.cities[0].slug)
    for number in range(4):
        other = make_bundle(make_product(box.shop, slug=f"other-{number}"), box.cities[0], box.poster)
        make_part(other, box.cities[1], ROLE.ADDITIONAL)
    assert statements(box.shop, text, id=box.cities[0].slug) == asked
    assert statements(box.shop, BUNDLE, id="box") <= 12


@pytest.mark.django_db
def test_the_original_price_follows_the_surcharge() -> None:
    box = Box()
    Price.objects.filter(product=box.root).update(original_price=Decimal("50.00"))
    PricePoint.objects.filter(variant__product=box.root).update(
        since=timezone.now() - timedelta(days=90), price=Decimal("50.00")
    )
    PricePoint.objects.create(
        variant=first_variant(box.root), country_code="de", price=Decimal("40.00"), since=timezone.now()
    )
    box.sell_out(box.cities[0])
    assert [told(box.shop, "box")[name] for name in ("price", "originalPrice")] == ["45.00", "55.00"]


EXAMPLES = json.loads(Path(__file__).parent.with_name("bundle_choices.json").read_text())
RULES = BundleSpec(
    1,
    {one["id"]: PartSpec(**{"product": one["id"], "event": None, **one}) for one in EXAMPLES["parts"]},
    {int(key): Decimal(surcharge) for key, surcharge in EXAMPLES["surcharges"].items()},
)
REFUSALS = {"incomplete": BundleIncomplete, "not available": BundleNotAvailable}


@proves(
    "catalogue §4, §5",
    "exactly one combination, one of a group at most, bound additions together; server and page say the same",
)
@pytest.mark.parametrize("example", EXAMPLES["choices"], ids=[one["name"] for one in EXAMPLES["choices"]])
def test_what_is_a_whole_choice(example: dict[str, Any]) -> None:
    """The page (frontend/src/features/bundles/choice) reads the same examples."""
    chosen, refusal = {int(key): amount for key, amount in example["chosen"].items()}, REFUSALS.get(example["verdict"])
    with pytest.raises(refusal) if refusal else nullcontext():
        check_choice(RULES, chosen)
    assert is_whole(RULES, chosen) == (example["verdict"] == "whole")


def test_an_empty_bundle_is_not_sold() -> None:
    with pytest.raises(BundleNotAvailable):
        check_choice(BundleSpec(1, {}, {}), {})
    assert not is_whole(BundleSpec(1, {}, {}), {})


@proves(
    "design §4",
    "its price is spread over its parts to the cent, into the order and its VAT; a changed price is the cart's at once",
)
def test_a_surcharge_is_the_combinations() -> None:
    assert [RULES.surcharge(parts) for parts in ([1, 2, 3], [1, 4], [1])] == [2, 0, 0]


def test_how_many_pieces() -> None:
    assert most_pieces(ROLE.COMMON, 9, ticket=True, options=1, several=True) == 1
    assert most_pieces(ROLE.GROUP, 9, ticket=False, options=2, several=False) == 1


@pytest.fixture
def client() -> Client:
    return Client(HTTP_HOST="localhost")


@pytest.fixture
def box() -> Box:
    make_shop("merchstand")
    return Box()


@proves(
    "catalogue §2, §8",
    "a root product leads to its bundle; a product leads to the only bundle that it is sold in; an id "
    "leads to the slug; anything else is not found",
)
@pytest.mark.django_db
def test_a_root_product_leads_to_its_bundle(box: Box, client: Client) -> None:
    answer = client.get(f"/{box.shop.slug}/products/box?lang=en")
    assert (answer.status_code, answer["Location"]) == (302, f"/{box.shop.slug}/bundle/box")
    assert client.get(f"/{box.shop.slug}/bundle/{box.root.pk}")["Location"] == f"/{box.shop.slug}/bundle/box"


@proves("design §1", "the page is whole before any script, in both languages")
@pytest.mark.django_db
def test_its_page_is_whole_before_any_script(box: Box) -> None:
    for language in ("de", "en"):
        texts = [worded(key, language) for key in ("LANG_BUNDLE_CONTENT", "LANG_BUNDLE_LEAVEEMPTY")]
        page = Visit(f"/{box.shop.slug}/bundle/box?lang={language}")
        assert "<title>Box" in page.html
        written = page.html.partition('<script type="application/json"')[0]
        for text in (*texts, box.shirt.name, "City 0", "City 1", box.poster.name, *(pin.name for pin in box.pins)):
            assert text in written


@proves(
    "catalogue §2",
    "no browser keeps where a product leads, as staff may take it back; a moved slug has moved for good",
)
@pytest.mark.django_db
def test_a_product_of_just_one_bundle_leads_there_if_staff_say_so(box: Box, client: Client) -> None:
    address = f"/{box.shop.slug}/products/{box.shirt.slug}"
    assert client.get(address).status_code == 200
    BundlePart.objects.filter(product=box.shirt).update(leads_here=True)
    answer = client.get(address)
    assert (answer.status_code, answer["Location"]) == (302, f"/{box.shop.slug}/bundle/box"), "staff may take it back"
    moved = client.get(f"/{box.shop.slug}/products/{box.poster.pk}")
    assert (moved.status_code, moved["Location"]) == (301, f"/{box.shop.slug}/products/{box.poster.slug}")
    other = make_bundle(make_product(box.shop, slug="other"), box.shirt)
    other.parts.update(leads_here=True)
    assert client.get(address).status_code == 200


@pytest.mark.django_db
def test_what_is_no_bundle_is_not_found(box: Box, client: Client) -> None:
    for slug in (box.shirt.slug, "nothing"):
        assert client.get(f"/{box.shop.slug}/bundle/{slug}").status_code == 404


@pytest.mark.django_db
def test_things_offer_their_bundles(box: Box) -> None:
    for path in (f"products/{box.poster.slug}", f"events/{box.cities[0].slug}"):
        page = Visit(f"/{box.shop.slug}/{path}")
        assert worded("LANG_BUNDLE_OFFERS") in page.html
        assert f'href="/{box.shop.slug}/bundle/box"' in page.html
