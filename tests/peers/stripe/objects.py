"""The objects that Stripe shows, whole, as they are when they begin."""

from tests.peers.peer import Json

from .account import now
from .cards import Card
from .identifiers import client_secret, new_id

NO_ADDRESS = dict.fromkeys(("city", "country", "line1", "line2", "postal_code", "state"))


def billing_details(given: Json | None = None) -> Json:
    told = given or {}
    address = {**NO_ADDRESS, **(told.get("address") or {})}
    return {**dict.fromkeys(("email", "name", "phone", "tax_id")), **told, "address": address}


def session(total: int, currency: str, url: str) -> Json:
    name = new_id("cs_test_", 58)
    nothing = (
        "after_expiration", "allow_promotion_codes", "allowed_payment_method_types", "billing_address_collection",
        "cancel_url", "client_reference_id", "excluded_payment_method_types",
        "client_secret", "collected_information", "consent", "consent_collection", "currency_conversion", "customer",
        "customer_account", "customer_creation", "customer_details", "customer_email", "discounts",
        "integration_identifier", "invoice", "invoice_creation", "locale", "origin_context", "payment_intent",
        "payment_link", "payment_method_collection", "payment_method_configuration_details", "permissions",
        "recovered_from", "saved_payment_method_options", "setup_intent", "shipping_address_collection",
        "shipping_cost", "submit_type", "subscription", "wallet_options",
    )  # fmt: skip
    return {
        **dict.fromkeys(nothing),
        "id": name,
        "object": "checkout.session",
        "adaptive_pricing": {"enabled": False},
        "amount_subtotal": total,
        "amount_total": total,
        "automatic_tax": {"enabled": False, "liability": None, "provider": None, "status": None},
        "created": now(),
        "currency": currency,
        "custom_fields": [],
        "custom_text": dict.fromkeys(("after_submit", "shipping_address", "submit", "terms_of_service_acceptance")),
        "livemode": False,
        "metadata": {},
        "mode": "payment",
        "payment_method_options": {},
        "payment_method_types": ["card"],
        "payment_status": "unpaid",
        "phone_number_collection": {"enabled": False},
        "shipping_options": [],
        "status": "open",
        "total_details": {"amount_discount": 0, "amount_shipping": 0, "amount_tax": 0},
        "ui_mode": "hosted_page",
        "url": url + name,
    }


def customer_details(email: str | None) -> Json:
    nothing = ("business_name", "individual_name", "name", "phone", "tax_ids")
    return {**dict.fromkeys(nothing), "address": dict(NO_ADDRESS), "email": email, "tax_exempt": "none"}


def intent(amount: int, currency: str) -> Json:
    name = new_id("pi_3")
    nothing = (
        "allowed_payment_method_types", "application", "application_fee_amount", "automatic_payment_methods",
        "canceled_at", "cancellation_reason",
        "customer", "customer_account", "description", "excluded_payment_method_types", "last_payment_error",
        "latest_charge", "next_action", "on_behalf_of", "payment_method", "payment_method_configuration_details",
        "processing", "receipt_email", "review", "setup_future_usage", "shipping", "source", "statement_descriptor",
        "statement_descriptor_suffix", "transfer_data", "transfer_group",
    )  # fmt: skip
    return {
        **dict.fromkeys(nothing),
        "id": name,
        "object": "payment_intent",
        "amount": amount,
        "amount_capturable": 0,
        "amount_details": {"tip": {}},
        "amount_received": 0,
        "capture_method": "automatic_async",
        "client_secret": client_secret(name),
        "confirmation_method": "automatic",
        "created": now(),
        "currency": currency,
        "livemode": False,
        "metadata": {},
        "payment_method_options": {},
        "payment_method_types": ["card"],
        "status": "requires_payment_method",
    }


