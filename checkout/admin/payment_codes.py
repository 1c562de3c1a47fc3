"""Payment codes of all kinds. Each kind says what it pays for (docs/decisions/0085)."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.utils import quote
from django.db import transaction
from django.db.models import F, OuterRef, Prefetch, Q, QuerySet, Subquery, TextChoices
from django.db.models.functions import Now
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html_join
from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display
from unfold.widgets import (
    UnfoldAdminFileFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminSplitDateTimeWidget,
    UnfoldAdminTextareaWidget,
)

from cart.codes.kinds import KINDS, kind_of
from cart.codes.lists import CodeList, ListedCode, read_list, shown_problems
from cart.locks import lock_code_lists
from cart.models import MAX_CODE_VALUE, PaymentCode
from catalogue.admin.filters import EventFilter
from checkout.models import Payment, Placement
from shop.admin.base import BaseAdmin, badge
from shop.admin.fields import DecimalInput
from shop.core.database.clock import database_now
from shop.core.values.exports import csv_file
from shop.core.values.formats import euros
from shop.core.values.text_files import decoded_text
from shop.mails.links import one_line

MB = 1024 * 1024
LARGEST = MB
# Programmes that pay for no codes any more, by their names without blanks, with their last day.
ENDED = {"kulturpass": date(2025, 12, 15)}


class State(TextChoices):
    FREE = "free", _("free")
    PARTLY = "partly", _("a part is consumed")
    HELD = "held", _("held by an order that is not paid yet")
    CONSUMED = "consumed", _("consumed")
    EXPIRED = "expired", _("expired")


COLOURS = {
    State.FREE: "success", State.PARTLY: "success", State.HELD: "warning", State.CONSUMED: "default",
    State.EXPIRED: "danger",
}  # fmt: skip


def state_of(code: PaymentCode) -> State:
    """Return a code's state, by the database's clock."""
    if code.holder is not None:
        return State.CONSUMED if code.paid_at else State.HELD  # type: ignore[attr-defined]
    if code.spent == code.value:
        return State.CONSUMED
    if code.is_expired(code.read_at):  # type: ignore[attr-defined]
        return State.EXPIRED
    return State.PARTLY if code.spent else State.FREE


class IssueForm(forms.ModelForm):
    """Makes a row of each line of a list: all or none."""

    value = forms.DecimalField(
        label=_("value in euros"), required=False, min_value=Decimal("0.01"), max_value=MAX_CODE_VALUE,
        max_digits=5, decimal_places=2, widget=DecimalInput,
        help_text=_("Of the codes whose line says no other."),
    )  # fmt: skip
    expires_at = forms.SplitDateTimeField(
        label=_("expires"), required=False, widget=UnfoldAdminSplitDateTimeWidget,
        help_text=_("Of the codes whose line says no other."),
    )  # fmt: skip
    codes = forms.CharField(
        label=_("codes"),
        required=False,
        widget=UnfoldAdminTextareaWidget,
        help_text=_(
            "As they were issued, one a line. Capitals and blanks make no difference. A line may go on with value and "
            "last day: CODE;20,00;31.12.2026."
        ),
    )
    file = forms.FileField(
        label=_("or a file"), required=False,
        widget=UnfoldAdminFileFieldWidget(attrs={"accept": ".csv,.txt,text/csv,text/plain"}),
        help_text=_("CSV or text with the same lines, such as a spreadsheet saves it."),
    )  # fmt: skip

    class Meta:
        model = PaymentCode
        fields = ["programme", "event", "shop", "value", "expires_at", "note"]

    known_codes: QuerySet[PaymentCode] = PaymentCode.objects.none()
    """Those that the user sees."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if len(KINDS) > 1:
            self.fields["kind"] = forms.ChoiceField(
                label=_("kind"), choices=kind_choices(), widget=UnfoldAdminSelectWidget
            )
        programme: Any = self.fields["programme"]
        programme.initial = self.initial["programme"] = ""
        known = self.known_codes.order_by("programme").values_list("programme", flat=True).distinct()
        if there := ", ".join(name for name in known[:20] if ended_on(name) is None):
            programme.help_text = gettext("Who issued them and pays for them. So far: %(programmes)s") % {
                "programmes": there
            }

    def clean_programme(self) -> str:
        programme = one_line(self.cleaned_data["programme"])
        if end := ended_on(programme):
            day = date_format(end, "SHORT_DATE_FORMAT")
            text = _("This programme ended on %(day)s: nobody pays for its codes any more.")
            raise forms.ValidationError(text, params={"day": day})
        return programme

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file is not None and (file.size or 0) > LARGEST:
            raise forms.ValidationError(_("At most %(most)s MB."), params={"most": LARGEST // MB})
        return file

    def clean(self) -> dict[str, Any]:
        """Show all errors of the list at once, beside the field where it was entered."""
        given: dict[str, Any] = super().clean() or self.cleaned_data
        typed, file = given.get("codes", ""), given.get("file")
        if self.errors.keys() & {"codes", "file"}:
            return given
        if bool(typed.strip()) == bool(file):
            raise forms.ValidationError({"codes": _("Enter codes or choose a file, one of both.")})
        lock_code_lists()
        found = read_list(decoded_text(file.read()) if file else typed, database_now())
        codes = list(self.completed(found))
        if not codes and not found.problems:
            found.problems.append(gettext("There is no code in it."))
        if found.problems:
            raise forms.ValidationError({"file" if file else "codes": shown_problems(found.problems)})
        given["listed"] = codes
        given["value"], given["expires_at"] = codes[0].value, codes[0].expires_at
        self.instance.code = codes[0].code
        return given

    def completed(self, found: CodeList) -> Iterator[ListedCode]:
        """Add the fields for the whole list. Adds an error if neither the list nor the form has them."""
        value, expires_at = self.cleaned_data.get("value"), self.cleaned_data.get("expires_at")
        if expires_at is not None and expires_at <= database_now():
            self.add_error("expires_at", _("This moment has passed."))
        for one in found.codes:
            if one.value is None and value is None and "value" not in self.errors:
                found.add_problem(one.line, _("the value is missing, here and for the whole list"))
            elif one.expires_at is None and expires_at is None and "expires_at" not in self.errors:
                found.add_problem(one.line, _("the last day is missing, here and for the whole list"))
            yield replace(one, value=one.value or value, expires_at=one.expires_at or expires_at)


def ended_on(programme: str) -> date | None:
    """Return when a programme ended that pays for no codes any more. None for all others."""
    return ENDED.get("".join(programme.split()).casefold())


def kind_choices() -> list[tuple[str, Any]]:
    return [(kind.name, kind.label) for kind in KINDS.values()]


class CodeStateFilter(admin.SimpleListFilter):
    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, Any]]:
        states = list(State)
        if not any(kind.keeps_rest for kind in KINDS.values()):
            states.remove(State.PARTLY)
        return [(state.value, state.label) for state in states]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        left = Q(holder=None, spent__lt=F("value"))
        match self.value():
            case State.FREE:
                return queryset.filter(left, spent=0, expires_at__gt=Now())
            case State.PARTLY:
                return queryset.filter(left, spent__gt=0, expires_at__gt=Now())
            case State.EXPIRED:
                return queryset.filter(left, expires_at__lte=Now())
            case State.HELD:
                return queryset.filter(holder__isnull=False, paid_at=None)
            case State.CONSUMED:
                return queryset.exclude(left).filter(Q(holder=None) | Q(paid_at__isnull=False))
        return queryset


