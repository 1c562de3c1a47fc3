"""A guest of one shop with a cookie jar, through the real addresses of both APIs."""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.test import Client

from sessions_queue.queries import session_cookie
from shop.models import Shop
from tests.documents import everything
from tests.proof_of_work import WorkingClient
from tests.sample_address import ADDRESS

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Response

CART, ORDER = everything("Cart"), everything("Order")
DOCUMENTS = {
    "CART": f"query CART {{ cart {CART} }}",
    "REFERENCE": "query REFERENCE { cart { reference orderReference } }",
    "SESSION_EXPIRES_AT": "query SESSION_EXPIRES_AT { session { expiresAt waitingIndex catalogWaitingIndex } }",
    "SHIPPINGMETHODS": "query SHIPPINGMETHODS($item_ids: [ID!], $country_code: String!) {"
    " shippingMethods(itemIds: $item_ids, countryCode: $country_code) { nodes { id name description price } } }",
    "PAYMENTMETHODS": "query PAYMENTMETHODS($item_ids: [ID!]) {"
    " paymentMethods(itemIds: $item_ids) { nodes { id name description } transferRefused } }",
    "ORDER": f"query ORDER($order_id: ID!) {{ order(id: $order_id) {ORDER} }}",
    "PLACEORDER": "mutation PLACEORDER($input: PlaceOrderInput!) { placeOrder(input: $input) {"
    f" cart {{ id reference total }} order {ORDER} payment {{ next url }} clientMutationId }} }}",
    "MERGE_ORDER": "mutation MERGE_ORDER($input: MergeOrderInput!) { mergeOrder(input: $input) {"
    f" order {ORDER} clientMutationId }} }}",
    "PAYORDER": "mutation PAYORDER($input: PayOrderInput!) { payOrder(input: $input) {"
    f" order {ORDER} payment {{ next url }} clientMutationId }} }}",
    "CONFIRMORDERPAYMENT": "mutation CONFIRMORDERPAYMENT($input: ConfirmOrderPaymentInput!) {"
    f" confirmOrderPayment(input: $input) {{ order {ORDER} clientMutationId }} }}",
    "CREATESTRIPEPAYMENT": "mutation CREATESTRIPEPAYMENT($input: CreateStripePaymentInput!) {"
    " createStripePayment(input: $input) { externalPaymentId url clientMutationId } }",
    "CREATESTRIPEPAYMENTINTENT": "mutation CREATESTRIPEPAYMENTINTENT($input: CreateStripePaymentIntentInput!) {"
    " createStripePaymentIntent(input: $input) { externalPaymentToken script { url key } clientMutationId } }",
    "CREATEPAYPALORDER": "mutation CREATEPAYPALORDER($input: CreatePaypalOrderInput!) {"
    " createPaypalOrder(input: $input) { externalPaymentId clientMutationId } }",
    "HEARTBEAT": "mutation HEARTBEAT($input: HeartbeatInput!) { heartbeat(input: $input) {"
    " session { expiresAt } clientMutationId } }",
    **{
        name: f"mutation {name}($input: {kind}!) {{ {field}(input: $input) {{ cart {CART} clientMutationId }} }}"
        for name, field, kind in (
            ("ADDTOCART", "addToCart", "AddToCartInput"),
            ("REMOVEFROMCART", "removeFromCart", "RemoveFromCartInput"),
            ("CHANGEAMOUNT", "changeAmount", "ChangeAmountInput"),
            ("CHANGECOUNTRY", "changeCountry", "ChangeCountryInput"),
            ("TAKEOVERPAYPALORDER", "takeOverPaypalOrder", "TakeOverPaypalOrderInput"),
        )
    },
}
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT")


@dataclass(frozen=True)
class Answer:
    """What came back from GraphQL."""

    response: "Response"

    @property
    def body(self) -> dict[str, Any]:
        return dict(self.response.json())

    @property
    def refusal(self) -> dict[str, Any]:
        """What the one error carries: `{code, …}`. Its sentence is asserted in tests/test_sentences.py."""
        (error,) = self.body["errors"]
        assert error["message"]
        return dict(error["extensions"])

    @property
    def data(self) -> Any:
        """What the only root field answered."""
        assert "errors" not in self.body, self.body["errors"]
        (found,) = self.body["data"].values()
        return found


