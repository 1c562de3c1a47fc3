from modeltranslation.translator import TranslationOptions, register

from .models import (
    AdventCalendar,
    AdventDoor,
    Artist,
    Category,
    Combination,
    Event,
    InfoPanel,
    PricingCategory,
    Product,
    ProductVariant,
    SeatSection,
    Tour,
)


@register(Artist)
class ArtistTranslation(TranslationOptions):
    fields = ("abstract", "description")


@register(Category)
class CategoryTranslation(TranslationOptions):
    fields = ("name", "display_name", "subtitle", "description", "disclaimer")


@register(Product)
class ProductTranslation(TranslationOptions):
    fields = (
        "name", "descriptive_name", "description", "color", "product_type", "sold_out_message", "material", "warnings",
        "seo_title", "seo_description", "external_url_text", "disclaimer", "list_price_prefix", "list_price_value",
    )  # fmt: skip


@register(Combination)
class CombinationTranslation(TranslationOptions):
    fields = ("option_name", "sold_out_message")


@register(InfoPanel)
class InfoPanelTranslation(TranslationOptions):
    fields = ("title", "description")


@register(ProductVariant)
class ProductVariantTranslation(TranslationOptions):
    fields = ("description", "description_subline", "message")


@register(Tour)
class TourTranslation(TranslationOptions):
    fields = ("name", "subtitle", "description")


@register(Event)
class EventTranslation(TranslationOptions):
    fields = (
        "name", "descriptive_name", "description", "html_details", "sold_out_message", "seo_title", "seo_description",
        "external_link_text", "custom_tag", "disclaimer_text",
    )  # fmt: skip


@register(PricingCategory)
class PricingCategoryTranslation(TranslationOptions):
    fields = ("name",)


@register(SeatSection)
class SeatSectionTranslation(TranslationOptions):
    fields = ("name",)


@register(AdventCalendar)
class AdventCalendarTranslation(TranslationOptions):
    fields = ("title", "text")


@register(AdventDoor)
class AdventDoorTranslation(TranslationOptions):
    fields = ("name", "text", "solution")
