"""Pages of both forms; their contents depend on the events that offer them (purchase §2)."""

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.urls import path

from shop.core.values.languages import active_language
from shop.texts import lang_text
from shop.web.pages import Page, current_shop, render_page, run_page_query, unknown_page

from .queries import Kind, is_offered

TITLES: Mapping[str, str] = {
    Kind.CHANGE.value: "TICKETSERVICE_CHANGE_TITLE", Kind.CANCEL.value: "TICKETSERVICE_CANCEL_TITLE",
}  # fmt: skip


def form(request: HttpRequest, kind: str) -> HttpResponse:
    if kind not in TITLES or not is_offered(current_shop(request), kind):
        return unknown_page(request)
    answer = run_page_query(request, "TICKETSERVICE", {"kind": kind})
    return render_page(
        request, Page("ticketservice", lang_text(TITLES[kind], active_language()), answer=answer, indexed=False)
    )


urlpatterns = [path("ticketservice/<str:kind>", form, name="ticketservice")]
