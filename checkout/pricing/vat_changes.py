"""Lines of an order for which another VAT would be due at other addresses (docs/decisions/0079)."""

from django.utils import timezone

from cart.models import Address
from cart.pricing.taxes import destinations_by, tax_of
from cart.queries import with_line_columns
from catalogue.models import ProductVariant
from checkout.models import Order, OrderLine
from shop.vat.rule import Tax


def lines_with_other_vat(order: Order, shipping: Address, billing: Address) -> list[tuple[str, Tax, Tax]]:
    """Return (name, tax as sold, tax at the new addresses) by the rule of the day of sale.

    A difference at the present addresses is ignored: the seller entered another day, or a rate was corrected, and a
    corrected street does not matter for that.
    """
    lines = list(OrderLine.objects.counting().filter(placement__order=order).select_related("placement"))
    variants = with_line_columns(ProductVariant.objects.filter(pk__in=[line.variant_id for line in lines]), order.shop)
    by_key = {variant.pk: variant for variant in variants}
    now, then = destinations_by(order.shipping_address, order.billing_address), destinations_by(shipping, billing)
    found = []
    for line in lines:
        variant, day = by_key[line.variant_id], timezone.localdate(line.placement.placed_at)
        there = tax_of(variant, then, day)
        if there not in (line.tax, tax_of(variant, now, day)):
            found.append((line.name, line.tax, there))
    return found
