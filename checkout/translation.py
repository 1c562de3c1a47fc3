from modeltranslation.translator import TranslationOptions, register

from .models import Carrier


@register(Carrier)
class CarrierTranslation(TranslationOptions):
    fields = ("name", "description")
