"""Buttons above a list that download it as a file."""

from collections.abc import Callable
from typing import Any

from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import ERROR_FLAG
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.urls import reverse

from shop.web.redirects import Redirect

from .base import BaseAdmin


class ListFiles(BaseAdmin):
    """All actions above the list return files of the rows that it finds: filtered and searched, of all pages."""

    @property
    def scoped_pages(self) -> frozenset[str]:  # type: ignore[override]
        return frozenset(one.action_name for one in self._get_base_actions_list())

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Give the actions the filters and the search of the list that is shown."""
        answer = super().changelist_view(request, extra_context)
        shown = getattr(answer, "context_data", None) or {}
        if "cl" in shown:
            query = shown["cl"].get_query_string()
            shown["actions_list"] = [{**one, "path": one["path"] + query} for one in shown["actions_list"]]
        return answer

    def list_file(self, request: HttpRequest, make: Callable[[QuerySet[Any]], HttpResponse]) -> HttpResponse:
        """Return the file that `make` makes of the rows that the request's filters and search find."""
        if request.method != "GET":
            return HttpResponseNotAllowed(["GET"])
        try:
            found = self.get_changelist_instance(request).queryset
        except IncorrectLookupParameters:
            page = reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_changelist")
            return Redirect(f"{page}?{ERROR_FLAG}=1")
        return make(self.with_rights(request, found, ["export"]))
