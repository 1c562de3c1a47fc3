from django.db import models

from .shop import Shop


class CatalogueChange(models.Model):
    """That something a shop lists has changed; the sum of `raises` is the shop's catalogue version (design §5).

    The database writes it (shop.core.database.triggers), once per shop and transaction, and only ever adds rows, so
    that no buyer and no staff member waits for another. A shop may be gone: nothing refers to it.
    """

    shop = models.ForeignKey(Shop, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+")
    transaction = models.BigIntegerField()
    raises = models.BigIntegerField(default=1)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["shop", "transaction"], name="one_raise_per_transaction")]

    def __str__(self) -> str:
        return f"{self.shop_id}: {self.raises}"
