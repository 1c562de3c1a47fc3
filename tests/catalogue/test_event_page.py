"""The event page's fields and states as they are written, in both languages (catalogue §3 "Event", §4)."""

import json
import re
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import quote
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from catalogue.models import Event, PricingCategory, ProductVariant
from checkout.orders.texts import event_details
from shop.core.wire.graphql.persisted import persisted_queries
from shop.models import AccessCode, Shop
from tests.catalogue.wire import ask, statements
from tests.factories import first_variant, make_event, make_product, make_shop, make_tour, make_variant
from tests.guest import Guest
from tests.proofs import proves
from tests.shop.web.visit import Visit
from tests.words import worded

pytestmark = pytest.mark.django_db

BEGINS = datetime(2030, 3, 7, 20, 0, tzinfo=ZoneInfo("Europe/Berlin"))


@pytest.fixture
def shop() -> Shop:
    make_shop("merchstand")
    return make_shop("nachtfalter")


def texts_of(shop: Shop, language: str = "de", **fields: Any) -> str:
    """All that the page of an event with these fields says, in one line."""
    make_event(shop, slug="show", **fields)
    return said(language)


def said(language: str = "de") -> str:
    markup = Visit(f"/nachtfalter/events/show?lang={language}").markup
    return " ".join(" ".join(text for tag, text in markup.texts if tag != "script").split())


class TestStates:
    """catalogue §4 "Event ticket tag"."""

    @proves(
        "catalogue §4",
        "sold out with its message in place of the selectors, before the presale with its date, on sale with "
        "the tag, sold elsewhere in a new tab",
    )
    def test_sold_out_says_its_message_in_place_of_the_selectors(self, shop: Shop) -> None:
        message = {"sold_out_message_de": "Wir winken aus Berlin.", "sold_out_message_en": "We wave from Berlin."}
        assert "Wir winken aus Berlin." in texts_of(shop, capacity=0, **message)
        english = Visit("/nachtfalter/events/show?lang=en")
        assert "We wave from Berlin." in english.html
        assert not english.markup.has("input", inputmode="numeric")

    @pytest.mark.parametrize(
        ("language", "text"),
        [
            ("de", "Der Vorverkauf startet am Donnerstag, 7. März 2030 um 20:00 Uhr."),
            ("en", "Thursday, 7 March 2030"),
        ],
    )
    def test_before_the_presale_it_says_when(self, shop: Shop, language: str, text: str) -> None:
        assert text in texts_of(shop, language, presale_at=BEGINS)

    def test_on_sale_the_tag_is_the_staffs_or_tickets(self, shop: Shop) -> None:
        make_event(shop, slug="show")
        assert ("h2", "Tickets") in Visit("/nachtfalter/events/show").markup.texts
        Event.objects.update(custom_tag="Zusatzkonzert", custom_tag_de="Zusatzkonzert", custom_tag_en="Extra night")
        assert ("h2", "Zusatzkonzert") in Visit("/nachtfalter/events/show").markup.texts
        assert ("h2", "Extra night") in Visit("/nachtfalter/events/show?lang=en").markup.texts

    def test_sold_elsewhere_it_opens_there_in_a_new_tab(self, shop: Shop) -> None:
        texts_of(shop, external_link="https://tickets.example/1", external_link_text_de="Zum Saal")
        visit = Visit("/nachtfalter/events/show")
        link = visit.markup.one("a", href="https://tickets.example/1", target="_blank")
        assert "noopener" in link["rel"]
        assert "Zum Saal" in said()


@proves(
    "catalogue §3, §9",
    "doors, start, stage, end, organiser and the company or person behind it; the wire says when the "
    "check-in opens, five days before; a hidden date stays hidden, in cart and order too",
)
def test_times_doors_until_and_organiser(shop: Shop) -> None:
    found = texts_of(
        shop,
        happening_from=BEGINS,
        door_time=BEGINS - timedelta(hours=1),
        stage_time=BEGINS + timedelta(minutes=30),
        happening_until=BEGINS + timedelta(hours=3),
        local_organizer="Lampenwerk e. V.",
        owning_company="Schall GmbH",
        owning_first_name="Ida",
        owning_last_name="Motte",
        owning_address="Ring 1",
        owning_address2="Hinterhaus",
        owning_post_code="1070",
        owning_city="Wien",
        owning_country_code="at",
    )
    for text in (
        "Einlass 19:00 Uhr", "Beginn 20:00 Uhr", "Bühne 20:30 Uhr", "Ende 23:00 Uhr", "Lampenwerk e. V.", "Schall GmbH",
        "Ida Motte", "Ring 1", "Hinterhaus", "AT-1070 Wien",
    ):  # fmt: skip
        assert text in found


