from django.contrib import admin
from django.db import models
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from shop.core.values.languages import in_all_languages
from shop.models import News
from shop.queries import shop_url

from .base import MissingTranslation, TranslatedAdmin, preview


class NewsStateFilter(admin.SimpleListFilter):
    title = _("published")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        return [("now", str(_("now"))), ("not", str(_("not now")))]

    def queryset(self, request: HttpRequest, queryset: models.QuerySet) -> models.QuerySet:
        published = News.objects.published().values("pk")
        match self.value():
            case "now":
                return queryset.filter(pk__in=published)
            case "not":
                return queryset.exclude(pk__in=published)
        return queryset


@admin.register(News)
class NewsAdmin(TranslatedAdmin):
    shop_path = "shop"
    list_display = ["picture", "title", "shop", "place", "state", "order"]
    list_display_links = ["picture", "title"]
    list_filter = ["shop", "category", NewsStateFilter, MissingTranslation]
    list_select_related = ["shop", "image"]
    search_fields = in_all_languages("title", "text")
    autocomplete_fields = ["shop", "image"]
    fieldsets = [
        (None, {"fields": [("shop", "category"), ("title",), ("text",), "url"]}),
        (_("Picture or video"), {"fields": ["image", ("embed_youtube", "inverse")]}),
        (_("When and where"), {"fields": [("published_from", "published_until"), "order"]}),
    ]

    def view_on_site(self, news: News) -> str:
        return shop_url(news.shop) + "/"

    @display(description=_("picture"))
    def picture(self, news: News) -> str:
        return preview(news.image, 100) if news.image else ""

    @display(
        description=_("place"), ordering="category", label={"feature": "info", "hot": "warning", "regular": "default"}
    )
    def place(self, news: News) -> tuple[str, str]:
        return news.category, news.get_category_display()

    @display(description=_("published"), label={"now": "success", "later": "info", "over": "default"})
    def state(self, news: News) -> tuple[str, object]:
        now = timezone.now()
        if news.published_from and news.published_from > now:
            return "later", _("later")
        if news.published_until and news.published_until <= now:
            return "over", _("over")
        return "now", _("now")
