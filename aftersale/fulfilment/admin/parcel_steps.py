"""Steps of one parcel, each with a page for confirmation."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action

from catalogue.errors import SoldOut
from checkout.actions.shipping.delivering import correct_tracking, move_delivery, resend_delivery, split_delivery
from checkout.errors import DeliveryNotSplit, DeliveryStepWrong
from checkout.models import Delivery
from checkout.rules import DELIVERY_STEPS
from checkout.shipping.deliveries import State, is_paid_for, is_unnumbered
from shop.web.redirects import Redirect

from .parcel_forms import SplitForm, TrackingForm

MEANWHILE = _("Somebody has handled it meanwhile. Nothing was changed.")


class ParcelSteps:
    """The buttons of a parcel's page: the steps that its state allows."""

    actions_detail = [
        "ship_one", "split", "correct_number", "arrived", "came_back", "got_lost", "once_more", "unpack",
    ]  # fmt: skip

    def may(self, request: HttpRequest, object_id: Any, fits: Callable[[Delivery], bool]) -> bool:
        if not self.has_pack_permission(request):  # type: ignore[attr-defined]
            return False
        delivery = Delivery.objects.filter(pk=object_id).first() if object_id else None
        return delivery is None or (fits(delivery) and is_paid_for(delivery))

    def has_ship_one_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        def fits(one: Delivery) -> bool:
            return State.SHIPPED in DELIVERY_STEPS[one.state] and not is_unnumbered(one)

        return self.may(request, object_id, fits)

    def has_split_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return self.may(request, object_id, lambda one: one.state in (State.OPEN, State.PACKED))

    def has_number_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return self.may(request, object_id, lambda one: one.shipped_at is not None)

    def has_arrived_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return self.may(request, object_id, lambda one: State.DELIVERED in DELIVERY_STEPS[one.state])

    def has_back_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return self.may(request, object_id, lambda one: State.RETURNED in DELIVERY_STEPS[one.state])

    def has_lost_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return self.may(request, object_id, lambda one: State.LOST in DELIVERY_STEPS[one.state])

    def has_again_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return self.may(request, object_id, lambda one: one.state in (State.LOST, State.RETURNED))

    def has_unpack_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return self.may(request, object_id, lambda one: one.state == State.PACKED)

    @action(description=_("Ship"), url_path="ship", icon="local_shipping", permissions=["ship_one"])
    def ship_one(self, request: HttpRequest, object_id: str) -> HttpResponse:
        delivery = self.parcel_of(object_id)
        form = TrackingForm(request.POST or None, initial={"tracked_by": delivery.carrier.tracked_by or "dhl"})
        if not form.is_valid():
            lead = _("The buyer gets a mail, with the tracking number if there is one.")
            return self.step(request, delivery, _("Ship"), lead, form)
        tracking = form.tracking

        def move() -> None:
            move_delivery(delivery=delivery, to=State.SHIPPED, tracking=tracking)

        return self.done(request, delivery, move, _("It is on its way, its buyer gets a mail."))

    @action(description=_("Correct tracking"), url_path="tracking", icon="barcode_scanner", permissions=["number"])
    def correct_number(self, request: HttpRequest, object_id: str) -> HttpResponse:
        delivery = self.parcel_of(object_id)
        known = {"tracked_by": delivery.tracked_by or delivery.carrier.tracked_by or "dhl"}
        form = TrackingForm(request.POST or None, initial=known | {"number": delivery.tracking_number})
        if not form.is_valid():
            lead = _("The buyer finds it at the order; no further mail is sent.")
            return self.step(request, delivery, _("Correct tracking"), lead, form)
        tracking = form.tracking

        def correct() -> None:
            correct_tracking(delivery=delivery, tracking=tracking)

        return self.done(request, delivery, correct, _("Corrected."))

    @action(description=_("Ship a part apart"), url_path="split", icon="call_split", permissions=["split"])
    def split(self, request: HttpRequest, object_id: str) -> HttpResponse:
        delivery = self.parcel_of(object_id)
        form = SplitForm(list(delivery.lines.counting()), request.POST or None)
        if form.is_valid():
            try:
                split_off = split_delivery(delivery=delivery, amounts=form.amounts)
            except DeliveryNotSplit:
                form.add_error(
                    None,
                    _("At least one piece must go, and at least one must stay. Bundles and tickets go as whole lines."),
                )
            except DeliveryStepWrong:
                return self.refused(request, delivery)
            else:
                messages.success(request, _("These go apart as %(parcel)s.") % {"parcel": split_off.number})
                return Redirect(self.page_of(split_off))  # type: ignore[attr-defined]
        lead = _("How many go in a parcel of their own? It costs the buyer nothing more.")
        return self.step(request, delivery, _("Ship a part apart"), lead, form)

    @action(description=_("It has arrived"), url_path="arrived", icon="done_all", permissions=["arrived"])
    def arrived(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self.moved(request, object_id, State.DELIVERED, _("It has arrived"), _("The buyer has the parcel."))

    @action(description=_("It came back"), url_path="came-back", icon="keyboard_return", permissions=["back"])
    def came_back(self, request: HttpRequest, object_id: str) -> HttpResponse:
        lead = _("The parcel is back in the warehouse. Afterwards you can send it once more or refund it.")
        return self.moved(request, object_id, State.RETURNED, _("It came back"), lead)

    @action(description=_("It is lost"), url_path="lost", icon="help", permissions=["lost"])
    def got_lost(self, request: HttpRequest, object_id: str) -> HttpResponse:
        lead = _("The parcel cannot be found. Afterwards you can send the goods once more or refund them.")
        return self.moved(request, object_id, State.LOST, _("It is lost"), lead)

    @action(description=_("Not packed after all"), url_path="unpack", icon="undo", permissions=["unpack"])
    def unpack(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self.moved(request, object_id, State.OPEN, _("Not packed after all"), _("It is to be packed again."))

    @action(description=_("Send once more"), url_path="again", icon="replay", permissions=["again"])
    def once_more(self, request: HttpRequest, object_id: str) -> HttpResponse:
        delivery = self.parcel_of(object_id)
        if request.method != "POST":
            lead = _("The same goods are sent in a new parcel, free of charge. Lost goods are taken off the stock.")
            return self.step(request, delivery, _("Send once more"), lead)
        try:
            again = resend_delivery(delivery=delivery)
        except SoldOut:
            messages.error(request, _("There is not enough stock to send the goods once more. Refund them instead."))
            return Redirect(self.page_of(delivery))  # type: ignore[attr-defined]
        except DeliveryStepWrong:
            return self.refused(request, delivery)
        messages.success(request, _("It goes once more as %(parcel)s.") % {"parcel": again.number})
        return Redirect(self.page_of(again))  # type: ignore[attr-defined]

    def parcel_of(self, object_id: str) -> Delivery:
        known = Delivery.objects.select_related("order__shipping_address", "carrier")
        return get_object_or_404(known, pk=object_id)

    def moved(self, request: HttpRequest, object_id: str, to: Delivery.State, title: Any, lead: Any) -> HttpResponse:
        delivery = self.parcel_of(object_id)
        if request.method != "POST":
            return self.step(request, delivery, title, lead)
        return self.done(request, delivery, lambda: move_delivery(delivery=delivery, to=to), _("Noted."))

    def done(self, request: HttpRequest, delivery: Delivery, do: Callable[[], object], text: Any) -> HttpResponse:
        try:
            do()
        except DeliveryStepWrong:
            return self.refused(request, delivery)
        messages.success(request, text)
        return Redirect(self.page_of(delivery))  # type: ignore[attr-defined]

    def refused(self, request: HttpRequest, delivery: Delivery) -> HttpResponse:
        messages.error(request, MEANWHILE)
        return Redirect(self.page_of(delivery))  # type: ignore[attr-defined]

    def step(self, request: HttpRequest, delivery: Delivery, title: Any, lead: Any, form: Any = None) -> HttpResponse:
        """Return the page that asks for confirmation, with a link back to the parcel."""
        frame = {**self.admin_site.each_context(request), "opts": self.opts}  # type: ignore[attr-defined]
        media = self.media + form.media if form else self.media  # type: ignore[attr-defined]
        context = frame | {
            "title": title, "lead": lead, "form": form or [], "delivery": delivery, "media": media,
            "back": self.page_of(delivery),  # type: ignore[attr-defined]
        }  # fmt: skip
        return TemplateResponse(request, "admin/aftersale/parcel/step.html", context)
