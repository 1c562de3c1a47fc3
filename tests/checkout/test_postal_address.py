"""Which carts need a postal address, and what happens to orders without one (docs/decisions/0093)."""

from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail as outbox
from django.test import Client

from cart.actions import apply_payment_code
from cart.models import Address
from catalogue.models import Event, ProductVariant
from checkout.actions import place_order
from checkout.actions.changes.readdressing import change_addresses
from checkout.actions.refunds.giving_back import StepOutcome
from checkout.admin.order_changes import AddressForm
from checkout.errors import AddressIncomplete, OrderAddressMissing
from checkout.invoices.data import invoice_xml
from checkout.invoices.documents import invoice_pdf
from checkout.models import Order
from checkout.rules import AddressReason, address_errors, needs_postal_address
from shop.core.errors import FieldErrors
from shop.models import Shop
from tests.checkout.giving_back import action_by
from tests.checkout.invoicing import bought, run_invoice_jobs, seller
from tests.checkout.merging import merge
from tests.checkout.placing import checkout_of, click_of, place, ready_cart
from tests.checkout.schematron import broken_rules
from tests.checkout.steps import write_mails
from tests.factories import first_variant, make_event, make_payment_code, make_product, make_shop, make_variant
from tests.guest import Guest
from tests.pdf_words import words_of
from tests.proofs import proves
from tests.sample_address import ADDRESS
from tests.staff import log_in, text_of

SHORT = ADDRESS | {"address": "", "post_code": "", "city": ""}
NO_STREET: Any = {"address": "", "post_code": "", "city": ""}
SHIPPED = AddressReason(Decimal(0), physical=True)
E_TICKET = AddressReason(Decimal(30))
WANTED = AddressReason(Decimal(0), event_wants_it=True)
DOWNLOAD = AddressReason(Decimal(9), has_vat_by_place=True)
FREE_DOWNLOAD = AddressReason(Decimal(0), has_vat_by_place=True)


@proves("purchase §5", "e-tickets up to 250 euros and what is free need no postal address")
@pytest.mark.parametrize(
    ("lines", "total", "needed"),
    [
        ([], "0", False),
        ([E_TICKET], "30", False),
        ([E_TICKET], "250.00", False),
        ([E_TICKET], "250.01", True),
        ([SHIPPED], "0", True),
        ([E_TICKET, SHIPPED], "50", True),
        ([WANTED], "0", True),
        ([E_TICKET, WANTED], "30", True),
        ([DOWNLOAD], "9", True),
        ([FREE_DOWNLOAD], "0", False),
    ],
)
def test_which_carts_need_a_postal_address(lines: list[AddressReason], total: str, needed: bool) -> None:
    assert needs_postal_address(lines, Decimal(total)) is needed


def test_a_short_address_still_names_a_person_and_a_country() -> None:
    assert address_errors(SHORT, "billing_address", {"de"}, postal=False) == {}
    nobody = dict.fromkeys(SHORT, "")
    assert set(address_errors(nobody, "billing_address", {"de"}, postal=False)) == {
        "billing_address.first_name", "billing_address.last_name", "billing_address.country_code",
    }  # fmt: skip
    long = SHORT | {"city": "x" * 61, "address": "https://example.org"}
    assert {name: one[0]["code"] for name, one in address_errors(long, "a", {"de"}, postal=False).items()} == {
        "a.city": "too_long", "a.address": "link",
    }  # fmt: skip


@pytest.fixture
def shop(db: None) -> Shop:
    return make_shop()


def e_ticket(shop: Shop, price: str = "30.00", **fields: Any) -> ProductVariant:
    return first_variant(make_event(shop, price=price, cart_limit=20, **fields))


def refused_fields(guest: Guest) -> set[str]:
    answer = guest.enter_address(**NO_STREET)
    assert answer.status_code in (200, 400), answer.content
    return set(answer.json().get("errors", {}))


POSTAL_FIELDS = {"billing_address.address", "billing_address.post_code", "billing_address.city"}


