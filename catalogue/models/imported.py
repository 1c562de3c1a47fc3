"""What the last import saw, so that the next one acts only on what has changed in the file."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from shop.models import Shop

from .category import Category
from .product import Product
from .stock import Stock
from .variant import ProductVariant


class ImportedProduct(models.Model):
    """An imported product's fields as the file had them: `seen` maps a field to its value's fingerprint."""

    product = models.OneToOneField(Product, on_delete=models.CASCADE, related_name="imported")
    seen = models.JSONField(default=dict)
    categories = ArrayField(models.CharField(max_length=200), default=list)

    def __str__(self) -> str:
        return str(self.product)


class ImportedVariant(models.Model):
    """An imported variant, known again by its options, else by its article number.

    `quantity` is the part of the stock's capacity that came from the file.
    """

    variant = models.OneToOneField(ProductVariant, on_delete=models.CASCADE, related_name="imported")
    options = ArrayField(models.CharField(max_length=120), default=list)
    sku = models.CharField(max_length=80, blank=True)
    seen = models.JSONField(default=dict)
    price = models.DecimalField(max_digits=8, decimal_places=2, null=True)
    original_price = models.DecimalField(max_digits=8, decimal_places=2, null=True)
    stock = models.ForeignKey(Stock, null=True, on_delete=models.SET_NULL, related_name="+")
    quantity = models.PositiveIntegerField(null=True)

    def __str__(self) -> str:
        return str(self.variant)


class ImportedCategory(models.Model):
    """The category that stands for a type or tag of the files of one shop, whatever it is called by now."""

    owner = models.ForeignKey(Shop, on_delete=models.CASCADE, related_name="+")
    label = models.CharField(max_length=200)
    category = models.ForeignKey(Category, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["owner", "label"], name="category_imported_once")]

    def __str__(self) -> str:
        return self.label
