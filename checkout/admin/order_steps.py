"""The steps that staff take with an order: form, preview, confirmation, and back to the order."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.contrib.admin.utils import quote
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminTextInputWidget

from catalogue.errors import SeatsNotAvailable, SoldOut
from checkout.actions.orders.steps import StaffAction
from checkout.actions.refunds.giving_back import StepOutcome
from checkout.errors import (
    AddressFixed,
    LineInvalidated,
    LineNotSplit,
    NoDeliveryMethod,
    NotExchangeable,
    NothingChosen,
    OrderChanged,
    RefundNotAllowed,
    RefundTooLarge,
    TaxedOtherwise,
)
from checkout.invoices.words import rate_text
from checkout.models import Invoice, Order
from checkout.orders.texts import method_name, seat_text
from checkout.pricing.exchanges import Obstacle
from shop.admin.base import BaseAdmin, ReadOnly
from shop.core.database.transactions import dry_run
from shop.core.errors import FieldErrors, ShopError
from shop.core.values.formats import euros
from shop.web.redirects import Redirect

# A heading, and what stands below it.
PreviewSection = tuple[str, list[str]]


class StaffActionForm(forms.Form):
    """A form that acts once, even if it is sent twice: `key` is made when the form is shown."""

    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial = {"key": uuid4(), **self.initial}

    def staff_action(self, staff: Any, shown: str | None = None) -> StaffAction:
        return StaffAction(self.cleaned_data["key"], staff, self.cleaned_data.get("reason", ""), shown)

    def refuse(self, errors: FieldErrors) -> None:
        """Show each error at its field."""
        for path, found in errors.errors.items():
            texts = [one["message"] for one in found]
            self.add_error(path if path in self.fields else None, [gettext(text) for text in texts])


def reason_field(**more: Any) -> forms.CharField:
    return forms.CharField(
        label=_("reason"), max_length=200, widget=UnfoldAdminTextInputWidget,
        help_text=_("Stays with the order, for your colleagues."), **more,
    )  # fmt: skip


def error_text(error: ShopError) -> str:
    """Return why nothing was done, for staff."""
    match error:
        case RefundTooLarge():
            return gettext("That is more than can go back: %(available)s € at most.") % {
                "available": str(error.extensions["available"]).replace(".", ",")
            }
        case LineInvalidated():
            return gettext("A line is no longer part of the order. Open the form anew.")
        case LineNotSplit():
            return gettext(
                "A line of a bundle, or one of which money went back already, comes back with all its pieces or not at"
                " all."
            )
        case NothingChosen():
            return gettext("Nothing was chosen.")
        case AddressFixed():
            return gettext("A parcel of it has left: its address stays as it is.")
        case TaxedOtherwise():
            return taxed_text(error)
        case NoDeliveryMethod():
            return gettext("Its carrier does not take it to this country.")
        case RefundNotAllowed():
            return gettext("That costs less than what was paid: you need the right to give money back.")
        case SoldOut():
            return gettext("There is no free piece of it. Nothing was changed.")
        case SeatsNotAvailable():
            return gettext("This seat is not free. Nothing was changed.")
        case NotExchangeable() if why := error.extensions["obstacle"]:
            return gettext("It stays as it is: %(why)s.") % {"why": Obstacle(why).label}
        case NotExchangeable():
            return gettext("It cannot be exchanged for that. Open the form anew.")
    raise error


def taxed_text(error: TaxedOtherwise) -> str:
    lines = [f"{name}: {rate_text(was)} → {rate_text(new)}" for name, was, new in error.extensions["lines"]]
    return gettext(
        "Another VAT is due at this address (%(lines)s), and what was sold keeps its own. Nothing was changed. Cancel "
        "the order, and ask the buyer to place it anew with this address."
    ) % {"lines": "; ".join(dict.fromkeys(lines))}


class OrderSteps(ReadOnly, BaseAdmin):
    def page_of(self, order: Order) -> str:
        return reverse("admin:checkout_order_change", args=[quote(order.pk)])

    def step(self, request: HttpRequest, order: Order, template: str, title: Any, **shown: Any) -> TemplateResponse:
        """Return a page that asks before something is done with the order, with the way back to it."""
        frame = {**self.admin_site.each_context(request), "opts": self.opts, "back": self.page_of(order)}
        context = {**frame, "title": title, "order": order, **shown}
        return TemplateResponse(request, f"admin/checkout/order/{template}.html", context)

    def preview_first(
        self,
        request: HttpRequest,
        order: Order,
        template: str,
        title: Any,
        form: StaffActionForm,
        act: Callable[[StaffAction], StepOutcome],
        done: Callable[[StepOutcome], str],
    ) -> HttpResponse:
        """Show the form, then its preview, then do it. If the order changed since, shows the new preview instead."""
        page = {"form": form, "media": self.media + form.media}
        if "edit" not in request.POST and form.is_valid():
            try:
                return self.run_or_preview(request, order, title, form, act, done, request.POST.get("shown"))
            except OrderChanged:
                self.warn_of_change(request)
                return self.run_or_preview(request, order, title, form, act, done, None)
            except FieldErrors as errors:
                form.refuse(errors)
            except ShopError as error:
                form.add_error(None, error_text(error))
        elif "shown" in request.POST and "edit" not in request.POST:
            self.warn_of_change(request)
        return self.step(request, order, template, title, **page)

    def warn_of_change(self, request: HttpRequest) -> None:
        messages.warning(request, _("The order has changed meanwhile. Look again at what would be done."))

    def run_or_preview(
        self,
        request: HttpRequest,
        order: Order,
        title: Any,
        form: StaffActionForm,
        act: Callable[[StaffAction], StepOutcome],
        done: Callable[[StepOutcome], str],
        shown: str | None,
    ) -> HttpResponse:
        staff_action = form.staff_action(request.user, shown)
        if shown is not None:
            messages.success(request, done(act(staff_action)))
            return Redirect(self.page_of(order))
        before = self.state_before(order)

        def outcome_preview(outcome: StepOutcome) -> tuple[list[PreviewSection], str]:
            return self.consequences(order, outcome, before), outcome.digest

        sections, digest = dry_run(lambda: act(staff_action), outcome_preview)
        hidden = [form[name].as_hidden() for name in form.fields]
        return self.step(
            request,
            order,
            "preview",
            title,
            sections=sections,
            digest=digest,
            hidden=hidden,
            media=self.media + form.media,
        )

    def state_before(self, order: Order) -> Any:
        """Return what `consequences` compares with."""

    def consequences(self, order: Order, outcome: StepOutcome, before: Any) -> list[PreviewSection]:
        """Return what was done, as sections of the preview. Read within the transaction that is rolled back."""
        extra_cost = [gettext("%(much)s more; the buyer is not asked for it") % {"much": euros(outcome.extra_cost)}]
        sections = [
            (gettext("Changes"), outcome.changes),
            (gettext("Shipping costs"), extra_cost if outcome.extra_cost else []),
            (gettext("The buyer is asked for"), [euros(outcome.to_pay)] if outcome.to_pay else []),
            (gettext("Goes back"), [way_text(one) for one in outcome.refunds] or [gettext("no money")]),
            (gettext("No longer part of the order"), [ended_text(one) for one in outcome.ended]),
            (gettext("Cancelled without money"), [str(one.reference) for one in outcome.cancelled]),
            (gettext("For"), [text for one in outcome.refunds for text in for_texts(one)]),
        ]
        about = {one.placement_id for one in outcome.ended}
        about |= {part.line.placement_id for one in outcome.refunds for part in one.lines.select_related("line")}
        numbers = Invoice.objects.filter(placement__in=about, corrects=None).in_order()
        corrected = [gettext("%(number)s, by a cancellation invoice") % {"number": one.number} for one in numbers]
        sections.append((gettext("Invoices that are corrected"), corrected))
        sections.append((gettext("The buyer gets a mail"), [f"{order.email} · {order.language.upper()}"]))
        return [(heading, texts) for heading, texts in sections if texts]


def way_text(refund: Any) -> str:
    how = method_name(refund.payment.method)
    if refund.is_by_transfer:
        how += ": " + gettext("you send it from the bank")
    return f"{euros(refund.amount)} · {how} · {refund.payment.reference}"


def ended_text(line: Any) -> str:
    parts = [f"{line.amount} × {line.name}", line.variant_description, seat_text(line)]
    if line.retained:
        parts.append(gettext("%(much)s of it are kept") % {"much": euros(line.retained)})
    return ", ".join(part for part in parts if part)


def for_texts(refund: Any) -> list[str]:
    lines = [f"{one.line.name}: {euros(one.amount)}" for one in refund.lines.select_related("line")]
    return lines + [f"{gettext('Shipping')}: {euros(one.amount)}" for one in refund.shipping.all()]
