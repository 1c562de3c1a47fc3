import pgtrigger
from django.db import models
from django.utils.translation import gettext_lazy as _

from shop.core.database.triggers import refusing_trigger, version_triggers
from shop.core.values.countries import country_name
from shop.core.values.formats import euros

from .triggers import OF_VARIANTS
from .variant import ProductVariant


class PricePoint(models.Model):
    """What a variant costs from a moment on (§ 11 PAngV). Database triggers write it at each change of a price.

    Its variant is no ordinary foreign key: the database takes the history away with the variant.
    """

    variant = models.ForeignKey(
        ProductVariant, on_delete=models.DO_NOTHING, db_constraint=False, related_name="price_points"
    )
    country_code = models.CharField(_("country"), max_length=2)
    price = models.DecimalField(_("price"), max_digits=8, decimal_places=2, null=True)
    since = models.DateTimeField(_("since"))

    class Meta:
        verbose_name = _("earlier price")
        verbose_name_plural = _("price history")
        ordering = ["-since", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["variant", "country_code", "since"], name="one_price_at_a_moment")
        ]
        triggers = [
            refusing_trigger(
                "stays", pgtrigger.Update, "What was asked is not asked differently afterwards", "OLD.since < now()"
            ),
            *version_triggers(OF_VARIANTS),
        ]

    def __str__(self) -> str:
        price = "–" if self.price is None else euros(self.price)
        return f"{price} ({country_name(self.country_code)})"
