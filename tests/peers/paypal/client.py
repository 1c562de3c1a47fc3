"""What tests ask of the stand-in, through PayPal's own client where that has a call for it."""

from collections.abc import Mapping
from typing import Any

import httpx
from paypalserversdk.configuration import Configuration, Environment, Server
from paypalserversdk.http.auth.o_auth_2 import ClientCredentialsAuthCredentials
from paypalserversdk.models.order_request import OrderRequest
from paypalserversdk.models.refund_request import RefundRequest
from paypalserversdk.paypal_serversdk_client import PaypalServersdkClient

from .server import PayPal
from .things import CaptureThere

CONTEXT = {
    "return_url": "http://localhost/order?key=1",
    "cancel_url": "http://localhost/order",
    "shipping_preference": "GET_FROM_FILE",
    "locale": "de-DE",
    "user_action": "PAY_NOW",
    "payment_method_preference": "IMMEDIATE_PAYMENT_REQUIRED",
    "brand_name": "Band & Söhne",
}


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
