"""The stand-in for PayPal takes what PayPal's own client asks, and refuses, and remembers, what PayPal would refuse."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from paypalserversdk.exceptions.api_exception import ApiException
from paypalserversdk.exceptions.error_exception import ErrorException
from paypalserversdk.models.patch import Patch
from paypalserversdk.paypal_serversdk_client import PaypalServersdkClient

from tests.peers.paypal import CaptureThere, PayPal, paypal
from tests.peers.paypal.client import (
    capture,
    client_of,
    create,
    euros,
    paid,
    refund,
    token_of,
    unit,
    wanted,
)

ROOT = Path(__file__).resolve().parents[2]
ADDRESS = {"address_line_1": "Weg 1", "admin_area_2": "Bonn", "postal_code": "53111", "country_code": "DE"}


@pytest.fixture
def peer() -> Iterator[PayPal]:
    with paypal() as peer:
        yield peer


@pytest.fixture
def client(peer: PayPal) -> PaypalServersdkClient:
    return client_of(peer)


def ask(peer: PayPal, path: str, body: Any, *, method: str = "POST", **headers: str) -> httpx.Response:
    own = {"Authorization": f"Bearer {token_of(peer)}", "PayPal-Request-Id": "request-1"}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.request(method, peer.url + path, json=body, headers={**own, **named})


def issues(answer: httpx.Response) -> list[str]:
    told = answer.json()
    assert told["debug_id"] and told["message"] and told["links"] is not None, told
    return [detail["issue"] for detail in told["details"]]


@contextmanager
def refused(status: int, issue: str) -> Iterator[ErrorException]:
    with pytest.raises(ErrorException) as caught:
        yield caught
    assert (caught.value.response_code, [one.issue for one in caught.value.details]) == (status, [issue])


def test_an_order_is_agreed_on_captured_and_seen(peer: PayPal, client: PaypalServersdkClient) -> None:
    items = [{"name": "Shirt", "quantity": "2", "unit_amount": euros("12.50"), "sku": "A-1"}]
    breakdown = {"item_total": euros("25.00"), "shipping": euros("5.00")}
    asked = wanted(unit(amount={**euros("30.00"), "breakdown": breakdown}, items=items))
    created = create(client, asked)
    links = {link.rel: link.href for link in created.links}
    assert (created.status, hasattr(created, "purchase_units"), set(links)) == (
        "PAYER_ACTION_REQUIRED",
        False,
        {"self", "payer-action"},
    )
    order = peer.order_at(links["payer-action"])
    back = peer.approve(order, "AT")
    assert back == f"http://localhost/order?key=1&token={order.id}&PayerID={peer.payer.id}"
    seen = client.orders.get_order({"id": order.id}).body
    assert (seen.status, seen.purchase_units[0].shipping.address.country_code) == ("APPROVED", "AT")
    assert (seen.payer.payer_id, seen.payer.address.country_code) == (peer.payer.id, "DE")
    done = capture(client, order.id, prefer="return=representation")
    (moved,) = done.purchase_units[0].payments.captures
    assert (done.status, moved.status, moved.amount.value) == ("COMPLETED", "COMPLETED", "30.00")
    alone = client.payments.get_captured_payment({"capture_id": moved.id}).body
    assert (alone.supplementary_data.related_ids.order_id, alone.invoice_id) == (order.id, "PPXA-7M2QX-01")
    assert alone.seller_receivable_breakdown.net_amount.value == "28.71"
    assert [event.kind for event in peer.events] == ["CHECKOUT.ORDER.APPROVED", "PAYMENT.CAPTURE.COMPLETED"]
    assert peer.violations == []


def test_nobody_comes_in_without_the_right_secret_and_a_good_token(peer: PayPal) -> None:
    with pytest.raises(Exception, match="OAuthToken is undefined or expired"):
        create(client_of(peer, "wrong"), wanted(unit()))
    assert peer.violations == ["POST /v1/oauth2/token: invalid_client"]
    form = {"grant_type": "client_credentials"}
    answer = httpx.post(f"{peer.url}/v1/oauth2/token", data=form, auth=("x", "y"))
    assert (answer.status_code, answer.json()["error"]) == (401, "invalid_client")
    assert ask(peer, "/v2/checkout/orders", wanted(unit()), Authorization="").json()["name"] == "AUTHENTICATION_FAILURE"
    token = token_of(peer)
    peer.expire_tokens()
    before = list(peer.violations)
    answer = ask(peer, "/v2/checkout/orders", wanted(unit()), Authorization=f"Bearer {token}")
    assert (answer.status_code, answer.json()["error"], peer.violations) == (401, "invalid_token", before)
    assert peer.orders == {}


WRONG_UNITS: list[tuple[dict[str, Any], int, str]] = [
    ({"more": "x"}, 400, "NOT_SUPPORTED"),
    ({"amount": {**euros("30.00"), "breakdown": {"gift": euros("30.00")}}}, 400, "NOT_SUPPORTED"),
    ({"shipping": {"address": {**ADDRESS, "street": "x"}}}, 400, "NOT_SUPPORTED"),
    ({"shipping": {"address": {**ADDRESS, "country_code": "de"}}}, 400, "INVALID_COUNTRY_CODE"),
    ({"invoice_id": "x" * 128}, 400, "INVALID_STRING_LENGTH"),
    ({"amount": {"currency_code": "EUR", "value": 30}}, 400, "INVALID_PARAMETER_SYNTAX"),
    ({"amount": {"currency_code": "EUR"}}, 400, "MISSING_REQUIRED_PARAMETER"),
    ({"items": [{"name": "x", "unit_amount": euros("30.00"), "quantity": 1}]}, 400, "INVALID_PARAMETER_SYNTAX"),
    ({"amount": euros("30")}, 422, "DECIMAL_PRECISION"),
    ({"amount": euros("30.001")}, 422, "DECIMAL_PRECISION"),
    ({"amount": euros("0.00")}, 422, "CANNOT_BE_ZERO_OR_NEGATIVE"),
    ({"amount": {"currency_code": "USD", "value": "30.00"}}, 422, "CURRENCY_NOT_SUPPORTED"),
    ({"amount": {**euros("30.00"), "breakdown": {"item_total": euros("29.00")}}}, 422, "AMOUNT_MISMATCH"),
    ({"items": [{"name": "x", "unit_amount": euros("30.00"), "quantity": "1"}]}, 422, "ITEM_TOTAL_REQUIRED"),
    ({"shipping": {"type": "PICKUP_IN_STORE"}}, 422, "UNSUPPORTED_SHIPPING_TYPE"),
]


@pytest.mark.parametrize(("more", "status", "issue"), WRONG_UNITS)
def test_what_is_no_order_is_refused(peer: PayPal, more: dict[str, Any], status: int, issue: str) -> None:
    answer = ask(peer, "/v2/checkout/orders", wanted(unit(**more)))
    assert (answer.status_code, issues(answer), len(peer.violations), peer.orders) == (status, [issue], 1, {})


WRONG_HEADERS = [
    ({"PayPal_Request_Id": ""}, 400, "PAYPAL_REQUEST_ID_REQUIRED"),
    ({"PayPal_Request_Id": "x" * 109}, 400, "INVALID_STRING_LENGTH"),
    ({"Prefer": "return=all"}, 400, "INVALID_PARAMETER_VALUE"),
    ({"Content_Type": "text/plain"}, 415, "UNSUPPORTED_CONTENT_TYPE"),
    ({"PayPal_Mock_Response": "INSTRUMENT_DECLINED"}, 400, "INVALID_PARAMETER_VALUE"),
]


@pytest.mark.parametrize(("headers", "status", "issue"), WRONG_HEADERS)
def test_what_is_not_asked_as_it_must_be_is_refused(
    peer: PayPal, headers: dict[str, str], status: int, issue: str
) -> None:
    answer = ask(peer, "/v2/checkout/orders", wanted(unit()), **headers)
    assert (answer.status_code, issues(answer), len(peer.violations), peer.orders) == (status, [issue], 1, {})


@pytest.mark.parametrize(
    ("asked", "status", "issue"),
    [
        ({**wanted(unit()), "intent": "AUTHORIZE"}, 422, "UNSUPPORTED_INTENT"),
        ({**wanted(unit()), "application_context": {}}, 400, "NOT_SUPPORTED"),
        ({**wanted(unit()), "purchase_units": []}, 400, "INVALID_ARRAY_MIN_ITEMS"),
        ({**wanted(unit()), "purchase_units": [unit(), unit()]}, 400, "INVALID_ARRAY_MAX_ITEMS"),
        (wanted(unit(), return_url="/order"), 400, "INVALID_PARAMETER_SYNTAX"),
        (wanted(unit(), shipping_preference="ANY"), 400, "INVALID_PARAMETER_VALUE"),
        (wanted(unit(), shipping_preference="SET_PROVIDED_ADDRESS"), 400, "MISSING_REQUIRED_PARAMETER"),
        ([], 400, "INVALID_PARAMETER_SYNTAX"),
    ],
)
def test_an_order_has_one_unit_and_a_way_back(peer: PayPal, asked: Any, status: int, issue: str) -> None:
    answer = ask(peer, "/v2/checkout/orders", asked)
    assert (answer.status_code, issues(answer), len(peer.violations)) == (status, [issue], 1)


def test_what_is_wrong_is_told_where(peer: PayPal) -> None:
    answer = ask(peer, "/v2/checkout/orders", wanted(unit(amount=euros("30"), shipping={"more": 1, "options": []})))
    details = [(one["field"], one["location"]) for one in answer.json()["details"]]
    assert details == [("/purchase_units/0/shipping/more", "body"), ("/purchase_units/0/shipping/options", "body")]


def test_a_request_id_means_one_thing_and_an_answer_that_was_lost_is_told_again(
    peer: PayPal, client: PaypalServersdkClient
) -> None:
    peer.lost_answers = 1
    with pytest.raises(Exception, match="500"):
        create(client, wanted(unit()))
    order = peer.orders[create(client, wanted(unit())).id]
    assert len(peer.orders) == 1
    with refused(422, "PAYPAL_REQUEST_ID_PREVIOUSLY_USED"):
        create(client, wanted(unit(amount=euros("31.00"))))
    peer.approve(order)
    assert create(client, wanted(unit())).status == "APPROVED"
    peer.lost_answers = 1
    with pytest.raises(Exception, match="500"):
        capture(client, order.id)
    assert capture(client, order.id).status == "COMPLETED"
    assert [event.kind for event in peer.events].count("PAYMENT.CAPTURE.COMPLETED") == 1
    with refused(422, "ORDER_ALREADY_CAPTURED"):
        capture(client, order.id, "capture-2")
    assert len(peer.violations) == 1


def test_an_order_changes_only_where_it_may(peer: PayPal, client: PaypalServersdkClient) -> None:
    order = peer.orders[create(client, wanted(unit())).id]
    here = "/purchase_units/@reference_id=='default'"

    def patch(path: str, value: object = None, op: str = "replace") -> None:
        client.orders.patch_order({"id": order.id, "body": [Patch(op=op, path=path, value=value)]})

    patch(f"{here}/amount", euros("31.00"))
    patch(f"{here}/invoice_id", "PPXA-7M2QX-02")
    patch(f"{here}/shipping/address", ADDRESS, "add")
    assert (str(order.amount), order.unit["shipping"]["address"]["admin_area_2"]) == ("31.00", "Bonn")
    assert peer.violations == []
    with refused(422, "NOT_PATCHABLE"):
        patch(f"{here}/payee", {})
    with refused(422, "REFERENCE_ID_NOT_FOUND"):
        patch("/purchase_units/@reference_id=='x'/amount", euros("1.00"))
    with refused(400, "INVALID_PATCH_OPERATION"):
        patch(f"{here}/invoice_id", "PPXA-7M2QX-03", "add")
    with refused(422, "DECIMAL_PRECISION"):
        patch(f"{here}/amount", euros("1"))
    peer.approve(order)
    capture(client, order.id)
    with refused(422, "ORDER_ALREADY_COMPLETED"):
        patch(f"{here}/amount", euros("1.00"))
    assert (str(order.amount), len(peer.violations)) == ("31.00", 5)


def test_a_capture_needs_agreement_and_a_means_that_pays(peer: PayPal, client: PaypalServersdkClient) -> None:
    order = peer.orders[create(client, wanted(unit())).id]
    with refused(422, "ORDER_NOT_APPROVED"):
        capture(client, order.id)
    peer.approve(order, declines=True)
    with refused(422, "INSTRUMENT_DECLINED") as caught:
        capture(client, order.id)
    (link,) = caught.value.links
    assert (link.rel, peer.order_at(link.href), order.status) == ("redirect", order, "APPROVED")
    peer.approve(order)
    with refused(422, "INSTRUMENT_DECLINED"):
        capture(client, order.id, paypal_mock_response='{"mock_application_codes": "INSTRUMENT_DECLINED"}')
    peer.decline_next("PAYER_ACTION_REQUIRED")
    with refused(422, "PAYER_ACTION_REQUIRED"):
        capture(client, order.id)
    assert order.status == "PAYER_ACTION_REQUIRED"
    peer.approve(order)
    assert capture(client, order.id).status == "COMPLETED"
    with refused(404, "INVALID_RESOURCE_ID"):
        capture(client, "5O190127TN364715T")
    assert len(peer.violations) == 1


def test_an_invoice_is_paid_once(peer: PayPal, client: PaypalServersdkClient) -> None:
    first, second = (peer.orders[create(client, wanted(unit()), key).id] for key in ("create-1", "create-2"))
    peer.approve(first)
    peer.approve(second)
    capture(client, first.id)
    with refused(422, "DUPLICATE_INVOICE_ID"):
        capture(client, second.id, "capture-2")
    assert second.capture is None


def test_what_moves_can_be_something_else_later_or_never(peer: PayPal, client: PaypalServersdkClient) -> None:
    def moved(key: str) -> CaptureThere:
        order = peer.orders[create(client, wanted(unit(invoice_id=key)), f"create-{key}").id]
        peer.approve(order)
        capture(client, order.id, f"capture-{key}")
        assert order.capture is not None
        return order.capture

    peer.captures_instead = ("29.99", "USD")
    assert moved("1").shown(peer.url)["amount"] == {"currency_code": "USD", "value": "29.99"}
    peer.behave()
    peer.captures_become = "PENDING"
    pending = moved("2")
    with refused(422, "PENDING_CAPTURE"):
        refund(client, pending, "refund-1")
    peer.complete(pending)
    peer.captures_become = "DECLINED"
    moved("3")
    kinds = [event.kind.rpartition(".")[2] for event in peer.events if event.kind.startswith("PAYMENT")]
    assert (kinds, pending.status) == (["COMPLETED", "PENDING", "COMPLETED", "DENIED"], "COMPLETED")


def test_no_more_goes_back_than_came(peer: PayPal, client: PaypalServersdkClient) -> None:
    capture = paid(peer, client)
    first = refund(client, capture, "refund-1", "10.00", note_to_payer="Too small", invoice_id="R-1")
    assert (first.status, first.amount.value, capture.status) == ("COMPLETED", "10.00", "PARTIALLY_REFUNDED")
    assert refund(client, capture, "refund-1", "10.00", note_to_payer="Too small", invoice_id="R-1").id == first.id
    with refused(422, "REFUND_AMOUNT_EXCEEDED"):
        refund(client, capture, "refund-2", "20.01")
    peer.refusal = "REFUND_NOT_ALLOWED"
    with refused(422, "REFUND_NOT_ALLOWED"):
        refund(client, capture, "refund-2", "20.00")
    peer.behave()
    peer.refunds_stay_pending = True
    rest = peer.refund(refund(client, capture, "refund-3").id)
    assert client.payments.get_refund({"refund_id": rest.id}).body.status == "PENDING"
    assert (str(rest.amount), capture.status) == ("20.00", "PARTIALLY_REFUNDED")
    with refused(422, "CAPTURE_FULLY_REFUNDED"):
        refund(client, capture, "refund-4")
    peer.settle(rest, "FAILED")
    assert str(capture.left) == "20.00"
    peer.settle(peer.refund(refund(client, capture, "refund-5").id))
    shown = client.payments.get_captured_payment({"capture_id": capture.id}).body
    seen = client.orders.get_order({"id": capture.order_id}).body.purchase_units[0].payments
    assert (shown.status, [one.status for one in seen.refunds]) == ("REFUNDED", ["COMPLETED", "FAILED", "COMPLETED"])
    assert len(peer.violations) == 2


def test_others_move_money_too(peer: PayPal, client: PaypalServersdkClient) -> None:
    capture = paid(peer, client)
    peer.refund_elsewhere(capture, "5.00")
    with refused(422, "REFUND_AMOUNT_EXCEEDED"):
        refund(client, capture, "refund-1", "30.00")
    event = peer.reverse(capture)
    assert (event.kind, event.resource["links"][1]["rel"], capture.status) == (
        "PAYMENT.CAPTURE.REVERSED", "up", "REFUNDED"
    )  # fmt: skip
    dispute = peer.dispute(capture).resource["disputed_transactions"][0]
    assert (dispute["seller_transaction_id"], peer.violations) == (capture.id, [])


def test_an_order_that_waits_too_long_ends(peer: PayPal, client: PaypalServersdkClient) -> None:
    order = peer.orders[create(client, wanted(unit())).id]
    peer.approve(order)
    assert peer.reverse_approval(order).resource["order_id"] == order.id
    with refused(422, "ORDER_NOT_APPROVED"):
        capture(client, order.id)
    peer.forget(order)
    with refused(404, "INVALID_RESOURCE_ID"):
        client.orders.get_order({"id": order.id})
    assert peer.violations == []


def test_who_is_away_gives_no_token_and_who_is_back_goes_on(peer: PayPal, client: PaypalServersdkClient) -> None:
    peer.away = True
    with pytest.raises(Exception, match="OAuthToken is undefined or expired"):
        create(client, wanted(unit()))
    peer.behave()
    number = create(client, wanted(unit())).id
    peer.away = True
    with pytest.raises(ApiException) as caught:
        client.orders.get_order({"id": number})
    assert (caught.value.response_code, peer.violations) == (503, [])


def test_what_is_registered_is_listed_and_nothing_else_is_asked_for(peer: PayPal) -> None:
    webhooks, disputes = "/v1/notifications/webhooks", "/v1/customer/disputes"
    assert ask(peer, webhooks, None, method="GET").json() == {"webhooks": []}
    peer.webhook_url = "https://shop.example/events"
    [one] = ask(peer, webhooks, None, method="GET").json()["webhooks"]
    assert (one["id"], one["url"], one["event_types"]) == (peer.webhook_id, peer.webhook_url, [{"name": "*"}])
    assert ask(peer, f"{disputes}?page_size=1", None, method="GET").json()["items"] == []
    peer.sees_disputes = False
    assert ask(peer, disputes, None, method="GET").status_code == 403
    assert peer.violations == []
    for path in (f"{webhooks}?page=1", f"{disputes}?page_size=51", f"{disputes}?limit=1"):
        assert ask(peer, path, None, method="GET").status_code == 400
    assert len(peer.violations) == 3
