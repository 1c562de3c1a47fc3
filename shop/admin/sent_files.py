"""Upload of a file in two steps, each on its own page: staff upload it and see its effects, then apply it."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from shop.core.values.numbers import whole_number
from shop.web.redirects import Redirect

from .base import BaseAdmin, ReadOnly


class UploadedFileAdmin(ReadOnly, BaseAdmin):
    """Templates in `folder`: `upload.html` with the form, and `file_page` with the context of `shown`."""

    folder: str
    file_page: str
    upload_title: Any
    form_class: type[forms.Form]
    list_select_related: Sequence[str] = ["staff"]

    def take(self, form: Any, request: HttpRequest) -> tuple[Any, bool] | None:
        """Store the file of a valid form. Returns its row and whether it is new; None after adding errors to
        the form.
        """
        raise NotImplementedError

    def apply_file(self, request: HttpRequest, file: Any) -> None:
        """Apply the file in the second step, and show a message."""
        raise NotImplementedError

    def shown(self, request: HttpRequest, file: Any) -> dict[str, Any]:
        """Return the context that shows the file's effects, planned or done."""
        raise NotImplementedError

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        if not self.has_add_permission(request):
            raise PermissionDenied
        form = self.form_class(request.POST or None, request.FILES or None, initial=request.GET.dict())
        self.narrow_choices(request, form)
        if request.method == "POST" and form.is_valid():
            taken = self.take(form, request)
            if taken is not None:
                file, is_new = taken
                if not is_new:
                    messages.info(request, _("This file was sent before. Nothing has changed."))
                return Redirect(self.page_of(file))
        return self.page(request, "upload", self.upload_title, form=form, media=self.media + form.media)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        known = self.model._default_manager.select_related(*self.list_select_related)
        file = get_object_or_404(known, pk=whole_number(object_id))
        if request.method == "POST":
            if not self.has_add_permission(request):
                raise PermissionDenied
            self.apply_file(request, file)
            return Redirect(self.page_of(file))
        return self.page(request, self.file_page, str(file), **self.shown(request, file))

    def page_of(self, file: Any) -> str:
        return reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_change", args=[file.pk])

    def page(self, request: HttpRequest, template: str, title: Any, **shown: Any) -> TemplateResponse:
        back = reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_changelist")
        context = {**self.admin_site.each_context(request), "opts": self.opts, "title": title, "back": back, **shown}
        return TemplateResponse(request, f"admin/{self.folder}/{template}.html", context)
