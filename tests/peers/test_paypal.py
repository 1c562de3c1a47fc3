"""The stand-in for PayPal takes what PayPal's own client asks, and refuses, and remembers, what PayPal would refuse."""

import json
import signal
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest
from apimatic_core.exceptions.auth_validation_exception import AuthValidationException
from paypalserversdk.configuration import Configuration, Environment, Server
from paypalserversdk.exceptions.error_exception import ErrorException
from paypalserversdk.http.auth.o_auth_2 import ClientCredentialsAuthCredentials
from paypalserversdk.models.order_request import OrderRequest
from paypalserversdk.models.patch import Patch
from paypalserversdk.models.refund_request import RefundRequest
from paypalserversdk.paypal_serversdk_client import PaypalServersdkClient

from launch.ports import HOST, free_port
from tests.peers.paypal import CaptureThere, PayPal, paypal, signing

ROOT = Path(__file__).resolve().parents[2]
CONTEXT = {
    "return_url": "http://localhost/order?key=1",
    "cancel_url": "http://localhost/order",
    "shipping_preference": "GET_FROM_FILE",
    "locale": "de-DE",
    "user_action": "PAY_NOW",
    "payment_method_preference": "IMMEDIATE_PAYMENT_REQUIRED",
    "brand_name": "Band & Söhne",
}
ADDRESS = {"address_line_1": "Weg 1", "admin_area_2": "Bonn", "postal_code": "53111", "country_code": "DE"}


def euros(value: str) -> dict[str, str]:
    return {"currency_code": "EUR", "value": value}


def unit(**more: Any) -> dict[str, Any]:
    return {"amount": euros("30.00"), "invoice_id": "PPXA-7M2QX-01", "custom_id": "17", **more}


def wanted(unit: Mapping[str, Any], **context: str) -> dict[str, Any]:
    source = {"paypal": {"experience_context": {**CONTEXT, **context}}}
    return {"intent": "CAPTURE", "purchase_units": [unit], "payment_source": source}


def client_of(peer: PayPal, secret: str = "") -> PaypalServersdkClient:
    class There(Configuration):
        environments = {**Configuration.environments, Environment.SANDBOX: {Server.DEFAULT: peer.url}}

    credentials = ClientCredentialsAuthCredentials(peer.client_id, secret or peer.client_secret)
    return PaypalServersdkClient(config=There(client_credentials_auth_credentials=credentials, timeout=10))


@pytest.fixture
def peer() -> Iterator[PayPal]:
    with paypal() as peer:
        yield peer


@pytest.fixture
def client(peer: PayPal) -> PaypalServersdkClient:
    return client_of(peer)


def create(client: PaypalServersdkClient, asked: Mapping[str, Any], key: str = "create-1", **more: Any) -> Any:
    body = OrderRequest.from_dictionary(asked)
    return client.orders.create_order({"body": body, "paypal_request_id": key, **more}).body


def capture(client: PaypalServersdkClient, order: str, key: str = "capture-1", **more: Any) -> Any:
    return client.orders.capture_order({"id": order, "paypal_request_id": key, **more}).body


def refund(client: PaypalServersdkClient, capture: CaptureThere, key: str, amount: str = "", **more: Any) -> Any:
    body = RefundRequest.from_dictionary({**({"amount": euros(amount)} if amount else {}), **more})
    asked = {"capture_id": capture.id, "body": body, "paypal_request_id": key, "prefer": "return=representation"}
    return client.payments.refund_captured_payment(asked).body


def paid(peer: PayPal, client: PaypalServersdkClient) -> CaptureThere:
    order = peer.orders[create(client, wanted(unit())).id]
    peer.approve(order)
    capture(client, order.id)
    assert order.capture is not None
    return order.capture


def token_of(peer: PayPal) -> str:
    return token_at(peer.url)


def token_at(url: str) -> str:
    form = {"grant_type": "client_credentials"}
    answer = httpx.post(f"{url}/v1/oauth2/token", data=form, auth=("client-for-tests", "secret-for-tests"))
    return str(answer.json()["access_token"])


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
        yield caught  # type: ignore[misc]
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
    with pytest.raises(AuthValidationException):
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
    (link,) = caught.value.links  # type: ignore[attr-defined]
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


