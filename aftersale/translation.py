from modeltranslation.translator import TranslationOptions, register

from .models import RefundOffer


@register(RefundOffer)
class RefundOfferTranslation(TranslationOptions):
    fields = ("message", "refund_error_message")
