"""Addresses of pages that staff leave to their titles, in any script."""

from typing import Any, ClassVar

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from shop.core.values.languages import in_all_languages
from shop.core.values.latin import latin_slug
from shop.slugs import slug_of_its_own

from .base import TranslatedAdmin

TITLES = ("name", *in_all_languages("name"))


class SluggedForm(forms.ModelForm):
    """An empty slug is made of the title; an address that is known already stays."""

    copied_slug: ClassVar[str] = ""
    """Of what is saved as new: a copy that still has it has none of its own."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "slug" in self.fields:
            self.fields["slug"].required = False
            self.fields["slug"].help_text = _("Empty: made of the title. A saved one stays until you write another.")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("slug") in ("", self.copied_slug):
            self.fill_slug(cleaned)
        return cleaned

    def fill_slug(self, cleaned: dict[str, Any]) -> None:
        titles = [cleaned[name] for name in TITLES if cleaned.get(name)]
        made = next(filter(None, map(latin_slug, titles)), "")
        if self.instance.pk:
            cleaned["slug"] = self.initial["slug"]
        elif made:
            cleaned["slug"] = slug_of_its_own(made, type(self.instance)._default_manager.all())
        elif titles:
            self.add_error("slug", _("The title has no letters or digits to make it of: enter a slug."))


class SluggedAdmin(TranslatedAdmin):
    form = SluggedForm

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        form: Any = super().get_form(request, obj, change=change, **kwargs)
        if obj is None and "_saveasnew" in request.POST and request.resolver_match is not None:
            copied = self.model._default_manager.filter(pk=request.resolver_match.kwargs.get("object_id"))
            form.copied_slug = copied.values_list("slug", flat=True).first() or ""
        return form
