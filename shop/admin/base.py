"""Base classes of the staff area's forms and lists."""

from collections import Counter
from collections.abc import Callable
from functools import reduce, wraps
from operator import and_
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin
from django.contrib.auth import get_permission_codename
from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import URLPattern, reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from modeltranslation.admin import TranslationAdmin, TranslationInlineModelAdmin
from modeltranslation.translator import translator
from unfold.admin import ModelAdmin, StackedInline, TabularInline
from unfold.forms import PaginationInlineFormSet
from unfold.widgets import UnfoldAdminColorInputWidget, UnfoldAdminTextInputWidget

from shop import hooks
from shop.core.values.countries import country_codes, country_name
from shop.core.values.languages import LANGUAGES, fallbacks, localized
from shop.models import Image
from shop.models.design import ColourField
from shop.models.entered import CountryField, ProfileField, ZoneField
from shop.pictures.jobs import thumbnail_url

from .fields import DecimalInput, LongSelect, list_field, watch_picture
from .history import HistoryMixin
from .scope import ScopedInline, ShopScope
from .scripts import STAFF

# What stands between the words of a label; no field that is searched has to have it.
BETWEEN_WORDS = ":;,.·–—|/-"


def picture_address(image: Image, width: int = 0) -> str:
    """Where staff see a picture, whatever code its shop asks strangers for. Without a width: the original."""
    if image.key in hooks.above.gated_pictures():
        return reverse("admin:shop_image_preview", args=[image.pk]) + f"?width={width}"
    return thumbnail_url(image, width) if width else image.file.url


def preview(image: Image | None, width: int = 75) -> str:
    """Return an `img` of at most `width` pixels, or a dash."""
    if image is None:
        return "–"
    return format_html(
        '<img class="staff-preview" src="{}" alt="{}" width="{}" loading="lazy" style="background:{}">',
        picture_address(image, 2 * width), image.alt, width, image.colour,
    )  # fmt: skip


def badge(text: object, colour: str) -> str:
    """Return a state as a coloured label, for forms; lists use `label=`."""
    return render_to_string("unfold/helpers/label.html", {"text": text, "variant": colour})


class FormFieldsMixin:
    """Usable form fields and widgets for lists, colours and pictures."""

    def formfield_for_dbfield(self, db_field: models.Field, request: HttpRequest, **kwargs: Any) -> forms.Field | None:
        if isinstance(db_field, ArrayField):
            return list_field(db_field)
        if isinstance(db_field, ColourField):
            kwargs["widget"] = UnfoldAdminColorInputWidget()
        if isinstance(db_field, models.DecimalField):
            kwargs["widget"] = DecimalInput()
        if isinstance(db_field, models.URLField):
            kwargs["assume_scheme"] = "https"
        if isinstance(db_field, CountryField | ZoneField):
            kwargs["widget"] = LongSelect()
        if isinstance(db_field, ProfileField):
            # Browsers would refuse a name in a field for addresses.
            kwargs["widget"] = UnfoldAdminTextInputWidget()
        field = super().formfield_for_dbfield(db_field, request, **kwargs)  # type: ignore[misc]
        if field is not None and getattr(db_field, "related_model", None) is Image:
            watch_picture(getattr(field.widget, "widget", field.widget))
        return field


