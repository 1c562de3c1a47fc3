"""Refund offers of cancelled, postponed or moved events. Staff see the consequences before they open one."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import quote
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from unfold.decorators import action, display
from unfold.enums import ActionVariant
from unfold.widgets import UnfoldBooleanSwitchWidget

from aftersale.models import RefundOffer
from aftersale.refunds.actions import close_offer, open_offer
from aftersale.refunds.errors import OfferChanged
from aftersale.refunds.queries import offer_counts, offers_with_money_left
from catalogue.admin.venue_clock import VenueClock
from shop.admin.base import TranslatedAdmin, badge
from shop.core.values.formats import euros, moment_text
from shop.core.values.languages import in_all_languages
from shop.web.redirects import Redirect

STATES = {
    "prepared": (pgettext_lazy("refund offer", "prepared"), "default"),
    "open": (pgettext_lazy("refund offer", "open"), "success"),
    "closed": (pgettext_lazy("refund offer", "closed"), "warning"),
}

OPENERS = "aftersale.open_refundoffer"
TERMS = ["closes_at", "kept_fee", "by_itself"]
WHAT_HAPPENED = ["cause", "new_begin"]


def offer_state(offer: RefundOffer) -> str:
    if offer.opened_at is None:
        return "prepared"
    return "open" if offer.is_open else "closed"


def dates_of(offer: RefundOffer) -> tuple[str, str]:
    """Return the event's present and its new date at the venue. The second is empty if it has none."""
    return offer.event.begins, moment_text(offer.new_begin, offer.event.venue.zone) if offer.new_begin else ""


class MoneyLeftFilter(admin.SimpleListFilter):
    title = _("still to be given back")
    parameter_name = "left"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        return [("money", str(_("cancelled, with money left")))]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        return queryset.filter(pk__in=offers_with_money_left()) if self.value() == "money" else queryset


class OpenForm(forms.Form):
    terms = forms.CharField(widget=forms.HiddenInput)
    tell = forms.BooleanField(
        label=_("tell all ticket holders by mail"), required=False, widget=UnfoldBooleanSwitchWidget,
        help_text=_("Each order once for each announcement, however often you press this."),
    )  # fmt: skip

    def show_terms(self, offer: RefundOffer) -> None:
        """Show what the offer says now, and keep what was entered."""
        self.data = {**{name: self.data[name] for name in self.data}, "terms": offer.terms}


@admin.register(RefundOffer)
class RefundOfferAdmin(VenueClock, TranslatedAdmin):
    shop_path = "event__owner"
    list_display = ["event", "cause", "status", "opened_at", "closes_at", "by_itself"]
    list_filter = ["cause", MoneyLeftFilter, "by_itself"]
    list_select_related = ["event__venue"]
    search_fields = [*in_all_languages("event__name"), "event__venue__city"]
    autocomplete_fields = ["event"]
    actions_detail = ["open", "close"]
    readonly_fields = ["state_text", "sold", "opened_at", "told_at"]
    fieldsets = [
        (
            None,
            {
                "fields": [
                    "event",
                    ("cause", "new_begin"),
                    ("state_text", "opened_at", "told_at"),
                    "sold",
                    tuple(TERMS),
                    ("message",),
                    ("refund_error_message",),
                ]
            },
        )
    ]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """The event is fixed once saved, a cancellation once opened. After opening, only staff who may open offers
        change the terms, and what happened: a postponed event gets a date, or is cancelled.
        """
        fixed = ["event"] if obj else []
        if obj and obj.opened_at:
            if obj.cause == RefundOffer.Cause.CANCELLED:
                fixed += WHAT_HAPPENED
            if not request.user.has_perm(OPENERS):
                fixed += [one for one in (*WHAT_HAPPENED, *TERMS) if one not in fixed]
        return [*super().get_readonly_fields(request, obj), *fixed]

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """An opened offer cannot be deleted."""
        return super().has_delete_permission(request, obj) and (obj is None or obj.opened_at is None)

    @display(description=_("state"), label={key: colour for key, (_text, colour) in STATES.items()})
    def status(self, offer: RefundOffer) -> tuple[str, Any]:
        state = offer_state(offer)
        return state, STATES[state][0]

    @display(description=_("state"))
    def state_text(self, offer: RefundOffer) -> str:
        return badge(*STATES[offer_state(offer)])

    @display(description=_("still to be given back"))
    def sold(self, offer: RefundOffer) -> str:
        if not offer.pk:
            return "–"
        counts = offer_counts(offer)
        counted_words = {"orders": counts.orders, "tickets": counts.tickets, "money": euros(counts.money)}
        return str(_("%(tickets)s tickets of %(orders)s orders, %(money)s") % counted_words)

    def has_open_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return request.user.has_perm(OPENERS) and self.has_view_permission(request)

    def has_close_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        if not self.has_open_permission(request):
            return False
        return object_id is None or RefundOffer.objects.open().filter(pk=object_id).exists()

    @action(
        description=_("Open for refunds"), url_path="open", icon="undo", permissions=["open"],
        variant=ActionVariant.PRIMARY,
    )  # fmt: skip
    def open(self, request: HttpRequest, object_id: str) -> HttpResponse:
        offer: RefundOffer = get_object_or_404(RefundOffer.objects.select_related("event__venue"), pk=object_id)
        form = OpenForm(
            request.POST if request.method == "POST" else None,
            initial={"tell": offer.told_at is None or not offer.is_announced, "terms": offer.terms},
        )
        if form.is_valid() and self.opened(request, offer, form):
            messages.success(request, _("The offer is open. Mails and refunds are sent in the background."))
            return Redirect(self.page_of(offer))
        texts = [getattr(offer, column) for column in in_all_languages("message")]
        return self.step(
            request,
            offer,
            "open",
            _("Open for refunds"),
            form,
            counts=offer_counts(offer),
            mail_messages=texts,
            dates=dates_of(offer),
        )

    def opened(self, request: HttpRequest, offer: RefundOffer, form: OpenForm) -> bool:
        """Open the offer on the terms that the form shows. False, with an error in the form, if they have changed."""
        entered = form.cleaned_data
        try:
            open_offer(offer=offer, tell=entered["tell"], staff=request.user, seen=entered["terms"])  # type: ignore[arg-type]
        except OfferChanged:
            form.add_error(None, _("Somebody has changed the offer or the event meanwhile. This is what it says now."))
            form.show_terms(offer)
            return False
        return True

    @action(description=_("Close"), url_path="close", icon="block", permissions=["close"])
    def close(self, request: HttpRequest, object_id: str) -> HttpResponse:
        offer: RefundOffer = get_object_or_404(RefundOffer.objects.select_related("event__venue"), pk=object_id)
        if request.method == "POST":
            close_offer(offer=offer)
            messages.success(request, _("Nobody can ask for refunds any more."))
            return Redirect(self.page_of(offer))
        return self.step(request, offer, "close", _("Close"), forms.Form())

    def page_of(self, offer: RefundOffer) -> str:
        return reverse("admin:aftersale_refundoffer_change", args=[quote(offer.pk)])

    def step(
        self, request: HttpRequest, offer: RefundOffer, template: str, title: Any, form: forms.Form, **shown: Any
    ) -> TemplateResponse:
        context = {
            **self.admin_site.each_context(request), "opts": self.opts, "title": title, "offer": offer, "form": form,
            "back": self.page_of(offer), "media": self.media + form.media, **shown,
        }  # fmt: skip
        return TemplateResponse(request, f"admin/aftersale/refund/{template}.html", context)
