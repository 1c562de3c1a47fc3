"""The culture pass's payment codes (docs/decisions/0019)."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db import transaction
from django.db.models import F, OuterRef, QuerySet, Subquery, TextChoices
from django.db.models.functions import Now
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from unfold.decorators import display
from unfold.widgets import UnfoldAdminTextareaWidget

from cart.models import PaymentCode
from checkout.models import Placement
from shop.admin.base import HouseAdmin, badge
from shop.codes.normal import normal_code
from shop.formats import euros

LONGEST = 40


class State(TextChoices):
    FREE = "free", _("free")
    HELD = "held", _("held by an order that is not paid yet")
    CONSUMED = "consumed", _("consumed")
    EXPIRED = "expired", _("expired")


COLOURS = {State.FREE: "success", State.HELD: "warning", State.CONSUMED: "default", State.EXPIRED: "danger"}


def state_of(code: PaymentCode) -> State:
    """Of a code as the admin reads it, by the database's clock."""
    if code.holder is not None:
        return State.CONSUMED if code.paid_at else State.HELD  # type: ignore[attr-defined]
    return State.EXPIRED if code.is_expired(code.read_at) else State.FREE  # type: ignore[attr-defined]


class IssueForm(forms.ModelForm):
    """Makes a row of each line."""

    codes = forms.CharField(
        label=_("codes"),
        widget=UnfoldAdminTextareaWidget,
        help_text=_("As they were issued, one a line. Capitals and blanks make no difference."),
    )

    class Meta:
        model = PaymentCode
        fields = ["event", "shop", "value", "expires_at", "note"]

    def clean_codes(self) -> list[str]:
        codes = [code for code in map(normal_code, self.cleaned_data["codes"].splitlines()) if code]
        if max(map(len, codes)) > LONGEST:
            raise forms.ValidationError(_("A code has at most %(most)s signs.") % {"most": LONGEST})
        there = PaymentCode.objects.filter(code__in=codes).count()
        if there or len(set(codes)) < len(codes):
            raise forms.ValidationError(_("Each code can be there only once."))
        self.instance.code = codes[0]
        return codes


@admin.register(PaymentCode)
class PaymentCodeAdmin(HouseAdmin):
    """Codes that were issued elsewhere. One that an order had stays."""

    list_display = ["code", "meant", "worth", "status", "order", "expires_at", "note"]
    list_filter = [("event", admin.RelatedOnlyFieldListFilter), ("shop", admin.RelatedOnlyFieldListFilter)]
    list_select_related = ["event", "shop"]
    search_fields = ["code", "note"]
    autocomplete_fields = ["event"]
    readonly_fields = ["code", "meant", "worth", "standing", "order"]
    about = _("Pays for tickets, once. What it is worth beyond them is not paid out.")

    def get_fieldsets(self, request: HttpRequest, obj: PaymentCode | None = None) -> Any:
        if obj is None:
            rows: list[Any] = ["codes", ("event", "shop"), ("value", "expires_at"), "note"]
        else:
            rows = [("code", "standing", "order"), ("meant", "worth", "expires_at"), "note"]
        return [(None, {"fields": rows, "description": self.about})]

    def get_form(
        self, request: HttpRequest, obj: PaymentCode | None = None, change: bool = False, **kwargs: Any
    ) -> Any:
        if obj is None:
            kwargs |= {"form": IssueForm, "fields": [*IssueForm.Meta.fields, "codes"]}
        return super().get_form(request, obj, change=change, **kwargs)

    @transaction.atomic
    def save_model(self, request: HttpRequest, obj: PaymentCode, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if not change:
            alike = {name: getattr(obj, name) for name in IssueForm.Meta.fields}
            for code in form.cleaned_data["codes"][1:]:
                PaymentCode.objects.create(code=code, **alike)

    def get_queryset(self, request: HttpRequest) -> QuerySet[PaymentCode]:
        codes: QuerySet[PaymentCode] = super().get_queryset(request)
        placements = Placement.objects.filter(pk=OuterRef("holder"))
        return codes.annotate(
            read_at=Now(),
            paid_at=Subquery(placements.values("paid_at")),
            order_id=Subquery(placements.values("order")),
            order_reference=Subquery(placements.values("order__reference")),
        )

    @display(description=_("for"), ordering=F("event_id"))
    def meant(self, code: PaymentCode) -> str:
        return str(code.event or code.shop)

    @display(description=_("value in euros"), ordering="value")
    def worth(self, code: PaymentCode) -> str:
        return euros(code.value)

    @display(description=_("state"), label=COLOURS)
    def status(self, code: PaymentCode) -> tuple[str, object]:
        state = state_of(code)
        return state.value, state.label

    @display(description=_("state"))
    def standing(self, code: PaymentCode) -> str:
        state = state_of(code)
        return badge(state.label, COLOURS[state])

    @display(description=pgettext_lazy("purchase", "order"))
    def order(self, code: PaymentCode) -> str:
        if code.holder is None:
            return "–"
        address = reverse("admin:checkout_order_change", args=[code.order_id])  # type: ignore[attr-defined]
        return format_html('<a href="{}">{}</a>', address, code.order_reference)  # type: ignore[attr-defined]
