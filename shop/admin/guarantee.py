from functools import partial
from typing import Any

from django import forms
from django.contrib import admin
from django.db import models
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from shop.core.pictures.uploads import checked_notice
from shop.core.values.languages import LANGUAGES
from shop.models import GuaranteeNotice

from .base import BaseAdmin
from .fields import PictureField
from .scope import REFERENCE


@admin.register(GuaranteeNotice)
class GuaranteeNoticeAdmin(BaseAdmin):
    shop_path = REFERENCE
    list_display = ["picture", "language", "size"]
    list_display_links = ["picture", "language"]
    fields = ["language", "file", "size"]
    readonly_fields = ["size"]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        return [*self.readonly_fields, "language"] if obj else list(self.readonly_fields)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """One for each language; a new file takes the place of the one before."""
        return super().has_add_permission(request) and GuaranteeNotice.objects.count() < len(LANGUAGES)

    def formfield_for_dbfield(self, db_field: models.Field, request: HttpRequest, **kwargs: Any) -> forms.Field | None:
        if db_field.name == "file":
            kwargs["form_class"] = partial(PictureField, take=checked_notice)
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if field is not None and db_field.name == "file":
            field.widget.attrs["accept"] = "image/png,image/jpeg"
        return field

    @display(description=_("picture"))
    def picture(self, notice: GuaranteeNotice) -> str:
        return format_html('<img class="staff-preview" src="{}" alt="" width="90" loading="lazy">', notice.file.url)

    @display(description=_("size"))
    def size(self, notice: GuaranteeNotice) -> str:
        return f"{notice.width} × {notice.height}"