@proves("purchase §5", "e-tickets up to 250 euros and what is free need no postal address")
@pytest.mark.usefixtures("open_wire")
class TestOnTheWire:
    def test_e_tickets_are_ordered_by_name_email_and_country(self, shop: Shop) -> None:
        guest = Guest(shop)
        guest.add((e_ticket(shop), 2))
        answer = guest.enter_address(**NO_STREET)
        assert answer.status_code == 200 and answer.json()["needs_postal_address"] is False
        assert guest.choose().status_code == 200
        assert guest.place().data["order"]["reference"]
        assert Order.objects.get().billing_address.country_code == "de"

    @pytest.mark.parametrize(
        ("price", "amount", "fields"),
        [("30.00", 9, {}), ("0.00", 1, {"needs_postal_address": True})],
        ids=["above 250 euros", "an event that wants it"],
    )
    def test_some_tickets_need_it(self, shop: Shop, price: str, amount: int, fields: dict[str, bool]) -> None:
        guest = Guest(shop)
        guest.add((e_ticket(shop, price, **fields), amount))
        assert refused_fields(guest) == POSTAL_FIELDS
        assert guest.enter_address().json()["needs_postal_address"] is True

    def test_printed_tickets_goods_and_taxed_downloads_need_it_and_vouchers_do_not(self, shop: Shop) -> None:
        evening = make_event(shop, only_online_tickets=False)
        printed = make_variant(event=evening, physical=True, price="30.00")
        kinds: tuple[Any, ...] = ({}, {"vat_rate": 0})
        download, voucher = (
            make_variant(product=make_product(shop, variants=(), **fields), physical=False) for fields in kinds
        )
        shirt = first_variant(make_product(shop))
        needed = {}
        for name, thing in {"printed": printed, "download": download, "voucher": voucher, "shirt": shirt}.items():
            guest = Guest(shop)
            assert guest.add((thing, 1)).data
            needed[name] = refused_fields(guest)
        assert needed == {"printed": POSTAL_FIELDS, "download": POSTAL_FIELDS, "shirt": POSTAL_FIELDS, "voucher": set()}

    def test_a_separate_delivery_address_is_whole_too(self, shop: Shop) -> None:
        guest = Guest(shop)
        guest.add((first_variant(make_product(shop)), 1))
        body = {"billing_address": ADDRESS, "shipping_address": SHORT, "email": "mira@example.org"}
        assert set(guest.patch("cart/address", body).json()["errors"]) == {
            field.replace("billing", "shipping") for field in POSTAL_FIELDS
        }

    def test_goods_need_it_of_the_delivery_address_too(self, shop: Shop) -> None:
        guest = Guest(shop)
        guest.add((e_ticket(shop), 1))
        body = {"billing_address": ADDRESS, "shipping_address": SHORT, "email": "mira@example.org"}
        assert guest.patch("cart/address", body).status_code == 200
        guest.add((first_variant(make_product(shop)), 1))
        assert guest.choose().status_code == 200
        assert guest.place().refusal["code"] == "ADDRESS_INCOMPLETE"
        assert not Order.objects.exists()


@proves("purchase §4", "every gate is checked again when placing")
class TestPlacing:
    def test_goods_added_after_the_address_step_need_it(self, shop: Shop) -> None:
        session, _request = ready_cart((e_ticket(shop), 1), (first_variant(make_product(shop)), 1))
        Address.objects.update(**NO_STREET)
        with pytest.raises(AddressIncomplete):
            place_order(session=session, request=click_of(session, "key"))
        assert not Order.objects.exists()

    def test_an_event_that_wants_it_since_then(self, shop: Shop) -> None:
        session, request = ready_cart((e_ticket(shop), 1), **NO_STREET)
        Event.objects.update(needs_postal_address=True)
        with pytest.raises(AddressIncomplete):
            place_order(session=session, request=request)

    def test_what_a_payment_code_pays_is_invoiced_too(self, shop: Shop) -> None:
        ticket = e_ticket(shop, "130.00", kulturpass_url="https://kulturpass.example/1")
        session, _request = ready_cart((ticket, 2))
        apply_payment_code(session=session, code=make_payment_code(ticket.event, value="130.00"))
        checkout = checkout_of(session)
        assert (checkout.due, checkout.needs_postal_address) == (Decimal("130.00"), True)


