from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from shop.models import ConsentDecision, ConsentText

from .base import BaseAdmin, ReadOnly
from .scope import HOUSE


@admin.register(ConsentDecision)
class ConsentDecisionAdmin(ReadOnly, BaseAdmin):
    """Who asks for their proof names the number that their settings show."""

    shop_path = "shop"
    list_display = ["decided_at", "shop", "allowed", "visitor", "asked"]
    list_filter = [("shop", admin.RelatedOnlyFieldListFilter), "allowed"]
    list_select_related = ["shop", "asked"]
    search_fields = ["visitor"]
    search_help_text = _("visitor's number")
    date_hierarchy = "decided_at"


@admin.register(ConsentText)
class ConsentTextAdmin(ReadOnly, BaseAdmin):
    shop_path = HOUSE
    list_display = ["since", "language", "text"]
    list_filter = ["language"]