class Guest:
    """`works`: as a browser does that is asked to; without it the refusal is seen."""

    def __init__(self, shop: Shop, language: str = "de", address: str = "127.0.0.1", *, works: bool = False) -> None:
        self.shop, self.language = shop, language
        self.base = f"/api/v2/shops/{shop.slug}"
        kind = WorkingClient if works else Client
        self.client = kind(SERVER_NAME="localhost", REMOTE_ADDR=address, headers={"accept-language": language})

    def begin_anew(self, address: str) -> None:
        """As another guest from this address; making a client takes longer than most requests."""
        self.client.cookies.clear()
        self.client.defaults["REMOTE_ADDR"] = address

    @property
    def token(self) -> str:
        """What the guest's cookie of this shop holds; empty without one."""
        cookie = self.client.cookies.get(session_cookie(self.shop))
        return cookie.value if cookie else ""

    @token.setter
    def token(self, value: str) -> None:
        self.client.cookies[session_cookie(self.shop)] = value

    def ask(self, operation: str, /, **variables: Any) -> Answer:
        return self.send({"query": DOCUMENTS[operation], "operationName": operation, "variables": variables})

    def send(self, body: dict[str, Any], **headers: str) -> Answer:
        """POST this to the shop's GraphQL address. Header names with underscores."""
        self.last_body = body
        address = f"{self.base}/graphql?locale={self.language}"
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return Answer(self.client.post(address, body, content_type="application/json", headers=named))

    def get(self, path: str) -> "Response":
        return self.client.get(f"{self.base}/{path}")

    def post(self, path: str, body: Any) -> "Response":
        return self.client.post(f"{self.base}/{path}", body, content_type="application/json")

    def patch(self, path: str, body: Any, **headers: str) -> "Response":
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        address = f"{self.base}/{path}"
        return self.client.patch(address, body, content_type="application/json", headers=named)

    def add(self, *wishes: tuple[object, object], text: str | None = None, code: str | None = None) -> Answer:
        """ADDTOCART of (variant, amount) pairs, with a payment code."""
        requests = [
            {
                "productVariantId": str(getattr(variant, "pk", variant)),
                "amount": amount,
                "personalIdentifier": text,
                "paymentCode": code,
            }
            for variant, amount in wishes
        ]
        return self.ask("ADDTOCART", input={"requests": requests})

    def cart(self) -> Any:
        return self.ask("CART").data

    def enter_address(self, **fields: str) -> "Response":
        body = {"billing_address": ADDRESS | fields, "shipping_address": None, "email": "mira@example.org"}
        return self.patch("cart/address", body)

    def choose(self, shipping: str | None = None, payment: str | None = "bank_transfer") -> "Response":
        """Choose the first carrier that takes the goods (none: -1) and the payment method."""
        if shipping is None:
            options = self.ask("SHIPPINGMETHODS", country_code=self.cart()["countryCode"]).data["nodes"]
            shipping = options[0]["id"] if options else "-1"
        return self.patch("cart/logistics", {"shipping_method": shipping, "payment_method": payment})

    def place(self, **more: Any) -> Answer:
        """PLACEORDER of the cart as it is, unless told otherwise."""
        given = {"idempotencyKey": "one-attempt", "acceptedTerms": True} | more
        if "expectedTotal" not in given:
            cart = self.cart()
            given["expectedTotal"] = cart["totalDue"] if cart else "0.00"
        return self.ask("PLACEORDER", input=given)

    def buy(self, *wishes: tuple[object, float], text: str | None = None, **more: Any) -> Any:
        """From the empty cart to the placed order; its wire object."""
        assert self.add(*wishes, text=text).data
        assert self.enter_address().status_code == 200
        assert self.choose().status_code == 200
        return self.place(**more).data["order"]


def ready(shop: Shop, variant: object, amount: int = 1, language: str = "de", payment: str = "bank_transfer") -> Guest:
    """A guest in front of the order button."""
    guest = Guest(shop, language)
    assert guest.add((variant, amount)).data
    assert guest.enter_address().status_code == 200
    assert guest.choose(payment=payment).status_code == 200
    return guest


def as_read(value: Any) -> Any:
    """As the frontend reads what either says: in one spelling, a moment by whatever offset."""
    if isinstance(value, list):
        return [as_read(item) for item in value]
    if isinstance(value, dict):
        return {re.sub(r"_(\w)", lambda found: found[1].upper(), key): as_read(item) for key, item in value.items()}
    return datetime.fromisoformat(value) if isinstance(value, str) and MOMENT.match(value) else value
