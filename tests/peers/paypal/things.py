"""Orders, captures and refunds as PayPal knows them, and as it shows them."""

import random
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from string import ascii_uppercase, digits

from tests.peers.peer import Json

MERCHANT = {"email_address": "shop@example.org", "merchant_id": "7UA42QSUXDKVC"}
FEE_RATE, FEE_FIXED = Decimal("0.0299"), Decimal("0.39")
GONE = ("FAILED", "CANCELLED")


def now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def new_id() -> str:
    return "".join(random.choices(digits + ascii_uppercase, k=17))


def money(amount: Decimal, currency: str) -> Json:
    return {"currency_code": currency, "value": f"{amount:.2f}"}


def link(rel: str, href: str, method: str = "GET") -> Json:
    return {"href": href, "rel": rel, "method": method}


def filled(**fields: object) -> Json:
    return {name: value for name, value in fields.items() if value}


@dataclass
class Payer:
    """Whose account it is; `addresses` is what the file has, by country, for `shipping_preference` GET_FROM_FILE."""

    given_name: str
    surname: str
    email: str
    id: str
    country_code: str
    addresses: dict[str, Json]

    @property
    def full_name(self) -> str:
        return f"{self.given_name} {self.surname}"

    @property
    def shown(self) -> Json:
        return {
            "name": {"given_name": self.given_name, "surname": self.surname},
            "email_address": self.email,
            "payer_id": self.id,
            "address": {"country_code": self.country_code},
        }

    @property
    def as_source(self) -> Json:
        shown = self.shown
        return {
            "email_address": self.email,
            "account_id": self.id,
            "account_status": "VERIFIED",
            "name": shown["name"],
            "address": shown["address"],
        }


def address(line: str, postal_code: str, city: str, country_code: str) -> Json:
    return {"address_line_1": line, "admin_area_2": city, "postal_code": postal_code, "country_code": country_code}


def somebody() -> Payer:
    addresses = {
        "DE": address("Große Straße 12", "10115", "Berlin", "DE"),
        "AT": address("Mariahilfer Gürtel 3", "1060", "Wien", "AT"),
        "FR": address("8 rue de l’Église", "75015", "Paris", "FR"),
    }
    return Payer("Käthe", "Muster", "kaethe.muster@example.org", "QYR5Z8XDVJNXQ", "DE", addresses)


@dataclass
class RefundThere:
    """`elsewhere`: nobody asked for it over the API. `is_reversal`: PayPal took it."""

    id: str
    capture_id: str
    amount: Decimal
    currency: str
    status: str = "COMPLETED"
    asked: Json = field(default_factory=dict)
    elsewhere: bool = False
    is_reversal: bool = False
    created: str = field(default_factory=now)

    def shown(self, url: str, total: Decimal) -> Json:
        """`total`: what has gone back of the capture."""
        amount = money(self.amount, self.currency)
        breakdown = {
            "gross_amount": amount,
            "paypal_fee": money(Decimal(0), self.currency),
            "net_amount": amount,
            "total_refunded_amount": money(total, self.currency),
        }
        return {
            "id": self.id,
            "amount": amount,
            **self.asked,
            **({"note_to_payer": "Payment reversed"} if self.is_reversal else {}),
            "seller_payable_breakdown": breakdown,
            "status": self.status,
            **({"status_details": {"reason": "ECHECK"}} if self.status == "PENDING" else {}),
            "create_time": self.created,
            "update_time": self.created,
            "links": [
                link("self", f"{url}/v2/payments/refunds/{self.id}"),
                link("up", f"{url}/v2/payments/captures/{self.capture_id}"),
            ],
        }


