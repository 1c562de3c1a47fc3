from typing import Any

from django.conf import settings
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from catalogue.models import Artist, Category
from shop.admin.base import MissingTranslation, preview
from shop.core.values.languages import in_all_languages

from .listed import ListedAdmin


@admin.register(Artist)
class ArtistAdmin(ListedAdmin):
    list_display = ["picture", "name", "type", "owner", "sort_order_ticket_bottom"]
    list_display_links = ["picture", "name"]
    list_filter = ["type", ("owner", admin.RelatedOnlyFieldListFilter), MissingTranslation]
    list_select_related = ["owner", "square_image"]
    search_fields = ["name", "slug", "alternative_names"]
    autocomplete_fields = ["owner", "listed_in", "main_category", "landscape_image", "square_image"]
    fieldsets = [
        (
            _("Artist"),
            {
                "classes": ["tab"],
                "fields": [
                    ("name", "slug"),
                    ("owner", "listed_in"),
                    ("type", "main_category"),
                    ("alternative_names", "manufacturer"),
                    ("landscape_image", "square_image"),
                ],
            },
        ),
        (_("Texts"), {"classes": ["tab"], "fields": [("abstract",), ("description",)]}),
        (
            _("Places on overviews"),
            {
                "classes": ["tab"],
                "fields": [("sort_order_ticket_top_left", "sort_order_ticket_top_right", "sort_order_ticket_bottom")],
            },
        ),
    ]

    @display(description=_("picture"))
    def picture(self, artist: Artist) -> str:
        return preview(artist.square_image, 48)


@admin.register(Category)
class CategoryAdmin(ListedAdmin):
    list_display = ["picture", "name", "type", "owner", "artist", "main_category", "order"]
    list_display_links = ["picture", "name"]
    list_filter = [
        "type", "main_category", ("owner", admin.RelatedOnlyFieldListFilter),
        ("artist", admin.RelatedOnlyFieldListFilter), MissingTranslation,
    ]  # fmt: skip
    list_select_related = ["owner", "artist", "square_image"]
    search_fields = [*in_all_languages("name"), "slug"]
    autocomplete_fields = ["owner", "listed_in", "square_image", "artist"]
    fieldsets = [
        (
            _("Category"),
            {
                "classes": ["tab"],
                "fields": [
                    ("name",),
                    ("slug", "type"),
                    ("owner", "listed_in"),
                    ("artist", "subcategory_order"),
                    "order",
                    "main_category",
                    "square_image",
                ],
            },
        ),
        (
            _("Texts"),
            {"classes": ["tab"], "fields": [("display_name",), ("subtitle",), ("description",), ("disclaimer",)]},
        ),
        (_("Places on overviews"), {"classes": ["tab"], "fields": ["featured_at", "sort_order_homepage"]}),
    ]

    def change_view(self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any) -> HttpResponse:
        """Staff meet the setting's meaning where its category is edited: it may be an ordinary one by chance."""
        if request.method == "GET" and object_id == str(settings.SPECIAL_CATEGORY_ID):
            text = _(
                "This category has the special number %s: no overview names it and the search leaves it out. "
                "Only its own address leads to it. The setting SPECIAL_CATEGORY_ID says which number that is."
            )
            messages.warning(request, text % object_id)
        return super().change_view(request, object_id, *args, **kwargs)

    @display(description=_("picture"))
    def picture(self, category: Category) -> str:
        return preview(category.square_image, 48)