class CodeKindFilter(admin.SimpleListFilter):
    """Hidden while there is only one kind."""

    title = _("kind")
    parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, Any]]:
        return kind_choices() if len(KINDS) > 1 else []

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        return queryset.filter(kind=self.value()) if self.value() else queryset


@admin.register(PaymentCode)
class PaymentCodeAdmin(BaseAdmin):
    """Codes that were issued elsewhere. A code of an order cannot be deleted. Shows the kinds if there are several."""

    shop_path = ("event__owner", "shop")
    list_filter = [
        CodeKindFilter, CodeStateFilter, "programme", ("event", EventFilter),
        ("shop", admin.RelatedOnlyFieldListFilter),
    ]  # fmt: skip
    actions = ["report"]
    list_select_related = ["event", "shop"]
    search_fields = ["code", "note", "programme"]
    autocomplete_fields = ["event"]
    readonly_fields = ["code", "kind_text", "meant", "worth", "state_text", "order"]

    def get_list_display(self, request: HttpRequest) -> list[str]:
        kind = ["kind_text"] if len(KINDS) > 1 else []
        return ["code", *kind, "programme", "meant", "worth", "status", "order", "expires_at", "note"]

    def get_fieldsets(self, request: HttpRequest, obj: PaymentCode | None = None) -> Any:
        several = len(KINDS) > 1
        if obj is None:
            kinds = list(KINDS.values())
            rows: list[Any] = ["programme", ("event", "shop"), "codes", "file", ("value", "expires_at"), "note"]
            rows = ["kind", *rows] if several else rows
        else:
            kinds = [kind_of(obj)]
            first = ("code", "kind_text", "state_text", "order") if several else ("code", "state_text", "order")
            rows = [first, ("programme", "meant", "worth", "expires_at"), "note"]
        about = " ".join(f"{kind.label}: {kind.about}" if len(kinds) > 1 else str(kind.about) for kind in kinds)
        return [(None, {"fields": rows, "description": about})]

    def get_form(
        self, request: HttpRequest, obj: PaymentCode | None = None, change: bool = False, **kwargs: Any
    ) -> Any:
        if obj is None:
            kwargs |= {"form": IssueForm, "fields": [*IssueForm.Meta.fields, "codes", "file"]}
        form = super().get_form(request, obj, change=change, **kwargs)
        if obj is None:
            form.known_codes = self.in_sight(request, PaymentCode.objects.all())
        return form

    @transaction.atomic
    def save_model(self, request: HttpRequest, obj: PaymentCode, form: Any, change: bool) -> None:
        if not change:
            obj.kind = form.cleaned_data.get("kind", obj.kind)
        super().save_model(request, obj, form, change)
        if not change:
            alike = {name: getattr(obj, name) for name in ("kind", "programme", "event", "shop", "note")}
            rest = form.cleaned_data["listed"][1:]
            PaymentCode.objects.bulk_create(
                (PaymentCode(code=one.code, value=one.value, expires_at=one.expires_at, **alike) for one in rest),
                batch_size=1000,
            )

    def has_report_permission(self, request: HttpRequest) -> bool:
        """A right of its own, because all codes are exported at once."""
        return bool(request.user.has_perm("cart.export_paymentcode"))

    @admin.action(description=_("Reimbursement report of the consumed ones (CSV)"), permissions=["report"])
    def report(self, request: HttpRequest, queryset: Any) -> HttpResponse:
        """Export what a programme has to pay for: codes of paid orders, with what each paid."""
        captured = Payment.objects.filter(payment_code=OuterRef("pk"), state=Payment.State.CAPTURED)
        consumed = queryset.filter(holder__isnull=False, paid_at__isnull=False).annotate(
            paid=Subquery(captured.values("amount")), order_shop=Subquery(captured.values("order__shop__name"))
        )
        heading = [
            _("programme"), _("code"), _("value in euros"), _("paid in euros"), pgettext_lazy("purchase", "order"),
            _("shop"), _("for"), _("paid"),
        ]  # fmt: skip
        rows = (
            [
                one.programme, one.code, one.value, one.paid, one.order_reference,
                one.order_shop, str(one.event or one.shop), timezone.localtime(one.paid_at).strftime("%Y-%m-%d"),
            ]
            for one in consumed.order_by("programme", "paid_at", "pk").iterator(chunk_size=1000)
        )  # fmt: skip
        return csv_file("payment-codes", [capfirst(str(text)) for text in heading], rows)

    def get_queryset(self, request: HttpRequest) -> QuerySet[PaymentCode]:
        codes: QuerySet[PaymentCode] = super().get_queryset(request)
        placements = Placement.objects.filter(pk=OuterRef("holder"))
        paid = Payment.objects.filter(state=Payment.State.CAPTURED).select_related("order")
        return codes.annotate(
            read_at=Now(),
            paid_at=Subquery(placements.values("paid_at")),
            order_reference=Subquery(placements.values("order__reference")),
        ).prefetch_related(Prefetch("payments", paid))

    @display(description=_("for"), ordering=F("event_id"))
    def meant(self, code: PaymentCode) -> str:
        return str(code.event or code.shop)

    @display(description=_("value in euros"), ordering="value")
    def worth(self, code: PaymentCode) -> str:
        left = kind_of(code).balance_of(code)
        if not kind_of(code).keeps_rest or left == code.value:
            return euros(code.value)
        return gettext("%(left)s of %(value)s") % {"left": euros(left), "value": euros(code.value)}

    @display(description=_("kind"), ordering="kind")
    def kind_text(self, code: PaymentCode) -> str:
        return str(kind_of(code).label)

    @display(description=_("state"), label=COLOURS)
    def status(self, code: PaymentCode) -> tuple[str, object]:
        state = state_of(code)
        return state.value, state.label

    @display(description=_("state"))
    def state_text(self, code: PaymentCode) -> str:
        state = state_of(code)
        return badge(state.label, COLOURS[state])

    @display(description=pgettext_lazy("purchase", "order"))
    def order(self, code: PaymentCode) -> str:
        orders = {payment.order for payment in code.payments.all()}
        links = (
            (reverse("admin:checkout_order_change", args=[quote(one.pk)]), one.reference)
            for one in sorted(orders, key=lambda one: one.placed_at)
        )
        return format_html_join(", ", '<a href="{}">{}</a>', links) or "–"
