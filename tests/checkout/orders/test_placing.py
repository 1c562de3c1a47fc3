from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone, translation

from cart.errors import CartEmpty, TicketRequired
from cart.models import Cart
from catalogue.models import Price, Product, Stock, StockClaim
from checkout.actions import (
    PlaceRequest,
    choose_country,
    choose_logistics,
    enter_addresses,
    place_order,
    request_refund,
)
from checkout.errors import (
    AddressIncomplete,
    AgeNotConfirmed,
    CountryUnknown,
    IdempotencyKeyReused,
    NoDeliveryMethod,
    PaymentMethodUnavailable,
    RefundTooLarge,
    TermsNotAccepted,
    TotalChanged,
)
from checkout.models import CarrierRate, Country, LedgerEntry, Order, Payment, Placement, Refund
from checkout.orders.order_state import PaymentState
from checkout.payments.ledger import balance, record_capture, record_refund
from checkout.pricing.checkout import priced_checkout
from sessions_queue.errors import SessionEnded
from sessions_queue.models import VisitorSession
from sessions_queue.visitor_sessions.actions import end_overdue_sessions
from shop.core.errors import FieldErrors
from shop.invariants import broken_invariants
from shop.models import Mail, NewsletterSubscription
from shop.newsletter.actions import confirm
from tests.checkout.confirming import confirm as confirm_tickets
from tests.checkout.placing import age_checked, checkout_of, parcel, ready_cart, shirt, state_of
from tests.factories import ADDRESS, fill_cart, first_variant, make_event, make_product, make_shop
from tests.proofs import proves
from tests.words import worded

pytestmark = pytest.mark.django_db


@proves("purchase §4", "placing makes lines, delivery, VAT, payment and mail in one transaction")
def test_an_order_is_placed_with_lines_delivery_vat_payment_and_mail() -> None:
    session, request = ready_cart((shirt(capacity=5, name="Tour Shirt"), 2))
    placement = place_order(session=session, request=request)
    line = placement.lines.get()
    assert (line.amount, line.price, line.total, line.name) == (2, Decimal("20.00"), Decimal("40.00"), "Tour Shirt")
    assert (placement.items_total, placement.shipping_total, placement.total) == (
        Decimal(40),
        Decimal("5.90"),
        Decimal("45.90"),
    )
    assert placement.order.deliveries.get() == line.delivery
    assert placement.vat_shares.get().gross == placement.total
    payment = placement.payments.get()
    assert payment.reference == "BAX" + placement.order.reference
    assert Mail.objects.get(kind="confirmation").recipient == "mira@example.org"
    assert balance(placement.order) == placement.total
    assert broken_invariants() == {}


@proves("design §4", "snapshots keep the texts of the order's language")
def test_snapshots_keep_the_texts_of_the_orders_language() -> None:
    variant = shirt(name_de="Nachthemd", name_en="Nightshirt")
    session, request = ready_cart((variant, 1))
    with translation.override("en"):
        placement = place_order(session=session, request=request)
    variant.product.name_en = "Renamed"
    variant.product.save()
    assert (placement.order.language, placement.lines.get().name) == ("en", "Nightshirt")
    assert placement.button_label == "Order with obligation to pay"


def test_holds_become_sold() -> None:
    variant = shirt(capacity=5)
    session, request = ready_cart((variant, 2))
    placement = place_order(session=session, request=request)
    stock = Stock.objects.get()
    assert (stock.held, stock.sold) == (0, 2)
    assert StockClaim.objects.get().holder == placement.pk


@proves("design §4", "refresh, back and two tabs give the same order; a reused key is refused")
def test_the_same_click_again_gives_the_same_order() -> None:
    session, request = ready_cart((shirt(), 1))
    first = place_order(session=session, request=request)
    assert place_order(session=session, request=request) == first
    assert place_order(session=session, request=replace(request, idempotency_key="other tab")) == first
    assert Order.objects.count() == 1


def test_a_key_with_another_content_is_refused() -> None:
    session, request = ready_cart((shirt(), 1))
    place_order(session=session, request=request)
    with pytest.raises(IdempotencyKeyReused):
        place_order(session=session, request=replace(request, newsletter=True))