def test_the_check_in_opens_five_days_before_unless_staff_say_otherwise(shop: Shop) -> None:
    make_event(shop, slug="show", happening_from=BEGINS, checkin=True)
    text = '{ event(id: "show") { checkInStartAt } }'
    assert ask(shop, text)["event"]["checkInStartAt"].startswith("2030-03-02T19:00:00")
    Event.objects.update(check_in_start_at=BEGINS - timedelta(days=1))
    assert ask(shop, text)["event"]["checkInStartAt"].startswith("2030-03-06T19:00:00")


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"owning_company": "Schall GmbH"}, "Schall GmbH"),
        ({"owning_first_name": "Ida", "owning_last_name": "Motte"}, "Ida Motte"),
        ({"owning_last_name": "Motte"}, "Motte"),
        ({}, ""),
    ],
)
def test_a_company_or_a_person_organises(shop: Shop, fields: dict[str, str], told: str) -> None:
    found = texts_of(shop, owning_address="Ring 1", owning_post_code="01099", owning_city="Dresden", **fields)
    assert (worded("LANG_EVENT_ORGANIZER") in found) is bool(told)
    assert (f"{told} Ring 1 01099 Dresden" in found) is bool(told)


def test_a_hidden_date_is_told_by_no_page_cart_or_order(shop: Shop, settings: Any) -> None:
    settings.GRAPHQL_SAFELIST_ONLY = False
    event = make_event(shop, slug="show", happening_from=BEGINS, checkin=True, hide_date=True)
    assert worded("LANG_EVENT_DATE_TBA") in said()
    assert "2030" not in said()
    guest = Guest(shop)
    (line,) = guest.add((first_variant(event), 1)).data["cart"]["items"]
    assert line["eventDate"] is None
    assert event_details(event) == "Knust, Hamburg"


class TestNotes:
    """What buyers have to know before they choose."""

    @proves(
        "catalogue §3, §5, §9, BGB § 312g",
        "notes: limit, forced amount and section, distance, that tickets cannot be returned, disclaimer, "
        "house rules, terms at their place, KulturPass, cleaned details, three related things",
    )
    @pytest.mark.parametrize(
        ("fields", "german", "english"),
        [
            ({"cart_limit": 4}, "Höchstens 4 Tickets pro Person", "4 tickets per person at most"),
            ({"force_ticket_amount": 2}, "Tickets gibt es hier nur zu je 2.", "Tickets are sold in packs of 2 here."),
            ({"force_ticket_amount": 2}, "Höchstens 8 Tickets pro Person", "8 tickets per person at most"),
            ({"force_section": "Parkett"}, "Alle Plätze liegen im Bereich Parkett.", "in section Parkett."),
            ({"distancing_amount": 2}, "2 m Abstand", "2 m"),
        ],
    )
    def test_of_each_field(self, shop: Shop, fields: dict[str, Any], german: str, english: str) -> None:
        assert german in texts_of(shop, **fields)
        assert english in said("en")

    def test_that_tickets_cannot_be_returned(self, shop: Shop) -> None:
        assert "kein Widerrufsrecht (§ 312g Abs. 2 Nr. 9 BGB)" in texts_of(shop)
        assert "no right of withdrawal for tickets with a fixed date (section 312g (2) no. 9 BGB)" in said("en")
        Event.objects.update(external_link="https://tickets.example/1")
        assert "Widerrufsrecht (" not in said(), "others sell them"

    @pytest.mark.parametrize(("text", "shown"), [("Ab 16.", True), ("Ab 18", False), (" Ab 18 ", False)])
    def test_a_disclaimer_counts_from_six_letters_on(self, shop: Shop, text: str, shown: bool) -> None:
        assert (text.strip() in texts_of(shop, disclaimer_text_de=text)) is shown

    def test_links_to_the_house_rules_and_to_the_terms_at_their_place(self, shop: Shop) -> None:
        texts_of(shop, policy_link="https://haus.example/", custom_terms_anchor="tickets")
        markup = Visit("/nachtfalter/events/show").markup
        assert markup.has("a", href="https://haus.example/", target="_blank")
        assert markup.has("a", href="/nachtfalter/terms#tickets", target="_blank")
        assert Visit("/nachtfalter/terms").markup.has("h2", id="tickets")

    def test_the_kulturpass_is_explained_and_linked(self, shop: Shop) -> None:
        found = texts_of(shop, kulturpass_url="https://pass.example/1")
        assert "bis zu 10 Minuten" in found
        markup = Visit("/nachtfalter/events/show").markup
        assert markup.has("a", href="https://pass.example/1", target="_blank")
        assert markup.has("a", href="/nachtfalter/kulturpass")
        Event.objects.update(kulturpass_url="")
        assert "KulturPass" not in said()

    def test_details_are_cleaned(self, shop: Shop) -> None:
        texts_of(shop, html_details_de='<p onclick="x()">Kein Blitz</p><script>alert(1)</script><iframe></iframe>')
        html = Visit("/nachtfalter/events/show").html
        assert "<p>Kein Blitz</p>" in html
        assert "alert(1)" not in html.partition('<script type="application/json"')[0]

    def test_at_most_three_related_things(self, shop: Shop) -> None:
        event = make_event(shop, slug="show")
        for number in range(4):
            event.related_products.add(make_product(shop, name=f"Hemd {number}"))
        assert len(set(re.findall(r"Hemd \d", said()))) == 3


