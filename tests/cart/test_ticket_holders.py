"""Whose ticket it is: a row of its own from the cart to the order, and the two ways to write it."""

import json
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core import mail as outbox
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from cart.actions import AddRequest, add_to_cart, personalise
from cart.errors import PersonalisationInvalid, PersonalisationLink
from cart.models import Cart, CartLine, TicketHolder
from cart.rules import MAX_PERSONALISATION
from cart.ticket_holders import LONGEST, PARTS, REQUIRED_PARTS, checked_parts, holder_json, holder_text
from catalogue.models import Event, ProductVariant
from checkout.mails.together import send_with_others
from checkout.models import OrderLine, Placement
from checkout.tasks import erase_ticket_holders, forget_names_of_carts
from shop.models import Mail
from tests.checkout.confirming import confirm
from tests.factories import first_variant, make_event, make_product, make_shop
from tests.guest import Guest
from tests.proofs import proves


def test_parts_are_joined_and_read_again() -> None:
    holder = TicketHolder(first_name="Mira", last_name="Falk", address="Hafenstraße 12", phone="+49 40 123")
    assert holder_text(holder) == "Mira+Falk+Hafenstraße 12++49 40 123"
    assert checked_parts(holder_text(holder)) == {part: getattr(holder, part) for part in PARTS}
    assert holder_text(TicketHolder(first_name="Mira", last_name="Falk")) == "Mira+Falk"
    assert checked_parts("Mira") == {"first_name": "Mira"}


@given(st.lists(st.text(st.characters(exclude_characters="+", exclude_categories=["C", "Z"]), max_size=40), max_size=4))
def test_what_was_joined_is_read_as_it_was(parts: list[str]) -> None:
    holder = TicketHolder(**dict(zip(PARTS, parts, strict=False)))
    assert holder_text(TicketHolder(**checked_parts(holder_text(holder)))) == holder_text(holder)


@pytest.mark.parametrize("part", PARTS)
def test_a_part_that_is_too_long_is_refused_with_its_limit(part: str) -> None:
    texts = dict.fromkeys(PARTS, "x") | {part: "x" * (LONGEST[part] + 1)}
    with pytest.raises(PersonalisationInvalid) as told:
        checked_parts("+".join(texts.values()))
    assert told.value.extensions == {"limit": LONGEST[part]}


@proves(
    "purchase §5", "personalisation: required, 80 characters, can be changed; server and browser know the same limits"
)
def test_the_browser_knows_the_same_limits() -> None:
    """Its test (frontend/src/features/cart/model/holders.test.ts) reads the same file."""
    limits = json.loads(Path(__file__).parent.with_name("holder_limits.json").read_text())
    assert limits["personalisation"] == MAX_PERSONALISATION
    assert limits["parts"] == LONGEST
    assert limits["asked"] == {key: list(parts) for key, parts in REQUIRED_PARTS.items()}


def test_a_ticket_says_its_holder_as_json() -> None:
    holder = TicketHolder(first_name="Mira", last_name="Falk", erase_after=timezone.localdate())
    told = json.loads(holder_json(holder, checked_in=True, expires_on=timezone.localdate()))
    assert (told["first_name"], told["checked_in"]) == ("Mira", True)
    assert told["expires_on"] == timezone.localdate().isoformat()
    assert json.loads(holder_json(None, checked_in=True, expires_on=date(2030, 3, 1))) == {
        "checked_in": True, "expires_on": "2030-03-01",
    }  # fmt: skip


@pytest.fixture
def guest(db: None, settings: Any) -> Guest:
    settings.GRAPHQL_SAFELIST_ONLY = False
    return Guest(make_shop())


