from modeltranslation.translator import TranslationOptions, register

from .models import CheckInItem, RefundOffer


@register(CheckInItem)
class CheckInItemTranslation(TranslationOptions):
    fields = ("header", "content", "label")


@register(RefundOffer)
class RefundOfferTranslation(TranslationOptions):
    fields = ("message", "refund_error_message")