class TestCategories:
    def category(self, event: Event, name: str, **fields: Any) -> ProductVariant:
        block = PricingCategory.objects.create(event=event, name_de=name, name_en=name, **fields)
        return make_variant(event=event, pricing_category=block, description=f"Karte {name}", price="20.00")

    @proves("catalogue §3", "pricing categories open, closed, without a heading, with an amount to type")
    def test_open_closed_and_without_a_heading(self, shop: Shop) -> None:
        event = make_event(shop, slug="show")
        self.category(event, "Default", expanded=False)
        self.category(event, "Parkett", order=1)
        self.category(event, "Rang", order=2, expanded=False)
        markup = Visit("/nachtfalter/events/show").markup
        assert [text for tag, text in markup.texts if tag == "h3"][:2] == ["Parkett", "Rang"]
        blocks = [attrs for tag, attrs in markup.tags if tag == "details" and attrs["class"] == "mb-4"]
        assert ["open" in one for one in blocks] == [True, False]

    @pytest.mark.parametrize("fields", [{"section": "many"}, {"hide_buttons": True}])
    def test_an_amount_without_buttons(self, shop: Shop, fields: dict[str, Any]) -> None:
        event = make_event(shop, slug="show")
        self.category(event, "Parkett", **fields)
        markup = Visit("/nachtfalter/events/show").markup
        assert markup.has("button", **{"aria-label": "Eins mehr: Normal"})
        assert ("label", "Anzahl: Karte Parkett") in markup.texts
        assert not markup.has("button", **{"aria-label": "Eins mehr: Karte Parkett"})


class TestFirstAmounts:
    """Nothing is chosen for visitors unless staff set an amount (catalogue §5)."""

    @proves("catalogue §5", "the amount that staff set, none unless set, of the only ticket or the one marked")
    @pytest.mark.parametrize(
        ("fields", "amount"),
        [
            ({}, "0"),
            ({"default_amount": 2}, "2"),
            ({"default_amount": 1}, "1"),
            ({"default_amount": 0}, "0"),
            ({"default_amount": 2, "cart_limit": 1}, "1"),
            ({"default_amount": 2, "force_ticket_amount": 3}, "3"),
            ({"force_ticket_amount": 3}, "0"),
            ({"default_amount": 2, "force_ticket_amount": 3, "cart_limit": 2}, "0"),
        ],
    )
    def test_of_the_only_ticket(self, shop: Shop, fields: dict[str, Any], amount: str) -> None:
        make_event(shop, slug="show", **fields)
        assert self.amounts() == [amount]

    def test_of_the_ticket_that_is_chosen_at_first(self, shop: Shop) -> None:
        event = make_event(shop, slug="show", default_amount=2)
        make_variant(event=event, description="Ermäßigt", price="20.00", order=1)
        assert self.amounts() == ["0", "0"]
        event.variants.filter(order=1).update(is_default=True)
        assert self.amounts() == ["0", "2"]

    @proves("catalogue §4", "an online and a printed ticket of one name are one choice")
    def test_an_online_and_a_printed_ticket_are_one_choice(self, shop: Shop) -> None:
        event = make_event(shop, slug="show", price="30.00", only_online_tickets=False, default_amount=2)
        make_variant(event=event, description="Normal", price="34.00", physical=True, order=1)
        assert self.amounts() == ["2"]
        assert worded("LANG_TICKET_EITHER") in said()
        assert "ab 30,00 €" in said()

    def amounts(self) -> list[str]:
        markup = Visit("/nachtfalter/events/show").markup
        return [attrs["value"] for tag, attrs in markup.tags if attrs.get("inputmode") == "numeric"]