@proves(
    "purchase §3, §5",
    "a ticket's holder is a row of its own from the cart to the order, erased 28 days after the event; "
    "both ways of the specs to write it",
)
@pytest.mark.django_db
def test_a_name_goes_from_the_cart_into_the_order_as_one_row(guest: Guest) -> None:
    event = make_event(guest.shop, price="0.00", capacity=5)
    ticket = first_variant(event)
    added = guest.add((ticket, 2), text="Mira+Falk").data["cart"]
    assert [item["personalIdentifier"] for item in added["items"]] == ["Mira+Falk"] * 2
    first, second = CartLine.objects.order_by("created_at", "pk")
    assert (first.personal_identifier, TicketHolder.objects.count()) == ("", 2)
    last_day = timezone.localdate(event.happening_until or event.happening_from)
    assert first.ticket_holder.erase_after == last_day + timedelta(days=28)
    renamed = guest.patch(f"cart/items/{second.pk}", {"personal_identifier": "Jo+Brandt"}).json()
    assert sorted(item["personal_identifier"] for item in renamed["items"]) == ["Jo+Brandt", "Mira+Falk"]
    guest.enter_address()
    order = guest.place().data["order"]
    assert sorted(item["personalIdentifier"] for item in order["items"]) == ["Jo+Brandt", "Mira+Falk"]
    assert {str(line.ticket_holder) for line in OrderLine.objects.all()} == {"Mira Falk", "Jo Brandt"}
    assert TicketHolder.objects.count() == 2
    assert not OrderLine.objects.exclude(personal_identifier="").exists()


@pytest.mark.django_db
def test_a_refused_name_changes_nothing(guest: Guest) -> None:
    ticket = first_variant(make_event(guest.shop))
    session, contents, _shifts = add_to_cart(
        shop=guest.shop, session=None, language="de",
        requests=[AddRequest(ticket.pk, 1, personal_identifier="Mira+Falk")],
    )  # fmt: skip
    line = contents.cart.lines.get()
    for text, error in (("x" * 41, PersonalisationInvalid), ("www.spam.example", PersonalisationLink)):
        with pytest.raises(error):
            personalise(session=session, texts={str(line.pk): text})
        with pytest.raises(error):
            add_to_cart(
                shop=guest.shop, session=session, language="de",
                requests=[AddRequest(ticket.pk, 1, personal_identifier=text)],
            )  # fmt: skip
    assert [str(one) for one in TicketHolder.objects.all()] == ["Mira Falk"]
    personalise(session=session, texts={str(line.pk): ""})
    assert not TicketHolder.objects.exists()


@pytest.mark.django_db
def test_names_are_erased_after_the_event_and_the_line_stays(guest: Guest) -> None:
    ticket = first_variant(make_event(guest.shop, price="0.00"))
    guest.add((ticket, 1), text="Mira+Falk")
    guest.enter_address()
    guest.place()
    forget_names_of_carts(timestamp=0)
    TicketHolder.objects.update(erase_after=timezone.localdate() - timedelta(days=1))
    erase_ticket_holders(timestamp=0)
    assert TicketHolder.objects.count() == 1, "its event was postponed"
    Event.objects.update(happening_from=timezone.now() - timedelta(days=29), happening_until=None)
    TicketHolder.objects.update(erase_after=timezone.localdate())
    erase_ticket_holders(timestamp=0)
    assert TicketHolder.objects.count() == 1, "not before the day is over"
    TicketHolder.objects.update(erase_after=timezone.localdate() - timedelta(days=1))
    erase_ticket_holders(timestamp=0)
    assert not TicketHolder.objects.exists()
    assert OrderLine.objects.get().ticket_holder is None


@pytest.mark.django_db
def test_names_in_carts_that_became_nothing_are_forgotten(guest: Guest) -> None:
    ticket = first_variant(make_event(guest.shop))
    kept = guest.add((ticket, 1), text="Mira+Falk").data["cart"]["items"][0]["id"]
    removed = next(
        item["id"] for item in guest.add((ticket, 1), text="Jo+Brandt").data["cart"]["items"] if item["id"] != kept
    )
    guest.ask("REMOVEFROMCART", input={"itemId": removed})
    forget_names_of_carts(timestamp=0)
    assert [str(one) for one in TicketHolder.objects.all()] == ["Mira Falk"]
    Cart.objects.update(state=Cart.State.EXPIRED)
    forget_names_of_carts(timestamp=0)
    assert not TicketHolder.objects.exists()


