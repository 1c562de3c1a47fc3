"""Payment codes of the demo shops; `manage.py seed` writes them."""

from datetime import timedelta
from decimal import Decimal

from cart.models import PaymentCode
from catalogue.models import Event
from shop.core.database.clock import database_now

EVENT = "nachtfalter-berlin"
# Code, euros, days until it expires.
CODES = (("KP-DEMO-200", "200.00", 365), ("KP-DEMO-20", "20.00", 365), ("KP-DEMO-OLD", "50.00", -1))


def write_payment_codes() -> None:
    """Add what is missing; changes nothing that is there."""
    event, now = Event.objects.filter(slug=EVENT).first(), database_now()
    for code, value, days in CODES if event else ():
        values = {"event": event, "value": Decimal(value), "expires_at": now + timedelta(days=days), "note": "Demo"}
        PaymentCode.objects.get_or_create(code=code, defaults=values)