def payment_method(kind: str, billing: Json | None = None, card: Card | None = None) -> Json:
    return {
        "id": new_id("pm_1"),
        "object": "payment_method",
        "allow_redisplay": "unspecified",
        "billing_details": billing_details(billing),
        kind: card.shown() if card else {},
        "created": now(),
        "customer": None,
        "customer_account": None,
        "livemode": False,
        "metadata": {},
        "type": kind,
        "_card": card.name if card else "",
    }


def charge(amount: int, currency: str, details: Json) -> Json:
    """`details`: of its payment method, {"type": …}. Names of what is no card begin with py_."""
    nothing = (
        "application", "application_fee", "application_fee_amount", "balance_transaction",
        "calculated_statement_descriptor", "customer", "description", "failure_balance_transaction", "failure_code",
        "failure_message", "on_behalf_of", "payment_intent", "payment_method", "receipt_email", "receipt_number",
        "receipt_url", "review", "shipping", "source", "source_transfer", "statement_descriptor",
        "statement_descriptor_suffix", "transfer_data", "transfer_group",
    )  # fmt: skip
    return {
        **dict.fromkeys(nothing),
        "id": new_id("ch_3" if details["type"] == "card" else "py_3"),
        "object": "charge",
        "amount": amount,
        "amount_captured": amount,
        "amount_refunded": 0,
        "billing_details": billing_details(),
        "captured": True,
        "created": now(),
        "currency": currency,
        "disputed": False,
        "fraud_details": {},
        "livemode": False,
        "metadata": {},
        "outcome": {"network_status": "approved_by_network", "reason": None, "type": "authorized"},
        "paid": True,
        "payment_method_details": details,
        "refunded": False,
        "status": "succeeded",
    }


def refund(amount: int, of: Json) -> Json:
    nothing = (
        "balance_transaction", "customer", "customer_account", "payment_method", "reason", "receipt_number",
        "source_transfer_reversal", "transfer_reversal",
    )  # fmt: skip
    kind = of["payment_method_details"]["type"]
    return {
        **dict.fromkeys(nothing),
        "id": new_id("re_3" if kind == "card" else "pyr_1"),
        "object": "refund",
        "amount": amount,
        "charge": of["id"],
        "created": now(),
        "currency": of["currency"],
        "destination_details": {"type": kind, kind: {"type": "refund"} if kind == "card" else {}},
        "metadata": {},
        "payment_intent": of["payment_intent"],
        "status": "succeeded",
    }


def dispute_transaction(of: Json, amount: int, fee: int) -> Json:
    """What a dispute takes from the shop's balance, below zero, or gives back."""
    details = [{"amount": fee, "application": None, "currency": of["currency"], "description": "Dispute fee"}]
    return {
        "id": new_id("txn_1"),
        "object": "balance_transaction",
        "amount": amount,
        "available_on": now(),
        "balance_type": "payments",
        "created": now(),
        "currency": of["currency"],
        "description": f"Chargeback {'withdrawal' if amount < 0 else 'reversal'} for {of['charge']}",
        "exchange_rate": None,
        "fee": fee,
        "fee_details": [{**one, "type": "stripe_fee"} for one in details if fee],
        "net": amount - fee,
        "reporting_category": "dispute" if amount < 0 else "dispute_reversal",
        "source": of["id"],
        "status": "pending",
        "type": "adjustment",
    }


def dispute(of: Json) -> Json:
    return {
        "id": new_id("du_1"),
        "object": "dispute",
        "amount": of["amount"],
        "balance_transactions": [],
        "charge": of["id"],
        "created": now(),
        "currency": of["currency"],
        "enhanced_eligibility_types": [],
        "evidence": {},
        "evidence_details": {
            "due_by": now() + 7 * 24 * 3600,
            "has_evidence": False,
            "past_due": False,
            "submission_count": 0,
        },
        "is_charge_refundable": False,
        "livemode": False,
        "metadata": {},
        "payment_intent": of["payment_intent"],
        "reason": "product_not_received",
        "status": "needs_response",
    }
