from modeltranslation.translator import TranslationOptions, register

from .models import Shop


@register(Shop)
class ShopTranslation(TranslationOptions):
    fields = ("description", "site_description", "override_title", "mailchimp_header", "mailchimp_customtext")
