"""Filters of the list of parcels."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.views.main import SEARCH_VAR
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from checkout.models import OrderLine
from checkout.shipping.deliveries import Readiness, State, stranded
from shop.models import Shop

ALL, TODAY, ON_THE_WAY, STRANDED = "all", "today", "shipped", "stranded"
WAITING = [State.OPEN, State.PACKED]


def is_of_waiting(request: HttpRequest) -> bool:
    """True if the list shows only parcels that are not shipped: there are never many."""
    chosen = request.GET.get(ReadinessFilter.parameter_name) or usual_choice(request)
    return chosen not in (ALL, STRANDED) and (chosen not in State.values or chosen in WAITING)


def usual_choice(request: HttpRequest) -> str:
    """What the list shows unless staff choose: what can be shipped today; a search looks at all parcels."""
    return ALL if request.GET.get(SEARCH_VAR) else TODAY


class ReadinessFilter(admin.SimpleListFilter):
    """Parcels that can be shipped today by default, or another state. Reads `readiness`."""

    title = _("when")
    parameter_name = "when"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        waits = [
            Readiness.UNPAID, Readiness.LATER, Readiness.UNNUMBERED, Readiness.MONEY_MISSING, Readiness.CANCELLED,
        ]  # fmt: skip
        return [
            (TODAY, str(Readiness.READY.label)),
            ("packed", str(State.PACKED.label)),
            *[(one.value, str(one.label)) for one in waits],
            (ON_THE_WAY, str(State.SHIPPED.label)),
            (STRANDED, str(_("lost or back, to be settled"))),
            ("lost", str(State.LOST.label)),
            ("returned", str(State.RETURNED.label)),
            ("delivered", str(State.DELIVERED.label)),
            (ALL, str(_("all parcels"))),
        ]

    def __init__(self, request: HttpRequest, *args: Any) -> None:
        super().__init__(request, *args)
        self.usual = usual_choice(request)

    def chosen(self) -> str:
        return str(self.value() or self.usual)

    def choices(self, changelist: Any) -> Any:
        for value, title in self.lookup_choices:
            yield {
                "selected": self.chosen() == str(value),
                "query_string": changelist.get_query_string({self.parameter_name: value}),
                "display": title,
            }

    def queryset(self, request: HttpRequest, queryset: Any) -> QuerySet:
        chosen = self.chosen()
        if chosen == TODAY:
            return queryset.filter(state__in=WAITING, readiness=Readiness.READY)
        if chosen == "packed":
            return queryset.filter(state=State.PACKED, readiness=Readiness.READY)
        if chosen == STRANDED:
            return queryset.filter(pk__in=stranded().values("pk"))
        if chosen in Readiness.values:
            return queryset.filter(state__in=WAITING, readiness=chosen)
        return queryset.filter(state=chosen) if chosen in State.values else queryset


class SellerFilter(admin.SimpleListFilter):
    """The seller of the goods inside."""

    title = _("seller")
    parameter_name = "seller"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        sellers = model_admin.related_in_sight(request, Shop.objects.order_by("name"))
        return [(str(shop.pk), shop.name) for shop in sellers]

    def queryset(self, request: HttpRequest, queryset: Any) -> QuerySet:
        value = str(self.value() or "")
        if not value.isascii() or not value.isdigit():
            return queryset
        return queryset.filter(Exists(OrderLine.objects.filter(delivery=OuterRef("pk"), seller=int(value))))
