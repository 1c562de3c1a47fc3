from datetime import datetime
from decimal import Decimal
from uuid import UUID

from django.db import transaction
from django.db.models import F

from cart.codes.discounts import DiscountStatus, discount_code_problem
from cart.codes.kinds import kind_of
from cart.codes.payments import PaymentCodeStatus, payment_code_problem
from cart.errors import DiscountCodeEnded, DiscountCodeUsedUp, PaymentCodeExpired, PaymentCodeInvalid
from cart.locks import lock_cart, lock_discount_code, lock_payment_code
from cart.models import Cart, PaymentCode
from sessions_queue.models import VisitorSession
from shop.core.database.clock import database_now
from shop.core.database.transactions import retry_transaction
from shop.models import DiscountCode


def apply_discount(*, session: VisitorSession, code: DiscountCode | None) -> Cart:
    """Set the cart's discount code; None removes it. Codes are entered at `cart.entry.discount_codes`."""
    return set_code(session, discount_code=code)


def apply_payment_code(*, session: VisitorSession, code: PaymentCode | None) -> Cart:
    """Set the cart's payment code; None removes it. Codes are entered at `cart.entry.payment_codes`."""
    return set_code(session, payment_code=code)


@retry_transaction
@transaction.atomic
def set_code(session: VisitorSession, **code: DiscountCode | PaymentCode | None) -> Cart:
    cart = lock_cart(session)
    for kind, one in code.items():
        setattr(cart, kind, one)
    cart.save(update_fields=list(code))
    return cart


@transaction.atomic
def use_discount_code(*, code: DiscountCode) -> None:
    """Count one use of the code, by the order that this transaction places. Locks the code.

    Raises DiscountCodeEnded or DiscountCodeUsedUp if the code became invalid meanwhile.
    """
    locked = lock_discount_code(code.pk)
    refuse_discount_code(locked, database_now())
    locked.used += 1
    locked.save(update_fields=["used"])


def refuse_discount_code(code: DiscountCode, now: datetime, **extensions: str) -> None:
    """Raise DiscountCodeEnded or DiscountCodeUsedUp if the code is not valid."""
    problem = discount_code_problem(code, code.shop_id, now)
    if problem is not None:
        raise (DiscountCodeUsedUp if problem is DiscountStatus.used_up else DiscountCodeEnded)(**extensions)


@transaction.atomic
def use_payment_code(*, code: PaymentCode, holder: UUID, amount: Decimal) -> None:
    """Let the code pay this amount of the order that this transaction places; the ledger changes what it has spent.
    Locks the code.

    Raises PaymentCodeInvalid or PaymentCodeExpired if the code became invalid meanwhile, or another order spent its
    balance.
    """
    locked = lock_payment_code(code.pk)
    refuse_payment_code(locked, database_now())
    kind = kind_of(locked)
    if kind.balance_of(locked) < amount:
        raise PaymentCodeInvalid
    if not kind.keeps_rest:
        locked.holder = holder
        locked.save(update_fields=["holder"])


def change_spent(*, code_id: int, amount: Decimal) -> None:
    """Add to what a code has spent, below zero for money that goes back to it. The database refuses more than the
    code's value. Locks the code.
    """
    PaymentCode.objects.filter(pk=code_id).update(spent=F("spent") + amount)


def give_back_payment_code(*, holder: UUID) -> None:
    """Make an order's payment code usable again."""
    PaymentCode.objects.filter(holder=holder).update(holder=None)


def refuse_payment_code(code: PaymentCode, now: datetime, **extensions: str) -> None:
    """Raise PaymentCodeInvalid or PaymentCodeExpired if the code is not valid."""
    problem = payment_code_problem(code, now)
    if problem is not None:
        raise (PaymentCodeExpired if problem is PaymentCodeStatus.expired else PaymentCodeInvalid)(**extensions)