# --- events that ask for names

WHOLE = {"check_in_required": "Mira+Falk", "contact_tracing_required": "Mira+Falk+Hafenstraße 12, Hamburg++49 40 123"}


def ticket_asking(guest: Guest, requirement: str, **values: Any) -> ProductVariant:
    return first_variant(make_event(guest.shop, personalization_requirement=requirement, **values))


def named(guest: Guest, line: str, text: str) -> Any:
    return guest.patch(f"cart/items/{line}", {"personal_identifier": text}).json()


def named_at_once(guest: Guest, texts: dict[str, str]) -> Any:
    items = [{"id": line, "personal_identifier": text} for line, text in texts.items()]
    return guest.patch("cart/items", {"items": items}).json()


@proves(
    "purchase §5, §6, §7",
    "an event may ask for its tickets' holders: names, or names, address and phone; a part of that is "
    "refused with what is missing, several tickets are named in one call or none; without a requirement "
    "it stays optional",
)
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("requirement", "text", "missing"),
    [
        ("check_in_required", "", ["first_name", "last_name"]),
        ("check_in_required", " + ", ["first_name", "last_name"]),
        ("contact_tracing_required", "++Hafenstraße 12+040 123", ["first_name", "last_name"]),
        ("contact_tracing_required", "Suharto", ["address", "phone"]),
        ("contact_tracing_required", "Mira+Falk", ["address", "phone"]),
        ("contact_tracing_required", "Mira+Falk+Hafenstraße 12", ["phone"]),
        ("contact_tracing_required", "Mira+Falk++040 123", ["address"]),
    ],
)
def test_what_lacks_a_part_is_refused_where_the_event_asks(
    guest: Guest, requirement: str, text: str, missing: list[str]
) -> None:
    ticket = ticket_asking(guest, requirement)
    (item,) = guest.add((ticket, 1)).data["cart"]["items"]
    assert (item["personalizationRequirement"], item["personalIdentifier"]) == (requirement, "")
    refused = named(guest, item["id"], text)
    assert (refused["code"], refused["missing"], refused["itemId"]) == (
        "PERSONALISATION_MISSING", missing, item["id"],
    )  # fmt: skip
    if text.strip():
        refusal = guest.add((ticket, 1), text=text).refusal
        assert (refusal["code"], refusal["missing"]) == ("PERSONALISATION_MISSING", missing)
    assert not TicketHolder.objects.exists()
    whole = named(guest, item["id"], WHOLE[requirement])
    assert [one["personal_identifier"] for one in whole["items"]] == [WHOLE[requirement]]


@proves("docs/decisions/0078", "a ticket's holder with one name has it in whichever field they write it")
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "kept"), [("Suharto", "Suharto"), ("Suharto+", "Suharto"), (" + Suharto ", "+Suharto")]
)
def test_one_name_is_enough_where_the_event_asks(guest: Guest, text: str, kept: str) -> None:
    ticket = ticket_asking(guest, "check_in_required", price="0.00")
    (one,) = guest.add((ticket, 1), text=text).data["cart"]["items"]
    assert one["personalIdentifier"] == kept
    (named_later,) = (item for item in guest.add((ticket, 1)).data["cart"]["items"] if item["id"] != one["id"])
    named(guest, named_later["id"], text)
    guest.enter_address()
    assert {item["personalIdentifier"] for item in guest.place().data["order"]["items"]} == {kept}
    assert {str(holder) for holder in TicketHolder.objects.all()} == {"Suharto"}


@pytest.mark.django_db
def test_who_is_asked_for_no_name_may_give_half_of_one(guest: Guest) -> None:
    (item,) = guest.add((ticket_asking(guest, "no_personalization_required"), 1), text="Mira").data["cart"]["items"]
    assert named(guest, item["id"], "+Falk")["items"][0]["personal_identifier"] == "+Falk"


