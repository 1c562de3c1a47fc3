"""The static pages' addresses (catalogue §2)."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path

from shop.core.values.html import plain_text
from shop.models import StaticKind
from shop.web.pages import DESCRIPTION_LENGTH, Page, not_found_page, render_page, run_page_query
from shop.web.redirects import Redirect, own_address

ROUTE = "static-page"


def static(kind: StaticKind) -> Any:
    def view(request: HttpRequest, question: str = "") -> HttpResponse:
        variables = {"id": kind.value, "question": question} if question else {"id": kind.value}
        answer = run_page_query(request, "STATICPAGE", variables)
        found = answer.data["staticPage"]
        if found is None and not question:
            return not_found_page(request, ROUTE, answer)
        if found is None:
            base_path = request.base_path  # type: ignore[attr-defined]
            query = "&".join(filter(None, ["broken_link=1", request.META.get("QUERY_STRING", "")]))
            return Redirect(own_address(f"/{kind.value}", query, base_path))
        # One question is a place on the page of all of them.
        canonical = f"/{kind.value}" if question else ""
        description = plain_text(found["html"], DESCRIPTION_LENGTH)
        return render_page(request, Page(ROUTE, found["title"], description, answer, canonical=canonical))

    return view


urlpatterns: list[URLPattern] = [
    path(kind.value.replace("-", "/"), static(kind), name="" if kind == StaticKind.FAQ else kind.value)
    for kind in StaticKind
]
urlpatterns += [path("faq/<slug:question>", static(StaticKind.FAQ), name="faq")]
