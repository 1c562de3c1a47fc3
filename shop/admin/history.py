"""The page of an object's history."""

from typing import Any

from django.contrib.admin.views.main import PAGE_VAR
from django.core.paginator import Paginator
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from shop.audit.readable import explain
from shop.models import AuditEntry

PER_PAGE = 50


class HistoryMixin:
    """Shows the audit entries of an object and its parts as its history. Django's own log is not written."""

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        response: HttpResponse = super().history_view(request, object_id, extra_context)  # type: ignore[misc]
        if isinstance(response, TemplateResponse) and response.context_data:
            response.template_name = "admin/shop/auditentry/history.html"
            noted = AuditEntry.objects.about(response.context_data["object"]).seen_by(request.user)
            response.context_data |= page_of(noted, request.GET.get(PAGE_VAR, "1"))
        return response

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any: ...

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any: ...

    def log_deletions(self, request: HttpRequest, queryset: Any) -> Any: ...


def page_of(entries: models.QuerySet[AuditEntry], number: str) -> dict[str, Any]:
    pages = Paginator(entries, PER_PAGE)
    page = pages.get_page(number)
    return {
        "explained": explain(list(page)),
        "action_list": page,
        "page_range": pages.get_elided_page_range(page.number),
        "pagination_required": pages.num_pages > 1,
    }