AS_JSON = {"first_name": "Mira", "last_name": "Falk", "checked_in": False, "expires_on": "2027-01-21"}


@proves("purchase §3, §7", "a ticket's holder may be written as its JSON wherever a line is named; a text stays a text")
@pytest.mark.django_db
def test_a_holder_may_be_written_as_json(guest: Guest) -> None:
    ticket = ticket_asking(guest, "check_in_required")
    (item,) = guest.add((ticket, 1), text=json.dumps(AS_JSON)).data["cart"]["items"]
    assert item["personalIdentifier"] == "Mira+Falk"
    renamed = named(guest, item["id"], json.dumps(AS_JSON | {"first_name": "Jo", "phone": ""}))
    assert renamed["items"][0]["personal_identifier"] == "Jo+Falk"
    for wrong, code in (
        ('{"first_name": ""}', "PERSONALISATION_MISSING"),
        ("{", "PERSONALISATION_TOO_LONG"),
        (json.dumps(AS_JSON | {"last_name": "x" * 41}), "PERSONALISATION_TOO_LONG"),
    ):
        refused = named(guest, item["id"], wrong)
        assert (refused["code"], refused["itemId"]) == (code, item["id"])
    mug = first_variant(make_product(guest.shop, personalised=True))
    assert guest.add((mug, 1), text='{"a": 1}').data["cart"]["items"][-1]["personalIdentifier"] == '{"a": 1}'


@pytest.mark.django_db
def test_several_lines_are_named_at_once_or_none(guest: Guest) -> None:
    ticket, mug = ticket_asking(guest, "check_in_required"), first_variant(make_product(guest.shop, personalised=True))
    guest.add((mug, 1), text="MIRA")
    lines = [item["id"] for item in guest.add((ticket, 2)).data["cart"]["items"]]
    texts = dict(zip(lines, ("PLATZ", "Mira+Falk", "Jo+Brandt"), strict=True))
    told = named_at_once(guest, texts)
    assert {item["id"]: item["personal_identifier"] for item in told["items"]} == texts
    for wrong, code in (("+", "PERSONALISATION_MISSING"), ("x" * 41 + "+y", "PERSONALISATION_TOO_LONG")):
        refused = named_at_once(guest, texts | {lines[1]: "Neu+Name", lines[2]: wrong})
        assert (refused["code"], refused["itemId"]) == (code, lines[2])
    assert named_at_once(guest, {lines[1]: "Neu+Name", "0": "x+y"})["code"] == "CART_ITEM_NOT_FOUND"
    assert guest.patch("cart/items", {"items": []}).json()["code"] == "INVALID_INPUT"
    assert {item["id"]: item["personalIdentifier"] for item in guest.cart()["items"]} == texts
    assert sorted(map(str, TicketHolder.objects.all())) == ["Jo Brandt", "Mira Falk"]


@proves(
    "purchase §5, §6",
    "no order while a ticket lacks its holder, whenever the event began to ask; HOLDERS_MISSING names "
    "the lines and costs no statement",
)
@pytest.mark.django_db
@pytest.mark.parametrize("requirement", WHOLE)
def test_no_order_before_each_ticket_has_its_holder(guest: Guest, requirement: str) -> None:
    ticket = ticket_asking(guest, requirement, price="0.00")
    guest.add((first_variant(make_event(guest.shop, price="0.00")), 1))
    lines = [item["id"] for item in guest.add((ticket, 2)).data["cart"]["items"]]
    guest.enter_address()
    named(guest, lines[1], WHOLE[requirement])
    refusal = guest.place().refusal
    assert (refusal["code"], refusal["itemIds"]) == ("HOLDERS_MISSING", [lines[2]])
    assert not OrderLine.objects.exists()
    named(guest, lines[2], WHOLE[requirement])
    order = guest.place().data["order"]
    assert [item["personalIdentifier"] for item in order["items"]] == ["", *[WHOLE[requirement]] * 2]


