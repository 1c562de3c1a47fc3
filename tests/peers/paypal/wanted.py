"""What may be asked: the fields of PayPal's orders and payments that it takes, and which sums must be right."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from tests.peers.peer import Json

from .refusals import Problem, Refused
from .shapes import CURRENCY, Anything, Choice, Fields, Many, Money, Text, check

AMOUNT = Fields(
    {
        "currency_code": Text(3, 3),
        "value": Text(32),
        "breakdown": Fields(
            {
                name: Money(can_be_zero=True)
                for name in (
                    "item_total", "shipping", "handling", "tax_total", "insurance", "shipping_discount", "discount"
                )
            }
        ),
    }
)  # fmt: skip
COUNTRY = Text(2, 2, "[A-Z]{2}", "INVALID_COUNTRY_CODE")
ADDRESS = Fields(
    {
        "address_line_1": Text(300),
        "address_line_2": Text(300),
        "admin_area_1": Text(300),
        "admin_area_2": Text(120),
        "postal_code": Text(60),
        "country_code": COUNTRY,
    },
    ("country_code",),
)
ITEM = Fields(
    {
        "name": Text(127),
        "unit_amount": Money(can_be_zero=True),
        "tax": Money(can_be_zero=True),
        "quantity": Text(10, 1, "[1-9][0-9]{0,9}"),
        "description": Text(127),
        "sku": Text(127),
        "category": Choice(("DIGITAL_GOODS", "PHYSICAL_GOODS", "DONATION")),
    },
    ("name", "unit_amount", "quantity"),
)
SHIPPING = Fields(
    {
        "name": Fields({"full_name": Text(300)}, ("full_name",)),
        "address": ADDRESS,
        "type": Choice(("SHIPPING", "PICKUP_IN_PERSON", "PICKUP_IN_STORE", "PICKUP_FROM_PERSON")),
    }
)
UNIT = Fields(
    {
        "reference_id": Text(256),
        "amount": AMOUNT,
        "description": Text(127),
        "custom_id": Text(127),
        "invoice_id": Text(127),
        "soft_descriptor": Text(22),
        "items": Many(ITEM, 1000),
        "shipping": SHIPPING,
    },
    ("amount",),
)
ADDRESS_OF_SHOP = Text(2000, 1, r"https?://[^\s/]+/?\S*")
EXPERIENCE = Fields(
    {
        "brand_name": Text(127),
        "locale": Text(10, 2, "[a-z]{2}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?"),
        "shipping_preference": Choice(("GET_FROM_FILE", "NO_SHIPPING", "SET_PROVIDED_ADDRESS")),
        "return_url": ADDRESS_OF_SHOP,
        "cancel_url": ADDRESS_OF_SHOP,
        "landing_page": Choice(("LOGIN", "GUEST_CHECKOUT", "NO_PREFERENCE")),
        "user_action": Choice(("CONTINUE", "PAY_NOW")),
        "contact_preference": Choice(("NO_CONTACT_INFO", "UPDATE_CONTACT_INFO", "RETAIN_CONTACT_INFO")),
        "payment_method_preference": Choice(("UNRESTRICTED", "IMMEDIATE_PAYMENT_REQUIRED")),
    },
    ("return_url", "cancel_url"),
)
ORDER = Fields(
    {
        "intent": Choice(("CAPTURE", "AUTHORIZE")),
        "purchase_units": Many(UNIT, 1),
        "payment_source": Fields(
            {"paypal": Fields({"experience_context": EXPERIENCE}, ("experience_context",))}, ("paypal",)
        ),
    },
    ("intent", "purchase_units", "payment_source"),
)
NOTHING = Fields({})
PATCHES = Many(
    Fields({"op": Choice(("add", "remove", "replace")), "path": Text(1000), "value": Anything()}, ("op",)), 100
)
REFUND = Fields({"amount": Money(), "invoice_id": Text(127), "custom_id": Text(127), "note_to_payer": Text(255)})
VERIFICATION_FIELDS = (
    "auth_algo",
    "cert_url",
    "transmission_id",
    "transmission_sig",
    "transmission_time",
    "webhook_id",
)
VERIFICATION = Fields(
    {**dict.fromkeys(VERIFICATION_FIELDS, Text(500)), "webhook_event": Anything()},
    (*VERIFICATION_FIELDS, "webhook_event"),
)
NO_POSTAL_CODES = {"AE", "HK", "IE"}
ADDED = ("item_total", "tax_total", "shipping", "handling", "insurance")
TAKEN_OFF = ("shipping_discount", "discount")


def check_order(asked: Json) -> None:
    """Raises Refused."""
    check(ORDER, asked)
    if asked["intent"] != "CAPTURE":
        raise Refused(Problem("UNSUPPORTED_INTENT", "/intent"))
    check_unit(asked["purchase_units"][0], context_of(asked).get("shipping_preference", "GET_FROM_FILE"))


def context_of(asked: Json) -> Json:
    found: Json = asked["payment_source"]["paypal"]["experience_context"]
    return found


def check_unit(unit: Json, preference: str, field: str = "/purchase_units/0") -> None:
    """Raises Refused."""
    check(UNIT, unit, field)
    amount = {name: value for name, value in unit["amount"].items() if name != "breakdown"}
    check(Money(), amount, f"{field}/amount")
    if found := [*problems_of_sums(unit, field), *problems_of_shipping(unit, preference, field)]:
        raise Refused(*found)


def problems_of_sums(unit: Json, field: str) -> Iterator[Problem]:
    breakdown, items = unit["amount"].get("breakdown", {}), unit.get("items", [])
    parts = {name: Decimal(money["value"]) for name, money in breakdown.items()}
    total = sum(parts.get(name, 0) for name in ADDED) - sum(parts.get(name, 0) for name in TAKEN_OFF)
    if breakdown and total != Decimal(unit["amount"]["value"]):
        yield Problem("AMOUNT_MISMATCH", f"{field}/amount/value")
    for part, name in (("item_total", "unit_amount"), ("tax_total", "tax")):
        issue = part.upper()
        if not any(name in item for item in items):
            continue
        if part not in parts:
            yield Problem(f"{issue}_REQUIRED", f"{field}/amount/breakdown/{part}")
        elif parts[part] != sum_of(items, name):
            yield Problem(f"{issue}_MISMATCH", f"{field}/amount/breakdown/{part}")


def sum_of(items: Sequence[Json], name: str) -> Decimal:
    free = {"value": "0.00", "currency_code": CURRENCY}
    return sum((Decimal(item.get(name, free)["value"]) * int(item["quantity"]) for item in items), Decimal(0))


def problems_of_shipping(unit: Json, preference: str, field: str) -> Iterator[Problem]:
    shipping = unit.get("shipping", {})
    if preference == "GET_FROM_FILE" and shipping.get("type", "SHIPPING") != "SHIPPING":
        yield Problem("UNSUPPORTED_SHIPPING_TYPE", f"{field}/shipping/type")
    if preference != "SET_PROVIDED_ADDRESS":
        return
    where = f"{field}/shipping/address"
    address = shipping.get("address", {})
    if not address.get("address_line_1"):
        yield Problem("MISSING_REQUIRED_PARAMETER", f"{where}/address_line_1")
    if not address.get("admin_area_2"):
        yield Problem("CITY_REQUIRED", f"{where}/admin_area_2")
    if not address.get("postal_code") and address.get("country_code") not in NO_POSTAL_CODES:
        yield Problem("POSTAL_CODE_REQUIRED", f"{where}/postal_code")
