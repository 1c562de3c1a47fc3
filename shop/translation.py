from modeltranslation.translator import TranslationOptions, register

from .models import FaqEntry, Image, News, Shop


@register(Shop)
class ShopTranslation(TranslationOptions):
    fields = (
        "description", "site_description", "override_title", "mailchimp_header", "mailchimp_customtext", "invoice_note",
    )  # fmt: skip


@register(FaqEntry)
class FaqEntryTranslation(TranslationOptions):
    fields = ("question", "answer")


@register(News)
class NewsTranslation(TranslationOptions):
    fields = ("title", "text")


@register(Image)
class ImageTranslation(TranslationOptions):
    fields = ("alt",)
