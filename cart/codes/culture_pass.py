"""Culture passes, such as the KulturPass: issued elsewhere, for tickets, good for one order (docs/decisions/0019)."""

from django.db.models import OuterRef, Q
from django.db.models.lookups import IsNull
from django.utils.translation import gettext_lazy as _

from cart.models import PaymentCode
from catalogue.models import ProductVariant
from shop.models import Shop
from shop.models.shop import PaymentMethodId

from .kinds import CodeKind


def takes_the_pass(shop: Shop, variant: ProductVariant) -> bool:
    """True for a ticket of an event that can be paid with the KulturPass."""
    return variant.event is not None and bool(variant.event.kulturpass_url)


def pays_for(code: PaymentCode, variant: ProductVariant) -> bool:
    """True for a ticket of the code's event, or of its shop's own events that take the pass."""
    if variant.event is None:
        return False
    if code.event_id is not None:
        return code.event_id == variant.event.pk
    return code.shop_id == variant.event.owner_id and bool(variant.event.kulturpass_url)


def pays_for_rows(variant: str, code: str) -> Q:
    """`pays_for` as the filter of a subquery."""
    of_its_event = Q(**{f"{variant}__event": OuterRef(f"{code}__event")})
    takes_it = Q(**{f"{variant}__event__owner": OuterRef(f"{code}__shop"), f"{variant}__event__kulturpass_url__gt": ""})
    return of_its_event | (Q(IsNull(OuterRef(f"{code}__event"), True)) & takes_it)


CULTURE_PASS = CodeKind(
    name=PaymentMethodId.KULTURPASS.value,
    label=PaymentMethodId.KULTURPASS.label,
    about=_("Pays for tickets, once. What it is worth beyond them is not paid out."),
    reference_prefix="KP",
    pays_for=pays_for,
    pays_for_rows=pays_for_rows,
    is_taken=takes_the_pass,
)
