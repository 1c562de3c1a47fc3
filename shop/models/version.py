from django.db import models

from .shop import Shop


class CatalogueChange(models.Model):
    """A change of something that a shop lists. The sum of `raises` is the shop's catalogue version (design §5).

    Triggers write one row per shop and transaction (shop.core.database.triggers). They only add rows, so that no
    transaction waits for another. The shop may be deleted: there is no foreign key.
    """

    shop = models.ForeignKey(Shop, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+")
    transaction = models.BigIntegerField()
    raises = models.BigIntegerField(default=1)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["shop", "transaction"], name="one_raise_per_transaction")]

    def __str__(self) -> str:
        return f"{self.shop_id}: {self.raises}"
