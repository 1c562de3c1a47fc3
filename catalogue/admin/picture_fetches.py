from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from catalogue.imports.picture_actions import fetch_again
from catalogue.models import PictureFetch
from shop.admin.base import BaseAdmin
from shop.core.values.languages import in_all_languages


@admin.register(PictureFetch)
class PictureFetchAdmin(BaseAdmin):
    """Pictures of imported products: what waits, what failed and why. Rows come from imports only."""

    shop_path = "product__owner"
    list_display = ["product", "position", "state", "error", "attempts", "url"]
    list_filter = ["state", ("product__owner", admin.RelatedOnlyFieldListFilter)]
    list_select_related = ["product"]
    search_fields = ["url", *in_all_languages("product__name")]
    readonly_fields = ["product", "url", "position", "alt", "state", "error", "attempts", "picture", "created_at"]
    actions = ["try_again"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    @admin.action(description=_("Fetch again"), permissions=["change"])
    def try_again(self, request: HttpRequest, queryset: QuerySet[PictureFetch]) -> None:
        again = list(queryset.exclude(state=PictureFetch.State.DONE))
        for fetch in again:
            fetch_again(fetch)
        number_note = ngettext(
            "%(count)s picture will be fetched again.", "%(count)s pictures will be fetched again.", len(again)
        )
        self.message_user(request, number_note % {"count": len(again)}, messages.SUCCESS)