class BaseAdmin(ShopScope, HistoryMixin, FormFieldsMixin, ModelAdmin):
    """Base of all model admins: protects rows that orders need from deletion, and warns before unsaved input is
    lost.
    """

    warn_unsaved_form = True
    list_filter_submit = True
    list_per_page = 50
    compressed_fields = False

    class Media:
        js = (STAFF,)

    def get_urls(self) -> list[URLPattern]:
        urls: list[URLPattern] = super().get_urls()
        for url in urls:
            url.callback = self.with_possible_key(url.callback)
        return urls

    def with_possible_key(self, view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        """The view, which may look for the row by its `object_id`; staff read that there is none by such a key."""

        @wraps(view)
        def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if "object_id" in kwargs and self.admin_site.has_permission(request):
                try:
                    self.opts.pk.to_python(kwargs["object_id"])
                except ValidationError as error:
                    raise Http404 from error
            return view(request, *args, **kwargs)

        return checked

    def get_search_results(
        self, request: HttpRequest, queryset: models.QuerySet, search_term: str
    ) -> tuple[models.QuerySet, bool]:
        words = (word.strip(BETWEEN_WORDS) for word in search_term.split())
        return super().get_search_results(request, queryset, " ".join(filter(None, words)))

    def has_export_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Exports need a right of their own beside that to view, because many rows leave the house at once."""
        right = f"{self.opts.app_label}.{get_permission_codename('export', self.opts)}"
        return bool(request.user.has_perm(right)) and self.has_view_permission(request)

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> tuple[list, dict, set, list]:
        """Count the rows that prevent the deletion by kind, instead of listing each one."""
        to_delete, counts, perms_needed, protected = super().get_deleted_objects(objs, request)
        if protected:
            protected = self.deletion_blockers(objs)
        return to_delete, counts, perms_needed, protected

    def deletion_blockers(self, objs: Any) -> list[str]:
        collector = admin.utils.NestedObjects(using="default")
        collector.collect(objs)
        kinds = Counter(type(one) for one in collector.protected)
        found = [
            f"{number} × {kind._meta.verbose_name if number == 1 else kind._meta.verbose_name_plural}"
            for kind, number in kinds.items()
        ]
        if any(field.name == "active" for field in self.model._meta.get_fields()):
            found.append(str(_("What was ordered once stays. Clear “active” instead: then nobody sees or buys it.")))
        return found


class TranslatedAdmin(BaseAdmin, TranslationAdmin):
    """All languages side by side; staff.js can show one of them alone."""

    def replace_orig_field(self, option: Any) -> Any:
        """A row of fields stays one row."""
        replaced: list[Any] = []
        for one in option or []:
            names = list(super().replace_orig_field(one if isinstance(one, (tuple, list)) else [one]))
            replaced.extend([tuple(names)] if isinstance(one, (tuple, list)) else names)
        return replaced


class ReadOnly:
    """Shows rows and changes none."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class OrderedFormSet(PaginationInlineFormSet):
    """Rows that staff sort by the column `order`. New rows come last."""

    def save_new(self, form: forms.ModelForm, commit: bool = True) -> Any:
        if hasattr(form.instance, "order") and "order" not in form.changed_data:
            others = [other.instance.order for other in self.forms if other is not form]
            form.instance.order = max(others, default=-1) + 1
        return super().save_new(form, commit=commit)


class AlwaysSavedForm(forms.ModelForm):
    """A row that is saved also with unchanged defaults."""

    def has_changed(self) -> bool:
        return self.instance.pk is None or super().has_changed()


class BaseTabularInline(ScopedInline, FormFieldsMixin, TabularInline):
    formset = OrderedFormSet
    extra = 0
    tab = True
    hide_title = True


class BaseStackedInline(ScopedInline, FormFieldsMixin, StackedInline):
    extra = 0
    tab = True


class TranslatedTabular(BaseTabularInline, TranslationInlineModelAdmin):  # type: ignore[misc]
    pass


class TranslatedStacked(BaseStackedInline, TranslationInlineModelAdmin):
    pass


class MissingTranslation(admin.SimpleListFilter):
    """Things with a text in some language that is missing in another."""

    title = _("translation")
    parameter_name = "translation"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        names = dict(settings.LANGUAGES)
        return [(one, gettext("%(language)s is missing") % {"language": names[one]}) for one in reversed(LANGUAGES)]

    def queryset(self, request: HttpRequest, queryset: models.QuerySet) -> models.QuerySet:
        language = self.value()
        if language not in LANGUAGES:
            return queryset
        missing = Q()
        for name in translator.get_options_for_model(queryset.model).all_fields:
            lacking, *others = (is_empty(localized(name, one)) for one in fallbacks(language))
            missing |= lacking & ~reduce(and_, others)
        return queryset.filter(missing)


def is_empty(column: str) -> Q:
    return Q(**{column: ""}) | Q(**{column: None})


class CountryFilter(admin.AllValuesFieldListFilter):
    """Filter: the countries that occur, by their names."""

    def choices(self, changelist: Any) -> Any:
        for choice in super().choices(changelist):
            code = str(choice["display"])
            yield {**choice, "display": country_name(code)} if code in country_codes() else choice


__all__ = [
    "AlwaysSavedForm",
    "BaseAdmin",
    "BaseStackedInline",
    "BaseTabularInline",
    "CountryFilter",
    "MissingTranslation",
    "OrderedFormSet",
    "ReadOnly",
    "TranslatedAdmin",
    "TranslatedStacked",
    "TranslatedTabular",
    "badge",
    "picture_address",
    "preview",
]