@dataclass
class CaptureThere:
    """`state`: what became of it before any refund."""

    id: str
    order_id: str
    amount: Decimal
    currency: str
    state: str = "COMPLETED"
    invoice_id: str = ""
    custom_id: str = ""
    reason: str = ""
    refunds: list[RefundThere] = field(default_factory=list)
    created: str = field(default_factory=now)

    @property
    def refunded(self) -> Decimal:
        return sum((one.amount for one in self.refunds if one.status == "COMPLETED"), Decimal(0))

    @property
    def left(self) -> Decimal:
        """What can still be refunded."""
        return self.amount - sum((one.amount for one in self.refunds if one.status not in GONE), Decimal(0))

    @property
    def status(self) -> str:
        if self.state != "COMPLETED" or not self.refunded:
            return self.state
        return "REFUNDED" if self.refunded >= self.amount else "PARTIALLY_REFUNDED"

    def shown(self, url: str) -> Json:
        """In its order; asked for alone it tells its order and the payee, too."""
        own = f"{url}/v2/payments/captures/{self.id}"
        return {
            "id": self.id,
            "status": self.status,
            **({"status_details": {"reason": self.reason}} if self.reason else {}),
            "amount": money(self.amount, self.currency),
            "final_capture": True,
            "seller_protection": {
                "status": "ELIGIBLE",
                "dispute_categories": ["ITEM_NOT_RECEIVED", "UNAUTHORIZED_TRANSACTION"],
            },
            **({"seller_receivable_breakdown": self._receivable()} if self.state == "COMPLETED" else {}),
            **filled(invoice_id=self.invoice_id, custom_id=self.custom_id),
            "links": [
                link("self", own),
                link("refund", f"{own}/refund", "POST"),
                link("up", f"{url}/v2/checkout/orders/{self.order_id}"),
            ],
            "create_time": self.created,
            "update_time": self.created,
        }

    def shown_alone(self, url: str) -> Json:
        related = {"related_ids": {"order_id": self.order_id}}
        return {**self.shown(url), "payee": MERCHANT, "supplementary_data": related}

    def _receivable(self) -> Json:
        fee = min(self.amount, self.amount * FEE_RATE + FEE_FIXED)
        parts = {"gross_amount": self.amount, "paypal_fee": fee, "net_amount": self.amount - round(fee, 2)}
        return {name: money(amount, self.currency) for name, amount in parts.items()}


@dataclass
class OrderThere:
    """`unit`: its one purchase unit, as asked and patched. `declines`: what the payer chose will not pay.
    `by_check`: it will, in some days.
    """

    id: str
    unit: Json
    context: Json
    status: str = "PAYER_ACTION_REQUIRED"
    payer: Json = field(default_factory=dict)
    source: Json = field(default_factory=dict)
    declines: bool = False
    by_check: bool = False
    capture: CaptureThere | None = None
    created: str = field(default_factory=now)
    updated: str = field(default_factory=now)

    @property
    def amount(self) -> Decimal:
        return Decimal(self.unit["amount"]["value"])

    @property
    def currency(self) -> str:
        return str(self.unit["amount"]["currency_code"])

    @property
    def preference(self) -> str:
        return str(self.context.get("shipping_preference", "GET_FROM_FILE"))

    def shown(self, url: str) -> Json:
        return {
            "id": self.id,
            "intent": "CAPTURE",
            "status": self.status,
            "payment_source": {"paypal": self.source},
            "purchase_units": [self._unit(url)],
            **({"payer": self.payer} if self.payer else {}),
            "create_time": self.created,
            "update_time": self.updated,
            "links": self.links(url),
        }

    def links(self, url: str) -> list[Json]:
        own = f"{url}/v2/checkout/orders/{self.id}"
        links = [link("self", own)]
        if self.status == "PAYER_ACTION_REQUIRED":
            links.append(link("payer-action", page_of(self.id, url)))
        if self.status == "APPROVED":
            links += [link("update", own, "PATCH"), link("capture", f"{own}/capture", "POST")]
        return links

    def _unit(self, url: str) -> Json:
        shown = {"reference_id": "default", "payee": MERCHANT, **self.unit}
        if self.capture is not None:
            shown["payments"] = payments(self.capture, url)
        return shown


def payments(capture: CaptureThere, url: str) -> Json:
    refunds = [one.shown(url, capture.refunded) for one in capture.refunds]
    return {"captures": [capture.shown(url)], **filled(refunds=refunds)}


def page_of(order_id: str, url: str) -> str:
    """Where the payer agrees."""
    return f"{url}/checkoutnow?token={order_id}"