@proves("catalogue §3", "the leading event heads its tour")
def test_the_leading_event_heads_its_tour(shop: Shop) -> None:
    first = make_event(shop, name="Erster", happening_from=BEGINS)
    lead = make_event(shop, name="Großer", happening_from=BEGINS + timedelta(days=1), leads=True)
    make_tour(shop, slug="tour", events=[first, lead])
    visit = Visit("/nachtfalter/tours/tour")
    before, heading, _after = visit.html.partition(worded("LANG_TOUR_LEADS"))
    assert heading and f"/events/{lead.slug}" not in before
    Event.objects.update(leads=False)
    assert worded("LANG_TOUR_LEADS") not in Visit("/nachtfalter/tours/tour").html
    Event.objects.update(leads=True, happening_from=timezone.now() - timedelta(days=1))
    assert worded("LANG_TOUR_LEADS") not in Visit("/nachtfalter/tours/tour").html


@proves("catalogue §7", "the organiser and the KulturPass link by the event's id")
@pytest.mark.parametrize(
    ("operation", "expected"),
    [
        ("KULTURPASS_URL", {"kulturpassUrl": "https://pass.example/1"}),
        ("ORGANIZER", {"localOrganizer": "Lampenwerk e. V.", "owningCompanyAddress": None}),
    ],
)
def test_clients_ask_for_one_thing_by_the_events_id(shop: Shop, operation: str, expected: dict[str, Any]) -> None:
    event = make_event(shop, kulturpass_url="https://pass.example/1", local_organizer="Lampenwerk e. V.")
    answer = persisted(operation, eventId=str(event.pk))
    assert answer["data"]["event"] == {"__typename": "Event", "id": str(event.pk), **expected}


def persisted(operation: str, shop: str = "nachtfalter", **variables: str) -> dict[str, Any]:
    extensions = {"persistedQuery": {"version": 1, "sha256Hash": persisted_queries().newest[operation]}}
    asked = {"extensions": extensions, "variables": variables}
    query = "&".join(f"{name}={quote(json.dumps(value))}" for name, value in asked.items())
    answer: dict[str, Any] = Client(HTTP_HOST="localhost").get(f"/api/v2/shops/{shop}/graphql?locale=de&{query}").json()
    return answer


class TestByTicket:
    """catalogue §7 "event by ticket id"."""

    @proves(
        "catalogue §7",
        "an event by the id of one of its tickets, as far as the shop shows it, in one statement; else Not Found",
    )
    def test_a_ticket_leads_to_its_event(self, shop: Shop) -> None:
        event = make_event(shop, slug="show", happening_from=timezone.now() - timedelta(days=1))
        make_event(shop, slug="other")
        found = persisted("EVENT_BY_TICKET", ticketId=str(first_variant(event).pk))["data"]["eventByTicket"]
        assert (found["id"], found["slug"]) == (str(event.pk), "show")

    def test_in_one_statement(self, shop: Shop) -> None:
        text = "query($id: ID!) { eventByTicket(ticketId: $id) { id name price venue { name } } }"
        event = make_event(shop)
        assert statements(shop, text, id=str(first_variant(event).pk)) == 1
        for _ in range(3):
            make_variant(event=event)
        assert statements(shop, text, id=str(first_variant(event).pk)) == 1

    def test_what_is_no_ticket_here_is_not_found(self, shop: Shop) -> None:
        elsewhere, gated = make_shop("kellerkind"), make_shop("geheim")
        AccessCode.objects.create(shop=gated, code="ROTLICHT")
        slip = make_event(gated)
        slip.listed_in.add(shop)  # by mistake
        tickets = [
            make_event(elsewhere).variants.get().pk,
            slip.variants.get().pk,
            make_event(shop, active=False).variants.get().pk,
            make_product(shop).variants.get().pk,
            0, 2**70, "show",
        ]  # fmt: skip
        make_event(shop, slug="show")
        for ticket in tickets:
            answer = persisted("EVENT_BY_TICKET", ticketId=str(ticket))
            assert answer["data"] == {"eventByTicket": None}
            (error,) = answer["errors"]
            assert error["extensions"]["code"] == "NOT_FOUND"
        refused = persisted("EVENT_BY_TICKET", shop="geheim", ticketId=str(slip.variants.get().pk))
        assert refused["errors"][0]["extensions"]["code"] == "ACCESS_CODE_REQUIRED"