@dataclass
class Shop:
    """Where events come in: it believes what PayPal says of them."""

    peer: PayPal
    url: str = ""
    heard: list[str] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)

    def told(self, headers: Message, body: bytes) -> int:
        names = ("auth_algo", "cert_url", "transmission_id", "transmission_sig", "transmission_time")
        asked = {name: headers[f"PAYPAL-{name.upper().replace('_', '-')}"] for name in names}
        start = json.dumps({**asked, "webhook_id": self.peer.webhook_id})[:-1].encode()
        answer = httpx.post(
            f"{self.peer.url}/v1/notifications/verify-webhook-signature",
            content=start + b', "webhook_event": ' + body + b"}",
            headers={"Authorization": f"Bearer {token_of(self.peer)}", "Content-Type": "application/json"},
        )
        if answer.json() != {"verification_status": "SUCCESS"}:
            return 400
        self.heard.append(json.loads(body)["event_type"])
        return self.statuses.pop(0) if self.statuses else 204


@pytest.fixture
def shop(peer: PayPal) -> Iterator[Shop]:
    shop = Shop(peer)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.send_response(shop.told(self.headers, self.rfile.read(int(self.headers["Content-Length"]))))
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer((HOST, 0), Handler)
    thread = Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    shop.url = peer.webhook_url = f"http://{HOST}:{server.server_address[1]}/events"
    yield shop
    server.shutdown()
    server.server_close()
    thread.join()


def test_an_event_is_believed_as_it_was_sent_and_no_forged_one(
    peer: PayPal, client: PaypalServersdkClient, shop: Shop
) -> None:
    paid(peer, client)
    assert [peer.send(event) for event in peer.events] == [204, 204]
    assert peer.send(peer.events[0], forged=True) == 400
    assert peer.send(peer.events[0], seconds_ago=86400) == 204
    assert shop.heard == ["CHECKOUT.ORDER.APPROVED", "PAYMENT.CAPTURE.COMPLETED", "CHECKOUT.ORDER.APPROVED"]
    assert json.loads(peer.events[1].body)["resource"]["supplementary_data"]["related_ids"]["order_id"]
    assert peer.violations == []
    shop.statuses = [500]
    assert (peer.send(peer.events[0]), len(peer.violations)) == (500, 1)


@pytest.mark.parametrize("changed", ["webhook_id", "auth_algo", "cert_url", "transmission_sig", "webhook_event"])
def test_a_signature_is_verified_over_everything(peer: PayPal, client: PaypalServersdkClient, changed: str) -> None:
    paid(peer, client)
    event = peer.events[0]
    moment = "2026-01-01T00:00:00Z"
    sent = event.body if changed != "webhook_event" else json.dumps(json.loads(event.body)).encode()
    asked = {
        "auth_algo": "SHA256withRSA",
        "cert_url": f"{peer.url}/cert",
        "transmission_id": "t-1",
        "transmission_sig": signing.signed(signing.message("t-1", moment, peer.webhook_id, event.body)),
        "transmission_time": moment,
        "webhook_id": peer.webhook_id,
    }

    def verified(asked: Mapping[str, str], event: bytes) -> str:
        content = json.dumps(asked)[:-1].encode() + b',"webhook_event":' + event + b"}"
        headers = {"Authorization": f"Bearer {token_of(peer)}", "Content-Type": "application/json"}
        url = f"{peer.url}/v1/notifications/verify-webhook-signature"
        return str(httpx.post(url, content=content, headers=headers).json()["verification_status"])

    assert verified(asked, event.body) == "SUCCESS"
    assert verified({**asked, **({changed: "x"} if changed in asked else {})}, sent) == "FAILURE"
    assert peer.violations == []