@proves("purchase §5", "the newsletter box of the checkout asks by mail")
def test_the_newsletter_box_asks_by_mail_and_never_hinders_the_order() -> None:
    shop = make_shop()
    for key in ("first", "second"):
        session, request = ready_cart((first_variant(make_product(shop)), 1))
        place_order(session=session, request=replace(request, newsletter=True, idempotency_key=key))
        for row in NewsletterSubscription.objects.all():
            assert row.form_text.startswith(worded("LANG_CHECKOUT_NEWSLETTER"))
            confirm(token=row.token)
    assert Order.objects.count() == 2
    assert NewsletterSubscription.objects.filter(email="mira@example.org").count() == 1
    assert Mail.objects.filter(kind="newsletter_confirm").count() == 1


def test_the_order_can_be_asked_for_after_the_session_ended() -> None:
    session, request = ready_cart((shirt(capacity=2), 1))
    placement = place_order(session=session, request=request)
    VisitorSession.objects.filter(pk=session.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    end_overdue_sessions()
    assert place_order(session=session, request=request) == placement
    assert Stock.objects.get().sold == 1


@proves("design §4", "an expired hold never becomes an order")
def test_an_expired_hold_never_becomes_an_order() -> None:
    session, request = ready_cart((shirt(capacity=2), 1))
    VisitorSession.objects.filter(pk=session.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    with pytest.raises(SessionEnded):
        place_order(session=session, request=request)
    end_overdue_sessions()
    with pytest.raises((SessionEnded, CartEmpty)):
        place_order(session=session, request=request)
    assert not Order.objects.exists()


@proves("purchase §4", "every gate is checked again when placing")
@pytest.mark.parametrize(
    ("spoil", "error"),
    [
        (lambda cart: Cart.objects.update(billing_address=None), AddressIncomplete),
        (lambda cart: Cart.objects.update(email=""), AddressIncomplete),
        (lambda cart: Cart.objects.update(country_code="at"), AddressIncomplete),
        (lambda cart: Cart.objects.update(shipping_method=""), NoDeliveryMethod),
        (lambda cart: Cart.objects.update(payment_method=""), PaymentMethodUnavailable),
        (lambda cart: Price.objects.update(price=Decimal("99.00")), TotalChanged),
        (lambda cart: Product.objects.update(ticket_required=True), TicketRequired),
        (lambda cart: cart.lines.all().delete(), CartEmpty),
    ],
)
def test_every_gate_is_checked_again(spoil: Callable[[Cart], object], error: type[Exception]) -> None:
    session, request = ready_cart((shirt(capacity=3), 1))
    spoil(Cart.objects.get())
    with pytest.raises(error):
        place_order(session=session, request=request)
    assert not Order.objects.exists()


def test_terms_must_be_accepted() -> None:
    session, request = ready_cart((shirt(), 1))
    with pytest.raises(TermsNotAccepted):
        place_order(session=session, request=replace(request, accepted_terms=False))


def test_goods_from_18_need_a_confirmed_age() -> None:
    session, request = ready_cart((shirt(over_18=True), 1))
    assert Cart.objects.get().shipping_method == age_checked()
    with pytest.raises(AgeNotConfirmed):
        place_order(session=session, request=request)
    assert place_order(session=session, request=replace(request, accepted_age=True)).total > 0


@proves(
    "purchase §5, docs/decisions/0048",
    "goods from 18 go with carriers that check the recipient's age, which take nothing else; the last "
    "step's box names their terms, the server asks for it again, and the delivery remembers it",
)
def test_goods_from_18_go_with_a_carrier_that_looks_and_nothing_else_does() -> None:
    knife, plain = shirt(over_18=True), shirt()
    session, cart = fill_cart(knife.product.owner, (knife, 1))
    assert [option.id for option in priced_checkout(cart).options] == [age_checked()]
    with pytest.raises(NoDeliveryMethod):
        choose_logistics(session=session, shipping_method=parcel(), payment_method=None)
    _session, others = fill_cart(plain.product.owner, (plain, 1))
    assert age_checked() not in [option.id for option in priced_checkout(others).options]
    # together they go as what is stricter
    make = first_variant(make_product(knife.product.owner))
    fill_cart(knife.product.owner, (make, 1), session=session)
    assert [option.id for option in priced_checkout(Cart.objects.get(pk=cart.pk)).options] == [age_checked()]


def test_the_carrier_s_age_check_is_gated_when_the_goods_are_for_all_again() -> None:
    variant = shirt(over_18=True)
    session, request = ready_cart((variant, 1))
    Product.objects.update(over_18=False)
    with pytest.raises(NoDeliveryMethod):
        place_order(session=session, request=request)
    Product.objects.update(over_18=True)
    placement = place_order(session=session, request=replace(request, accepted_age=True))
    assert placement.order.deliveries.get().checks_age


@proves(
    "purchase §9",
    "when goods arrive: working days within Germany, dates from and until elsewhere and for what is "
    "still to come; by each carrier's own days, without weekends; at the choice, the last step, the "
    "confirmation and in the mail",
)
def test_a_delivery_remembers_when_it_was_to_arrive() -> None:
    session, request = ready_cart((shirt(), 1))
    option = checkout_of(session).shipping
    assert option is not None and option.estimate.days_from == 3 and option.estimate.days_until == 7
    delivery = place_order(session=session, request=request).order.deliveries.get()
    assert delivery.estimate == option.estimate


def test_abroad_the_estimate_is_two_dates() -> None:
    variant = shirt()
    session, _cart = fill_cart(variant.product.owner, (variant, 1))
    choose_country(session=session, country_code="at")
    [option] = checkout_of(session).options
    assert option.estimate.days_from is None and option.estimate.arrives_from < option.estimate.arrives_until
    CarrierRate.objects.filter(country_id="at").update(days_from=10, days_until=20)
    assert checkout_of(session).options[0].estimate.arrives_until > option.estimate.arrives_until


@proves("purchase §4", "a free order needs no payment")
def test_a_free_order_needs_no_method() -> None:
    session, request = ready_cart((first_variant(make_event(make_shop(), price="0.00")), 1))
    placement = confirm_tickets(place_order(session=session, request=request))
    assert (placement.payment_method, state_of(placement)) == ("internal_payment_skipped", PaymentState.PAID)
    assert placement.payments.get().reference.startswith("BAX")
    assert not LedgerEntry.objects.exists()
    assert broken_invariants() == {}


def test_tickets_alone_are_not_shipped() -> None:
    session, request = ready_cart((first_variant(make_event(make_shop())), 2))
    placement = place_order(session=session, request=request)
    assert not placement.order.deliveries.exists()
    assert placement.shipping_total == 0


@proves("purchase §9", "carriers by country, weight and kind; one disc goes as a letter")
def test_a_single_disc_may_go_as_a_letter_two_may_not() -> None:
    disc = shirt(parcel_kind="disc", weight_grams=110)
    session, cart = fill_cart(disc.product.owner, (disc, 1))
    assert [option.price for option in priced_checkout(cart).options] == [Decimal("2.90"), Decimal("5.90")]
    fill_cart(disc.product.owner, (disc, 1), session=session)
    assert [option.price for option in priced_checkout(cart).options] == [Decimal("5.90")]


def test_too_heavy_goods_have_no_carrier() -> None:
    piano = shirt(weight_grams=40_000)
    session, cart = fill_cart(piano.product.owner, (piano, 1))
    assert priced_checkout(cart).options == []
    with pytest.raises(NoDeliveryMethod):
        choose_logistics(session=session, shipping_method=parcel(), payment_method=None)


@proves("purchase §5", "addresses: required, lengths, country; all complaints at once by field")
def test_addresses_complain_about_all_fields_at_once_and_keep_the_cart() -> None:
    session, _cart = fill_cart((variant := shirt()).product.owner, (variant, 1))
    with pytest.raises(FieldErrors) as refusal:
        enter_addresses(
            session=session,
            billing=ADDRESS | {"first_name": "", "last_name": " ", "city": "x" * 61},
            shipping=ADDRESS | {"country_code": "fr"},
            email="nonsense",
        )
    assert set(refusal.value.errors) == {
        "billing_address.first_name",
        "billing_address.last_name",
        "billing_address.city",
        "shipping_address.country_code",
        "email",
    }
    assert Cart.objects.get().billing_address is None


@proves("docs/decisions/0078", "who has one name orders with it, in whichever field they write it")
@pytest.mark.parametrize("first", ["Suharto", ""])
def test_one_name_is_enough(first: str) -> None:
    session, _cart = fill_cart((variant := shirt()).product.owner, (variant, 1))
    billing = ADDRESS | {"first_name": first, "last_name": "" if first else "Suharto"}
    cart = enter_addresses(session=session, billing=billing, shipping=None, email="suharto@example.org").cart
    assert cart.billing_address is not None
    assert (cart.billing_address.last_name, cart.billing_address.full_name) == ("Suharto", "Suharto")


@proves("purchase §4", "no shipping address: as billing; country names and `-1` are dropped")
def test_country_names_are_dropped_before_placing_and_billing_is_copied() -> None:
    variant = shirt()
    session, _cart = fill_cart(variant.product.owner, (variant, 1))
    cart = enter_addresses(
        session=session, billing=ADDRESS | {"country_name": "Deutschland"}, shipping=None, email="mira@example.org"
    ).cart
    assert cart.shipping_address is None
    assert cart.billing_address is not None
    assert not hasattr(cart.billing_address, "country_name")
    choose_logistics(session=session, shipping_method=parcel(), payment_method="bank_transfer")
    checkout = priced_checkout(Cart.objects.get())
    placement = place_order(session=session, request=PlaceRequest("k", checkout.total, accepted_terms=True))
    assert placement.order.shipping_address.city == placement.order.billing_address.city == "Hamburg"
    assert placement.order.shipping_address.pk != placement.order.billing_address.pk


@proves("purchase §3", "only countries that are delivered to; their own prices")
def test_only_countries_that_are_delivered_to_can_be_chosen() -> None:
    variant = shirt()
    session, _cart = fill_cart(variant.product.owner, (variant, 1))
    with pytest.raises(CountryUnknown):
        choose_country(session=session, country_code="ch")
    Country.objects.filter(code="ch").update(active=True)
    assert choose_country(session=session, country_code="ch").country_code == "ch"


@proves("purchase §4", "choices that are not offered leave the earlier ones")
def test_a_blacklisted_payment_method_is_not_offered() -> None:
    shop = make_shop(payment_blacklist=["bank_transfer"])
    _session, cart = fill_cart(shop, (first_variant(make_product(shop)), 1))
    assert priced_checkout(cart).offers == []


def paid(placement: Placement, amount: str, event: str) -> PaymentState:
    record_capture(payment=placement.payments.get(), amount=Decimal(amount), event_id=event)
    return state_of(placement)


@proves("design §4", "a booked transfer pays the order once")
def test_a_booked_transfer_pays_the_order_once() -> None:
    session, request = ready_cart((shirt(), 1))
    placement = place_order(session=session, request=request)
    assert paid(placement, "20.00", "statement-1") == PaymentState.OPEN
    assert paid(placement, "5.90", "statement-2") == PaymentState.PAID
    assert paid(placement, "5.90", "statement-2") == PaymentState.PAID
    assert LedgerEntry.objects.count() == 2
    assert balance(placement.order) == 0
    assert placement.payments.get().state == Payment.State.CAPTURED
    assert Mail.objects.filter(kind="payment_received").count() == 1
    assert broken_invariants() == {}


@proves("design §4", "refunds never exceed what came in")
def test_refunds_never_exceed_what_came_in() -> None:
    session, request = ready_cart((shirt(), 1))
    placement = place_order(session=session, request=request)
    paid(placement, "25.90", "statement-1")
    payment = placement.payments.get()
    line = placement.lines.get()
    refund = request_refund(payment=payment, lines={line: Decimal("15.00")})
    for _time in range(2):
        record_refund(refund=refund, event_id="back-1")
    with pytest.raises(RefundTooLarge):
        request_refund(payment=payment, lines={line: Decimal("5.01")})
    with pytest.raises(RefundTooLarge):
        record_refund(refund=Refund.objects.create(payment=payment, amount=Decimal("10.91")), event_id="back-2")
    assert LedgerEntry.objects.filter(kind=LedgerEntry.Kind.REFUND).get().amount == Decimal("15.00")
    # Less came in than was charged, and less is owed for the line.
    assert balance(placement.order) == 0


@proves("design §4", "the ledger is append-only")
def test_the_ledger_cannot_be_changed() -> None:
    session, request = ready_cart((shirt(), 1))
    paid(place_order(session=session, request=request), "25.90", "statement-1")
    for change in (lambda: LedgerEntry.objects.update(amount=1), lambda: LedgerEntry.objects.all().delete()):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            change()
