"""The kinds of payment codes. Each declares what it is, and all other modules ask it (docs/decisions/0085)."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from django.db.models import Q

from cart.models import PaymentCode
from catalogue.models import ProductVariant
from shop.core.values.money import NOTHING
from shop.models import Shop
from shop.models.shop import PaymentMethodId

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

KINDS: dict[str, "CodeKind"] = {}
# The name of a kind begins with it, because the database knows the payments of codes by it.
PREFIX = "code_"


def all_rows(_variant: str, _code: str) -> Q:
    return Q()


@dataclass(frozen=True)
class CodeKind:
    """A kind of payment code. To declare one is enough to have it: it enters KINDS.

    `name` is stored as `PaymentCode.kind` and as the method of its payments: it never changes, and a kind with codes is
    never removed. `label` names it on invoices, orders and mails and for staff, who also read `about`.
    `reference_prefix`: as of a payment method.
    """

    name: str
    label: "StrPromise | str"
    about: "StrPromise | str"
    reference_prefix: str
    pays_for: Callable[[PaymentCode, ProductVariant], bool]
    """Whether a code pays for this item."""
    is_taken: Callable[[Shop, ProductVariant], bool]
    """Whether the shop's checkout offers to enter a code to a cart with this item. A code that is known by a link is
    always taken."""
    pays_for_rows: Callable[[str, str], Q] = all_rows
    """`pays_for` as the filter of a subquery. The first path leads from its rows to the item, the second from the rows
    of the outer query to the code."""
    pays_shipping: bool = False
    keeps_rest: bool = False
    """Several orders may use up a code's value. Otherwise one order uses the code, and the rest of its value is lost.
    """
    takes_refunds: bool = False
    """What it paid is refunded to the code, and covers whatever its order owes, as money does. Otherwise it belongs to
    the code's issuer: it covers its own placement alone and is not refunded; the code is valid again once nothing is
    left that it paid. Neither kind is paid out in cash.
    """

    def __post_init__(self) -> None:
        if not self.name.startswith(PREFIX) and self.name != PaymentMethodId.KULTURPASS:
            raise ValueError(f"The name of a kind of payment codes begins with {PREFIX}.")
        if self.takes_refunds and not self.keeps_rest:
            raise ValueError("A refund would be lost, because the code keeps no rest.")
        if KINDS.setdefault(self.name, self) is not self:
            raise ValueError(f"There are two kinds of payment codes named {self.name}.")

    def balance_of(self, code: PaymentCode) -> Decimal:
        """Return what the code can still pay, in euros."""
        return code.value - code.spent if code.holder is None else NOTHING


def kind_of(code: PaymentCode) -> CodeKind:
    return KINDS[code.kind]


def pays_for(code: PaymentCode, variant: ProductVariant) -> bool:
    return kind_of(code).pays_for(code, variant)


def is_code_offered(shop: Shop, variant: ProductVariant) -> bool:
    """Return whether the checkout offers to enter a payment code to a cart with this item."""
    return any(kind.is_taken(shop, variant) for kind in KINDS.values())


def single_use_kinds() -> list[str]:
    return [kind.name for kind in KINDS.values() if not kind.keeps_rest]


def unrefunded_kinds() -> list[str]:
    """Return the kinds whose money belongs to the issuer of the code (`CodeKind.takes_refunds`)."""
    return [kind.name for kind in KINDS.values() if not kind.takes_refunds]


def refunded_kinds() -> list[str]:
    return [kind.name for kind in KINDS.values() if kind.takes_refunds]
