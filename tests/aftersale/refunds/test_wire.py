"""The refund form over REST and its pages: its fields, every refusal with its words, guesses that learn nothing."""

from dataclasses import replace
from typing import Any

import pytest
from django.utils import timezone

from aftersale.models import RefundOffer, RefundRequest
from aftersale.refunds import limits
from aftersale.refunds.actions import confirm_request
from aftersale.refunds.limits import GUESSES, REQUESTS
from catalogue.models import Event
from checkout.models import Order
from shop.core.http.log_paths import without_secrets
from shop.models import Shop
from shop.texts import lang_text
from tests.guest import Guest
from tests.proofs import proves

from .bought import IBAN, PAYPAL, link_of, numbers, opened, sent, tickets_paid

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_wire")]
ACCOUNT = {"name": "Mira Falk", "iban": IBAN}


def path_of(event: Event, secret: str) -> str:
    return f"events/{event.pk}/refund_requests/{secret}"


def patch(guest: Guest, order: Order, event: Event, *codes: str, **more: Any) -> Any:
    details = [{"validation_code": code} for code in codes]
    return guest.patch(path_of(event, order.secret), {"item_details": details, **more})


@proves(
    "purchase §3, §4, §7",
    "the refund form has the spec's fields; its answer is the amount and the payment's reference; states "
    "from initiated to completed",
)
def test_the_form_shows_the_specs_fields_and_the_answer_amount_and_reference(offer: RefundOffer) -> None:
    event = offer.event
    order = tickets_paid(event, 2, by=PAYPAL)
    guest = Guest(event.owner)
    answer = guest.get(path_of(event, order.secret))
    assert answer.headers["Cache-Control"] == "private, no-store"
    form = answer.json()
    assert (form["state"], form["refund_method"], form["refundable_ticket_count"]) == ("initiated", "paypal", 2)
    assert form["order"] == {"reference": order.reference, "created_at": order.placed_at.isoformat()}
    assert (form["product"]["title"], form["tickets"], form["bank_account"]) == (str(event), [], None)
    done = patch(guest, order, event, *map(sent, numbers(order)), email="other@example.org")
    payment = order.payments.get()
    assert (done.status_code, done.json()) == (
        200,
        {"payment_amount": "60.00", "payment_reference": payment.reference, "state": "processing", "waits_for": ""},
    )
    form = guest.get(path_of(event, order.secret)).json()
    assert (form["state"], form["payment_amount"], form["payment_reference"]) == (
        "processing", "60.00", payment.reference,
    )  # fmt: skip
    assert [one["validation_code"] for one in form["tickets"]] == numbers(order)


@proves(
    "design §6",
    "an account is told nobody but its end, masked from who may not see payers, and forgotten 30 days "
    "after the money has gone",
)
def test_of_an_account_only_its_end_is_told(offer: RefundOffer) -> None:
    order = tickets_paid(offer.event, 1)
    guest = Guest(offer.event.owner)
    assert guest.get(path_of(offer.event, order.secret)).json()["refund_method"] == "bank_transfer"
    assert patch(guest, order, offer.event, *numbers(order), bank_account=ACCOUNT).status_code == 200
    confirm_request(shop=order.shop, token=link_of(RefundRequest.objects.get()))
    shown = guest.get(path_of(offer.event, order.secret))
    assert shown.json()["bank_account"] == {"name": "", "iban": "DE … 3000"}
    assert IBAN not in shown.content.decode() and "Mira Falk" not in shown.content.decode()