def test_the_certificate_is_of_the_key_that_signs(peer: PayPal) -> None:
    served = ssl.PEM_cert_to_DER_cert(httpx.get(f"{peer.url}/cert").text)
    assert signing.MODULUS.to_bytes(signing.LENGTH, "big") in served
    assert signing.is_signed(b"x", signing.signed(b"x"))
    assert not signing.is_signed(b"y", signing.signed(b"x"))


def test_told_to_deliver_it_tries_again_until_it_is_heard(
    peer: PayPal, client: PaypalServersdkClient, shop: Shop
) -> None:
    peer.deliver, peer.retry_pauses = True, (0.01, 0.01, 0.01)
    shop.statuses = [500, 503]
    peer.approve(peer.orders[create(client, wanted(unit())).id])
    wait_for(lambda: len(shop.heard) == 3)
    time.sleep(0.1)
    assert shop.heard == ["CHECKOUT.ORDER.APPROVED"] * 3


def wait_for(happened: Callable[[], bool], seconds: float = 10) -> None:
    deadline = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.parametrize(
    ("locale", "notice", "agree"),
    [
        ("de-DE", "Testmodus: Es wird kein Geld bewegt.", "Zustimmen und zahlen"),
        ("en-US", "Test mode: no money moves.", "Agree and pay"),
    ],
)
def test_a_buyer_agrees_or_leaves_on_a_page(peer: PayPal, locale: str, notice: str, agree: str) -> None:
    number = ask(peer, "/v2/checkout/orders", wanted(unit(description="<b>Shirt</b>"), locale=locale)).json()["id"]
    page = f"{peer.url}/checkoutnow?token={number}"
    shown = httpx.get(page).text
    assert f'<html lang="{locale[:2]}">' in shown
    assert notice in shown and agree in shown and "&lt;b&gt;Shirt" in shown
    assert shown.count('type="radio"') == 3
    left = httpx.post(page, data={"decision": "cancel"})
    assert (left.status_code, left.headers["Location"]) == (303, f"http://localhost/order?token={number}")
    agreed = httpx.post(page, data={"decision": "decline", "address": "FR"})
    order = peer.order_at(agreed.headers["Location"])
    assert (agreed.status_code, order.status, order.declines) == (303, "APPROVED", True)
    assert order.unit["shipping"]["address"]["country_code"] == "FR"
    assert httpx.get(f"{peer.url}/checkoutnow?token=X").status_code == 404


def test_what_it_knows_outlives_it(tmp_path: Path) -> None:
    """As a process: it is ended and started anew, and a buyer who was on its page goes on."""
    file, port = tmp_path / "paypal.json", free_port()
    with process(port, file) as url:
        headers = {"Authorization": f"Bearer {token_at(url)}", "PayPal-Request-Id": "create-1"}
        created = httpx.post(f"{url}/v2/checkout/orders", json=wanted(unit()), headers=headers).json()
        httpx.post(f"{url}/checkoutnow?token={created['id']}", data={"decision": "pay"})
    with process(port, file) as url:
        again = httpx.post(f"{url}/v2/checkout/orders", json=wanted(unit()), headers=headers)
        assert (again.status_code, again.json()["id"], again.json()["status"]) == (200, created["id"], "APPROVED")


def test_its_file_holds_all_of_it(tmp_path: Path) -> None:
    file = tmp_path / "paypal.json"
    with paypal(PayPal(file=file)) as peer:
        client = client_of(peer)
        capture = paid(peer, client)
        refund(client, capture, "refund-1", "10.00", note_to_payer="Too small")
        peer.forget(peer.orders[create(client, wanted(unit()), "create-2").id])
        known = peer.state
    with paypal(PayPal(file=file)) as peer:
        assert peer.state == known
        assert peer.capture(capture.id).status == "PARTIALLY_REFUNDED"
    assert [one.name for one in tmp_path.iterdir()] == ["paypal.json"]


@contextmanager
def process(port: int, file: Path) -> Iterator[str]:
    command = [sys.executable, "-m", "tests.peers.paypal", "--port", str(port), "--state", str(file)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as running:
        assert running.stdout and running.stdout.readline()
        yield f"http://{HOST}:{port}"
        running.send_signal(signal.SIGTERM)
        assert running.wait(10) == 0
