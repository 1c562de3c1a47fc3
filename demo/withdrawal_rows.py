"""Two withdrawals that staff find in the inbox: one that nobody has looked at, and one whose goods are on their way.

They come without mails: nothing of the demo is written to anybody.
"""

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta

from django.utils import timezone

from aftersale.models import Withdrawal
from aftersale.withdrawals.actions.handling import advance
from aftersale.withdrawals.rules import refund_deadline
from shop.models import Shop


def write_withdrawals(shops: Mapping[str, Shop], today: date) -> None:
    """Unless there are some already."""
    if Withdrawal.objects.exists():
        return
    declare(
        shops["nachtfalter"], "de", today - timedelta(days=1), time(21, 14, 3, 512_608), name="Kim Kassel",
        contract="Zwei Shirts, bestellt Anfang des Monats, die Nummer finde ich nicht",
        text="Nur das schwarze in M geht zurück.", email="kim@mail.example",
    )  # fmt: skip
    on_its_way = declare(
        shops["kellerkind"], "en", today - timedelta(days=12), time(8, 40, 51, 70_911), name="Robin Reed",
        contract="B-7K2QX", items=["1 × Hoodie, L"], email="robin@mail.example",
    )  # fmt: skip
    advance(
        withdrawal=on_its_way, state=Withdrawal.State.AWAITED, staff=None,
        note="Label geschickt, das Paket ist unterwegs.",
    )  # fmt: skip


def declare(shop: Shop, language: str, day: date, at: time, **entered: object) -> Withdrawal:
    declared_at = timezone.make_aware(datetime.combine(day, at))
    return Withdrawal.objects.create(
        shop=shop, key=f"demo-{shop.slug}", language=language, declared_at=declared_at, deadline=refund_deadline(day),
        **entered,
    )  # fmt: skip