@proves("purchase §8", "every refusal has the spec's sentence and a text in both languages")
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_refusal_has_its_words(offer: RefundOffer, language: str) -> None:
    """Purchase §8; what stands at each, `features/after-sale/refund/action.ts` says by these codes."""
    event, order = offer.event, tickets_paid(offer.event, 2, by=PAYPAL)
    guest = Guest(event.owner, language)
    one, two = numbers(order)
    unknown = patch(guest, order, event, one, "100000000000")
    assert (unknown.status_code, unknown.json()["code"]) == (422, "NO_VALID_TICKET")
    assert unknown.json()["detail"] == "There is no valid ticket for 100000000000"
    assert unknown.json()["validation_codes"] == ["100000000000"]
    patch(guest, order, event, one)
    used = patch(guest, order, event, two, one)
    assert (used.status_code, used.json()["code"]) == (409, "TICKET_USED")
    assert used.json()["detail"] == "Item details Already used and not refundable"
    assert used.json()["validation_codes"] == [one]
    wrong = patch(guest, order, event, two, two, bank_account={"name": "M", "iban": "DE00"}).json()
    assert wrong["code"] == "INVALID_INPUT"
    assert {field: found[0]["code"] for field, found in wrong["errors"].items()} == {
        "item_details.1.validation_code": "duplicate", "bank_account.iban": "invalid",
    }  # fmt: skip
    missing = guest.get(path_of(event, "nobody"))
    assert (missing.status_code, missing.json()["code"]) == (404, "REFUND_NOT_FOUND")
    offer.closes_at = timezone.now()
    for code, text in (("de", "Bald wieder."), ("en", "Back soon.")):
        setattr(offer, f"refund_error_message_{code}", text)
    offer.save()
    closed = patch(guest, order, event, two).json()
    assert (closed["code"], closed["detail"]) == (
        "NOT_REFUNDABLE", "Product does not exist or is not mass-refundable",
    )  # fmt: skip
    assert closed["refund_error_message"] == {"de": "Bald wieder.", "en": "Back soon."}[language]
    for key in (
        "REFUND_ERROR", "REFUND_ERROR_TICKET_USED_TEXT", "REFUND_ERROR_GENERIC", "FORM_REFUND_NOTFOUNDERROR",
        "FORM_REFUND_ERROR_TICKETNUMBER", "FORM_REFUND_ERROR_DUPLICATE", "FORM_REFUND_ERROR_IBAN",
    ):  # fmt: skip
        assert lang_text(key, language) not in ("", key)
    assert {"de": "in 2–3 Tagen", "en": "in 2–3 days"}[language] in lang_text("REFUND_ERROR", language)


@proves(
    "purchase §5",
    "whatever is typed wrong is said at once: the first number is missing, no digits, entered twice, "
    "holder, IBAN, e-mail",
)
@pytest.mark.parametrize(
    "body",
    [{}, {"item_details": None}, {"item_details": ["1"]}, {"item_details": [{}]}, {"item_details": "x"}, [],
     {"item_details": [{"validation_code": "1" * 201}]}, {"item_details": [{"validation_code": {"a": 1}}]},
     {"item_details": [{"validation_code": "1"}], "bank_account": "x"}],
)  # fmt: skip
def test_nothing_that_is_sent_breaks_it(offer: RefundOffer, body: Any) -> None:
    order = tickets_paid(offer.event, 1, by=PAYPAL)
    answer = Guest(offer.event.owner).patch(path_of(offer.event, order.secret), body)
    assert (answer.status_code, answer.json()["code"]) == (400, "INVALID_INPUT")
    assert not RefundRequest.objects.exists()


@proves(
    "design §6",
    "another event, shop, a reference, an e-mail or a guess tells nothing and ends in the limit; slips "
    "of the finger do not, nor what is right, whoever shares the address",
)
def test_guesses_tell_nothing_and_end_in_the_limit(offer: RefundOffer, shop: Shop, monkeypatch: Any) -> None:
    monkeypatch.setattr(limits, "GUESSES", replace(GUESSES, hard=6, soft=6))
    order = tickets_paid(offer.event, 2, by=PAYPAL)
    guest = Guest(shop)
    for _slip in range(8):  # neither slips of the finger nor what is right are guesses
        assert patch(guest, order, offer.event, "12a").status_code == 400
        assert guest.get(path_of(offer.event, order.secret)).status_code == 200
    told = {guest.get(path_of(offer.event, name)).content for name in (order.reference, "B-00000", order.email)}
    assert len(told) == 1
    for guess in ("100000000000", "200000000000", "300000000000"):
        assert patch(guest, order, offer.event, guess).status_code == 422
    for answer in (guest.get(path_of(offer.event, order.secret)), patch(guest, order, offer.event, *numbers(order))):
        assert (answer.status_code, answer.json()["code"]) == (429, "TOO_MANY_REFUND_REQUESTS")
    path = path_of(offer.event, order.secret)
    assert Guest(shop).get(path).json()["code"] == "WORK_NEEDED"
    for another in (Guest(shop, works=True), Guest(shop, address="192.0.2.7")):
        assert another.get(path).status_code == 200