@proves("purchase §4", "a cart that needs a postal address joins no order without one")
class TestJoining:
    def test_the_order_has_none(self, shop: Shop) -> None:
        ticket = e_ticket(shop, "130.00")
        session, request = ready_cart((ticket, 1), **NO_STREET)
        order = place_order(session=session, request=request).order
        session, _request = ready_cart((ticket, 1))
        assert merge(session, into=order, key="small").order == order
        session, _request = ready_cart((ticket, 2))
        with pytest.raises(OrderAddressMissing):
            merge(session, into=order, key="large")
        assert order.placements.count() == 2

    def test_the_order_has_one(self, shop: Shop) -> None:
        ticket = e_ticket(shop, "130.00")
        order = place((ticket, 1)).order
        session, _request = ready_cart((ticket, 2))
        assert merge(session, into=order, key="large").order == order


@proves("law IN-1", "an invoice up to 250 euros without the buyer's address has no empty lines and is valid data")
@pytest.mark.django_db
def test_a_small_invoice_without_an_address() -> None:
    shop = seller("nachtfalter", name="Nachtfalter", seller_name="Nachtfalter GbR")
    placement = bought((e_ticket(shop), 1), company="Łódź & Söhne GmbH", **NO_STREET)
    run_invoice_jobs()
    invoice = placement.invoices.get()
    assert invoice.content["buyer"]["lines"] == ["Łódź & Söhne GmbH", "Mira Falk", "Deutschland"]
    assert broken_rules(invoice_xml(invoice)) == []
    assert "Mira Falk" in " ".join(words_of(invoice_pdf(invoice)))


@proves("purchase §9", "mails and staff's page of an order without a street show no empty lines")
@pytest.mark.django_db
def test_mails_and_staffs_page_have_no_empty_lines(shop: Shop, client: Client) -> None:
    session, request = ready_cart((e_ticket(shop), 1), **NO_STREET)
    order = place_order(session=session, request=request).order
    write_mails()
    message = outbox.outbox[-1]
    assert "Mira Falk\nDeutschland\n" in message.body
    html = str(message.alternatives[0][0])  # type: ignore[attr-defined]
    assert "Mira Falk<br>Deutschland" in html
    log_in(client)
    assert "Mira Falk<br>Deutschland<br>" in text_of(client.get(f"/admin/checkout/order/{order.pk}/change/"))
    assert str(Address.objects.get(pk=order.billing_address_id)) == "Mira Falk"


@proves("law J14", "staff correct an order's addresses by the rule of its buyers")
@pytest.mark.django_db
@pytest.mark.parametrize("needed", [False, True])
def test_staff_may_leave_out_what_its_buyer_need_not_give(shop: Shop, staff: User, needed: bool) -> None:
    order = place((e_ticket(shop, needs_postal_address=needed), 1)).order

    def leave_out() -> StepOutcome:
        return change_addresses(order=order, shipping=SHORT, billing=SHORT, action=action_by(staff), may_refund=False)

    if needed:
        with pytest.raises(FieldErrors):
            leave_out()
        return
    changes = ["Mira Falk, Hafenstraße 12, 20359 Hamburg, Deutschland → Mira Falk, Deutschland"] * 2
    assert leave_out().changes == changes
    assert Address.objects.filter(pk=order.billing_address_id, city="").exists()


@proves("law J14", "staff correct an order's addresses by the rule of its buyers")
@pytest.mark.django_db
def test_staff_correct_a_name_although_the_address_is_asked_for_since(shop: Shop, staff: User, client: Client) -> None:
    session, request = ready_cart((e_ticket(shop), 1), **NO_STREET)
    order = place_order(session=session, request=request).order
    Event.objects.update(needs_postal_address=True)
    assert not AddressForm(order).fields["billing_address.city"].required
    right = SHORT | {"last_name": "Falke"}
    change_addresses(order=order, shipping=right, billing=right, action=action_by(staff), may_refund=False)
    assert Address.objects.get(pk=order.billing_address_id).full_name == "Mira Falke"


def test_a_part_of_a_town_is_written_without_a_gap() -> None:
    towns = [Address(post_code=code, city=city).town for code, city in (("1", "Wien"), ("", "Hong Kong"), ("1", ""))]
    assert towns == ["1 Wien", "Hong Kong", "1"]
