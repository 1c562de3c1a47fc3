from django.contrib import admin
from django.db import models
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from shop.core.values.languages import in_all_languages
from shop.models import FaqEntry, LegalText, LegalTextVersion
from shop.queries import shop_url

from .base import BaseAdmin, BaseStackedInline, MissingTranslation, TranslatedAdmin

CHECK = _(
    "This text replaces the software's own on the shop's page. The software's texts are a starting point and no legal "
    "advice: have every legal text, the software's too, checked by a lawyer before the shop opens."
)


REPLACES = _(
    "With the key of one of the software's questions, yours stands in its place. Its address ends with the key."
)


class VersionInline(BaseStackedInline):
    """Versions are added and never changed; orders keep the one they were placed under."""

    model = LegalTextVersion
    fields = ["valid_from", "body"]
    verbose_name_plural = _("versions")
    tab = False

    def get_extra(self, request: HttpRequest, obj: LegalText | None = None, **kwargs: object) -> int:
        return 0 if obj else 1

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(LegalText)
class LegalTextAdmin(BaseAdmin):
    shop_path = "shop"
    list_display = ["page", "shop", "language", "in_force", "coming"]
    list_filter = [("shop", admin.RelatedOnlyFieldListFilter), "kind", "language"]
    list_select_related = ["shop"]
    search_fields = ["shop__name", "versions__body"]
    autocomplete_fields = ["shop"]
    inlines = [VersionInline]
    fieldsets = [(None, {"description": CHECK, "fields": [("shop", "kind", "language")]})]

    def get_queryset(self, request: HttpRequest) -> models.QuerySet:
        now = timezone.now()
        begun = models.Max("versions__valid_from", filter=models.Q(versions__valid_from__lte=now))
        begins = models.Min("versions__valid_from", filter=models.Q(versions__valid_from__gt=now))
        return super().get_queryset(request).annotate(begun=begun, begins=begins)

    def get_readonly_fields(self, request: HttpRequest, obj: LegalText | None = None) -> list[str]:
        return ["shop", "kind", "language"] if obj else []

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    @display(description=_("page"), ordering="kind")
    def page(self, text: LegalText) -> str:
        return text.get_kind_display()

    @display(description=_("in force since"), ordering="begun")
    def in_force(self, text: LegalText) -> object:
        return text.begun  # type: ignore[attr-defined]

    @display(description=_("next version from"), ordering="begins")
    def coming(self, text: LegalText) -> object:
        return text.begins  # type: ignore[attr-defined]

    def view_on_site(self, text: LegalText) -> str:
        return f"{shop_url(text.shop)}/{text.kind.replace('-', '/')}?lang={text.language}"


@admin.register(FaqEntry)
class FaqEntryAdmin(TranslatedAdmin):
    shop_path = "shop"
    list_display = ["question", "shop", "key", "order"]
    list_filter = [("shop", admin.RelatedOnlyFieldListFilter), MissingTranslation]
    list_select_related = ["shop"]
    search_fields = [*in_all_languages("question", "answer"), "key"]
    autocomplete_fields = ["shop"]
    fieldsets = [(None, {"description": REPLACES, "fields": [("shop", "key", "order"), ("question",), ("answer",)]})]

    def view_on_site(self, entry: FaqEntry) -> str:
        return f"{shop_url(entry.shop)}/faq/{entry.key}"
