from django.contrib import admin

from shop.models import TrackingCount

from .base import BaseAdmin, ReadOnly


@admin.register(TrackingCount)
class TrackingCountAdmin(ReadOnly, BaseAdmin):
    shop_path = "shop"
    list_display = ["day", "shop", "kind", "count"]
    list_filter = [("shop", admin.RelatedOnlyFieldListFilter), "kind"]
    list_select_related = ["shop"]
    date_hierarchy = "day"
