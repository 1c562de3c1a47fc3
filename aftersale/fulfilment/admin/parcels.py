"""The warehouse: parcels to ship today, their papers and labels, and shipped parcels."""

from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin import helpers
from django.db.models import Count, F, Prefetch, QuerySet, Window
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from aftersale.fulfilment.label_notices import label_notices
from aftersale.fulfilment.labels import label_file
from aftersale.fulfilment.papers import PDF, packing_slips, pick_list
from aftersale.fulfilment.parcels import Parcel, parcels_of
from checkout.actions.shipping.delivering import move_delivery
from checkout.admin.order_parts import DELIVERY_COLOURS, lines_of, tracking_link
from checkout.errors import DeliveryStepWrong
from checkout.models import Delivery, OrderLine
from checkout.orders.texts import details
from checkout.shipping.deliveries import Readiness, State, ready, with_readiness
from shop.admin.base import BaseAdmin, ReadOnly, badge
from shop.core.bounded.budget import OverBudget
from shop.core.bounded.texts import over_budget_message
from shop.web.downloads import download

from .parcel_filters import ReadinessFilter, SellerFilter, is_of_waiting
from .parcel_forms import ShipForm
from .parcel_steps import ParcelSteps

# Most parcels at once: browsers cannot send a larger form.
MOST = 400
ADDRESS = ("country_code", "post_code", "city", "address", "last_name", "first_name")
READINESS_COLOURS = {
    Readiness.READY: "success", Readiness.LATER: "info", Readiness.UNPAID: "warning",
    Readiness.MONEY_MISSING: "danger", Readiness.UNNUMBERED: "warning", Readiness.CANCELLED: "default",
}  # fmt: skip
FIRST_LINES = 3