@pytest.mark.django_db
def test_an_event_that_asks_for_more_meanwhile_gets_no_order_without_it(guest: Guest) -> None:
    ticket = ticket_asking(guest, "check_in_required", price="0.00")
    (item,) = guest.add((ticket, 1), text="Mira+Falk").data["cart"]["items"]
    guest.enter_address()
    event = Event.objects.get()
    event.personalization_requirement = Event.Personalization.CONTACT_TRACING
    event.save()
    assert guest.place().refusal["itemIds"] == [item["id"]]


FORGED = "Mira\n\nIBAN: DE89 3704 0044 0532 0130 00\nVerwendungszweck: 1234+Falk"


def refused(guest: Guest, ticket: ProductVariant, text: str, way: str) -> str:
    """Why a ticket gets no such holder; "" if it does."""
    if way == "put in":
        told = guest.add((ticket, 1), text=text)
        return str(told.refusal["code"]) if "errors" in told.body else ""
    if not CartLine.objects.exists():
        guest.add((ticket, 1))
    line = CartLine.objects.get()
    return str(named(guest, str(line.pk), text).get("code", ""))


@proves(
    "docs/decisions/0022",
    "what a link is, to a page, a mailbox or an account, is one rule in addresses, names on tickets, "
    "texts and browser; names and addresses take no `@ < >`",
)
@pytest.mark.django_db
@pytest.mark.parametrize("way", ["put in", "changed"])
def test_a_name_is_one_line_of_what_is_seen_and_leads_nowhere(guest: Guest, way: str) -> None:
    ticket = first_variant(make_event(guest.shop))
    assert refused(guest, ticket, "Mi\u202era\r\n\tAda +\x1bFalk\u2028\x07", way) == ""
    for text in (FORGED, "Mira+user@evil.de", "Mira+<b>Falk</b>", "DE89 3704 0044+0532 0130 00", "Mira+@"):
        assert refused(guest, ticket, text, way) == "PERSONALISATION_LINK"
    holder = TicketHolder.objects.get()
    assert (holder.first_name, holder.last_name) == ("Mira Ada", "Falk")


@pytest.mark.django_db
def test_what_is_printed_is_one_line_of_what_is_seen_and_leads_nowhere(guest: Guest) -> None:
    mug = first_variant(make_product(guest.shop, personalised=True))
    (line,) = guest.add((mug, 1), text=" I <3\n\u202eMira \x07@ Hamburg").data["cart"]["items"]
    assert line["personalIdentifier"] == "I <3 Mira @ Hamburg"
    assert named(guest, line["id"], "\U0001f468\u200d\U0001f3a4\u2028\x1bMIRA")["items"][0]["personal_identifier"] == (
        "\U0001f468\u200d\U0001f3a4 MIRA"
    )
    for text in (FORGED, "user@evil.de", "IBAN:DE89370400440532013000"):
        assert named(guest, line["id"], text)["code"] == "PERSONALISATION_LINK"
    assert named(guest, line["id"], "\u200b\u200d\n")["code"] == "PERSONALISATION_MISSING"


@proves(
    "docs/decisions/0022",
    "of addresses, names on tickets and texts one line is kept, without what nobody sees; nothing writes "
    "a line of its own into a mail",
)
@pytest.mark.django_db
def test_no_name_and_no_address_writes_a_line_of_its_own_into_a_mail(guest: Guest, settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    assert guest.add((first_variant(make_event(guest.shop, price="0.00")), 1), text="Mira\nAn: X+Fa\u2028Y").data
    assert guest.enter_address(first_name="Mira\nAn: X", company="\x1bBand\u2029Y").status_code == 200
    guest.place()
    confirm(Placement.objects.get())
    send_with_others(str(Mail.objects.get(kind="confirmation").pk))
    lines = str(outbox.outbox[-1].body).splitlines()
    assert [line.strip() for line in lines if "An:" in line and "Für" in line] == ["Für: Mira An: X Fa Y"]
    assert "Band Y" in lines and not [line for line in lines if line.strip().startswith(("An:", "Y"))]