def test_who_knows_the_order_and_its_tickets_guesses_nothing(offer: RefundOffer, monkeypatch: Any) -> None:
    monkeypatch.setattr(limits, "GUESSES", replace(GUESSES, hard=2, soft=2))
    order = tickets_paid(offer.event, 2, by=PAYPAL)
    one, two = numbers(order)
    guest = Guest(offer.event.owner)
    patch(guest, order, offer.event, one)
    for _time in range(4):
        assert patch(guest, order, offer.event, two, one).json()["code"] == "TICKET_USED"
    RefundRequest.objects.all().delete()
    offer.closes_at = timezone.now()
    offer.save()
    for _time in range(4):
        assert guest.get(path_of(offer.event, order.secret)).json()["code"] == "NOT_REFUNDABLE"
        assert patch(guest, order, offer.event, two).json()["code"] == "NOT_REFUNDABLE"


def test_one_order_is_asked_about_so_often_by_one_browser_others_go_on(offer: RefundOffer, monkeypatch: Any) -> None:
    monkeypatch.setattr(limits, "REQUESTS", replace(REQUESTS, hard=3, soft=4))
    monkeypatch.setattr(limits, "GUESSES", replace(GUESSES, hard=2, soft=2))
    orders = [tickets_paid(offer.event, 1, by=PAYPAL, key=key) for key in "abc"]
    guest = Guest(offer.event.owner)
    for order in orders:
        paths = [path_of(offer.event, order.secret)] * 4
        assert [guest.get(path).status_code for path in paths] == [200, 200, 200, 429]
        assert [Guest(offer.event.owner).get(paths[0]).status_code for _time in range(2)] == [200, 429]
        assert Guest(offer.event.owner, works=True).get(paths[0]).status_code == 200


@proves(
    "purchase §2, §8",
    "the form's addresses lead to it, or home without ids; logs hold no secret; an event goes by its slug as well",
)
def test_its_addresses_lead_to_the_form_or_home(shop: Shop) -> None:
    client = Guest(shop).client
    for path in ("/nachtfalter/refund", "/refund"):
        answer = client.get(f"{path}?product_id=1&order_id=abc")
        assert answer.headers["Location"] == f"{path}/request?product_id=1&order_id=abc"
    for path in ("/nachtfalter/request", "/nachtfalter/refund/request", "/refund/request", "/request"):
        assert client.get(f"{path}?product_id=1&order_id=abc").status_code == 200, path
        home = "/nachtfalter/" if path.startswith("/nachtfalter") else "/"
        for query in ("", "?product_id=1", "?order_id=abc"):
            assert client.get(path + query).headers["Location"] == home, path + query


def test_no_log_holds_its_secret() -> None:
    assert "abc" not in without_secrets("/api/v2/shops/x/events/1/refund_requests/abc?locale=de")
    assert "abc" not in without_secrets("/x/request?product_id=1&order_id=abc")


def test_an_offer_is_told_by_the_events_slug_as_well(event: Event) -> None:
    order = tickets_paid(event, 1, by=PAYPAL)
    opened(event)
    path = f"events/{event.slug}/refund_requests/{order.secret}"
    assert Guest(event.owner).get(path).json()["product"]["id"] == str(event.pk)