@admin.register(Delivery)
class ParcelAdmin(ParcelSteps, ReadOnly, BaseAdmin):
    """All parcels, by default those to ship today. Actions change their state and mail the buyers."""

    shop_path = "order__shop"
    list_display = ["parcel", "to", "inside", "order_link", "carrier", "age", "status", "tracking"]
    list_filter = [
        ReadinessFilter, ("order__shop", admin.RelatedOnlyFieldListFilter), SellerFilter,
        ("carrier", admin.RelatedOnlyFieldListFilter), "checks_age",
    ]  # fmt: skip
    search_fields = [
        "order__reference", "tracking_number", "order__email", "order__shipping_address__last_name",
        "order__shipping_address__post_code",
    ]  # fmt: skip
    search_help_text = _("Order, tracking number, e-mail, name or postal code")
    list_per_page = 100
    show_full_result_count = False
    actions = ["pick", "slips", "labels_dhl", "labels_post", "pack", "ship"]
    readonly_fields = [
        "parcel", "state_text", "order_link", "receiver", "contents", "carrier", "age", "tracking", "taken_from",
        "shippable_from",
    ]  # fmt: skip
    fieldsets = [
        (
            None,
            {
                "fields": [
                    ("parcel", "state_text", "order_link"),
                    ("receiver", "contents"),
                    ("carrier", "age", "tracking"),
                    ("shippable_from", "taken_from"),
                    ("packed_at", "shipped_at"),
                    ("delivered_at", "returned_at", "lost_at"),
                ]
            },
        )
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Delivery]:
        counting = OrderLine.objects.counting().order_by("placement__number", "number")
        known = (
            super().get_queryset(request).select_related("carrier", "order__shop", "order__shipping_address", "origin")
        )
        found = with_readiness(known).prefetch_related(Prefetch("lines", counting, "counted"))
        if not is_of_waiting(request):
            return found
        same = [F(f"order__shipping_address__{part}") for part in ADDRESS]
        return found.annotate(together=Window(Count("pk"), partition_by=same))

    def get_ordering(self, request: HttpRequest) -> Sequence[str]:
        """Sort parcels to one address together."""
        if not is_of_waiting(request):
            return ["-pk"]
        return [*[f"order__shipping_address__{part}" for part in ADDRESS], "pk"]

    @display(description=_("parcel"), ordering="pk")
    def parcel(self, delivery: Delivery) -> str:
        return delivery.number

    @display(description=_("goes to"), header=True)
    def to(self, delivery: Any) -> list[Any]:
        address = delivery.order.shipping_address
        name = address.full_name
        others = getattr(delivery, "together", 1)
        if others > 1:
            name += " · " + gettext("%(number)s parcels to this address") % {"number": others}
        return [name, address.town]

    @display(description=_("inside"))
    def inside(self, delivery: Any) -> str:
        lines = [f"{line.amount} × {', '.join([line.name, *details(line)])}" for line in delivery.counted]
        more = [f"+ {len(lines) - FIRST_LINES}"] if len(lines) > FIRST_LINES else []
        return format_html_join(
            "", '<span class="staff-entry">{}</span>', ((text,) for text in lines[:FIRST_LINES] + more)
        )

    @display(description=pgettext_lazy("purchase", "order"), ordering="order__reference")
    def order_link(self, delivery: Delivery) -> str:
        address = reverse("admin:checkout_order_change", args=[delivery.order_id])
        return format_html('<a href="{}">{}</a> · {}', address, delivery.order.reference, delivery.order.shop)

    @display(description=_("age check"), ordering="checks_age")
    def age(self, delivery: Delivery) -> str:
        return badge(_("from 18"), "danger") if delivery.checks_age else "–"

    @display(description=_("state"), ordering="state")
    def status(self, delivery: Any) -> str:
        return self.state_text(delivery)

    @display(description=_("state"))
    def state_text(self, delivery: Any) -> str:
        """Show why the parcel cannot be shipped yet, or its state."""
        if delivery.readiness == Readiness.LEFT:
            return badge(delivery.get_state_display(), DELIVERY_COLOURS[delivery.state])
        if delivery.readiness == Readiness.READY and delivery.state == State.PACKED:
            return badge(State.PACKED.label, DELIVERY_COLOURS[State.PACKED])
        text: Any = Readiness(delivery.readiness).label
        if delivery.readiness == Readiness.LATER:
            text = gettext("shippable from %(day)s") % {"day": f"{delivery.shippable_from:%d.%m.%Y}"}
        return badge(text, READINESS_COLOURS[delivery.readiness])

    @display(description=_("tracking number"))
    def tracking(self, delivery: Delivery) -> str:
        if not delivery.tracked_by:
            return tracking_link(delivery)
        return format_html("{} · {}", delivery.get_tracked_by_display(), tracking_link(delivery))

    @display(description=_("shipping address"))
    def receiver(self, delivery: Delivery) -> str:
        return lines_of(delivery.order.shipping_address)

    @display(description=_("inside"))
    def contents(self, delivery: Any) -> str:
        return render_to_string("admin/aftersale/parcel/contents.html", {"lines": delivery.counted})

    @display(description=_("taken from"))
    def taken_from(self, delivery: Delivery) -> str:
        """The parcel that the goods were in before, and the parcels that its goods moved to."""
        others = [delivery.origin] if delivery.origin else []
        others += list(delivery.descendants.order_by("pk"))
        rows = ((reverse("admin:checkout_delivery_change", args=[one.pk]), one.number) for one in others)
        return format_html_join(" · ", '<a href="{}">{}</a>', rows) or "–"

    def has_pack_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Who works in the warehouse."""
        return bool(request.user.has_perm("checkout.change_delivery")) and self.has_view_permission(request)

    def has_label_permission(self, request: HttpRequest) -> bool:
        """Needs a right of its own, because it exports many buyers' addresses."""
        return bool(request.user.has_perm("checkout.export_delivery")) and self.has_view_permission(request)

    def ready_of(self, request: HttpRequest, queryset: Any, *, open_only: bool = False) -> list[Parcel]:
        """Return the chosen parcels that can be shipped, in packing order. Shows a message about the others."""
        chosen = Delivery.objects.filter(pk__in=list(queryset.order_by().values_list("pk", flat=True)))
        fitting_ones = ready(chosen)
        if open_only:
            fitting_ones = fitting_ones.filter(state=State.OPEN)
        # Parcels shipped meanwhile are no longer in the queryset.
        across = request.POST.get("select_across") == "1"
        number = chosen.count() if across else len(request.POST.getlist(helpers.ACTION_CHECKBOX_NAME))
        fitting = fitting_ones.count()
        if fitting > MOST:
            messages.error(request, _("At most %(most)s parcels at once.") % {"most": MOST})
            return []
        if fitting < number:
            left = number - fitting
            text = ngettext(
                "One of the chosen parcels was left out.", "%(left)s of the chosen parcels were left out.", left
            )
            messages.warning(request, text % {"left": left})
        return parcels_of(fitting_ones)

    def file_of(
        self, request: HttpRequest, queryset: Any, make: Callable[[list[Parcel]], bytes], name: str
    ) -> HttpResponse | None:
        parcels = self.ready_of(request, queryset)
        if not parcels:
            return None
        try:
            content = make(parcels)
        except OverBudget as error:
            messages.error(request, over_budget_message(error))
            return None
        return self.download(content, f"{name}.pdf", PDF)

    def download(self, content: bytes, name: str, kind: str) -> HttpResponse:
        """Return a download with the date in its name."""
        stem, suffix = name.rsplit(".", 1)
        return download(content, kind, f"{stem}-{timezone.localdate():%Y-%m-%d}.{suffix}")

    @admin.action(description=_("Pick list (PDF)"), permissions=["pack"])
    def pick(self, request: HttpRequest, queryset: Any) -> HttpResponse | None:
        return self.file_of(request, queryset, pick_list, "pick-list")

    @admin.action(description=_("Packing slips (PDF)"), permissions=["pack"])
    def slips(self, request: HttpRequest, queryset: Any) -> HttpResponse | None:
        return self.file_of(request, queryset, packing_slips, "packing-slips")

    @admin.action(description=_("Labels: DHL (CSV)"), permissions=["label"])
    def labels_dhl(self, request: HttpRequest, queryset: Any) -> HttpResponse | None:
        return self.labels(request, queryset, "dhl")

    @admin.action(description=_("Labels: Deutsche Post (CSV)"), permissions=["label"])
    def labels_post(self, request: HttpRequest, queryset: Any) -> HttpResponse | None:
        return self.labels(request, queryset, "deutsche_post")

    def labels(self, request: HttpRequest, queryset: Any, which: str) -> HttpResponse | None:
        """Show what the file cannot contain before making it."""
        parcels = self.ready_of(request, queryset)
        if not parcels:
            return None
        notices = [] if "confirmed" in request.POST else label_notices(which, parcels)
        if notices:
            action = request.POST["action"]
            title = self.get_actions(request)[action][2]
            return self.asked(request, action, title, parcels, page="labels", notices=notices)
        made = label_file(which, parcels)
        return self.download(made, f"labels-{which}.csv", "text/csv; charset=windows-1252")

    @admin.action(description=_("Mark as packed"), permissions=["pack"])
    def pack(self, request: HttpRequest, queryset: Any) -> HttpResponse | None:
        parcels = self.ready_of(request, queryset, open_only=True)
        if not parcels:
            return None
        if "confirmed" not in request.POST:
            return self.asked(request, "pack", _("Mark as packed"), parcels)
        moved = self.move_all(request, parcels, lambda one: move_delivery(delivery=one, to=State.PACKED))
        if moved:
            text = ngettext("One parcel is packed.", "%(moved)s parcels are packed.", moved)
            messages.success(request, text % {"moved": moved})
        return None

    @admin.action(description=_("Mark as shipped"), permissions=["pack"])
    def ship(self, request: HttpRequest, queryset: Any) -> HttpResponse | None:
        parcels = self.ready_of(request, queryset)
        if not parcels:
            return None
        confirmed = "confirmed" in request.POST
        form = ShipForm(parcels, request.POST if confirmed else None)
        if not (confirmed and form.is_valid()):
            return self.asked(request, "ship", _("Mark as shipped"), parcels, form=form, media=self.media + form.media)

        def send(one: Delivery) -> None:
            move_delivery(delivery=one, to=State.SHIPPED, tracking=form.tracking_of(one))

        moved = self.move_all(request, parcels, send)
        if moved:
            text = ngettext(
                "One parcel is on its way, its buyer gets a mail.",
                "%(moved)s parcels are on their way, their buyers get a mail.", moved,
            )  # fmt: skip
            messages.success(request, text % {"moved": moved})
        return None

    def asked(
        self, request: HttpRequest, name: str, title: Any, parcels: list[Parcel], *, page: str = "", **shown: Any
    ) -> HttpResponse:
        """Return the page that asks before an action on several parcels: the action's own, or `page`."""
        context = {
            **self.admin_site.each_context(request), "opts": self.opts, "title": title, "action": name,
            "parcels": parcels, "chosen": helpers.ACTION_CHECKBOX_NAME, "back": request.get_full_path(), **shown,
        }  # fmt: skip
        return TemplateResponse(request, f"admin/aftersale/parcel/{page or name}.html", context)

    def move_all(self, request: HttpRequest, parcels: list[Parcel], move: Callable[[Delivery], object]) -> int:
        """Move each parcel in its own transaction, so that a failure stops no other. Returns how many moved."""
        moved = 0
        for one in parcels:
            try:
                move(one.delivery)
                moved += 1
            except DeliveryStepWrong:
                parcel_words = {"parcel": one.delivery.number}
                messages.error(request, _("%(parcel)s: somebody has handled it meanwhile.") % parcel_words)
        return moved

    def page_of(self, delivery: Delivery) -> str:
        return reverse("admin:checkout_delivery_change", args=[delivery.pk])
