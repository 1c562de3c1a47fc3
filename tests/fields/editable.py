"""What staff can enter: by rule, from the models themselves."""

from django.db import models

from cart.models import PaymentCode
from catalogue.models import (
    AdventCalendar,
    AdventDoor,
    Artist,
    BundlePart,
    Category,
    Combination,
    Event,
    InfoPanel,
    Manufacturer,
    Price,
    PricingCategory,
    Product,
    ProductInCategory,
    ProductPicture,
    ProductVariant,
    RelatedEvent,
    RelatedProduct,
    Tour,
    Venue,
)
from shop.models import (
    DiscountCode,
    FaqEntry,
    GuaranteeNotice,
    Image,
    LegalText,
    News,
    PathRedirect,
    Shop,
    ShopDesign,
    ShopSocial,
)

Field = models.Field | models.ManyToManyField
ENTITIES: dict[str, type[models.Model]] = {
    model.__name__: model
    for model in (
        Shop, ShopSocial, PathRedirect, ShopDesign, LegalText, FaqEntry, Image, News, Artist, Category, Product,
        ProductInCategory, ProductPicture, InfoPanel, RelatedProduct, RelatedEvent, Manufacturer, ProductVariant, Price,
        Tour, Venue, Event, PricingCategory, Combination, BundlePart,
        AdventCalendar, AdventDoor, DiscountCode, GuaranteeNotice, PaymentCode,
    )
}  # fmt: skip


def editable_fields(model: type[models.Model]) -> dict[str, Field]:
    """The model's fields by name. A translated field counts once; which whole a part belongs to is no field."""
    fields = [*model._meta.concrete_fields, *model._meta.many_to_many]
    return {field.name: field for field in fields if field.editable and not is_technical(field)}


def is_technical(field: Field) -> bool:
    belongs_to = isinstance(field, models.ForeignKey) and field.remote_field.on_delete is models.CASCADE
    return field.primary_key or translates(field) is not None or belongs_to


def translates(field: Field) -> str | None:
    """The field of which this one holds one language's text."""
    whole = getattr(field, "translated_field", None)
    return whole.name if whole else None


def columns_of(model: type[models.Model], name: str) -> list[tuple[str, str]]:
    """The columns behind a field with the language in which each is read; one for a field that is not translated."""
    translations = [field for field in model._meta.concrete_fields if translates(field) == name]
    return [(field.name, field.name.rpartition("_")[2]) for field in translations] or [(name, "de")]
