"""Notes on an order, and mails that are sent again."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action
from unfold.widgets import UnfoldAdminRadioSelectWidget, UnfoldAdminTextareaWidget, UnfoldBooleanWidget

from checkout.actions.orders.emails import resend_mail
from checkout.actions.orders.steps import mark_notes, write_note
from checkout.mails.kinds import kind_name
from checkout.mails.order_mails import mails_of
from checkout.models import Order, OrderStep
from checkout.models.step import MAX_TEXT
from shop.core.values.formats import moment_text
from shop.models import Mail
from shop.web.redirects import Redirect

from .order_steps import OrderSteps, StaffActionForm

WRITERS = "checkout.add_orderstep"


class NoteForm(StaffActionForm):
    """`kept`: the important notes that stay on top."""

    text = forms.CharField(
        label=_("note"), required=False, max_length=MAX_TEXT, widget=UnfoldAdminTextareaWidget,
        help_text=_("For your colleagues: the buyer never sees it."),
    )  # fmt: skip
    important = forms.BooleanField(
        label=_("important: stands on top of the order"), required=False, widget=UnfoldBooleanWidget
    )

    def __init__(self, order: Order, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.notes = list(order.steps.filter(important=True).order_by("at"))
        for note in self.notes:
            self.fields[f"top-{note.pk}"] = forms.BooleanField(
                label=_("stays on top: %(note)s") % {"note": note.text[:80]}, required=False, initial=True,
                widget=UnfoldBooleanWidget,
            )  # fmt: skip

    @property
    def lowered(self) -> list[OrderStep]:
        return [note for note in self.notes if not self.cleaned_data[f"top-{note.pk}"]]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if not data.get("text") and not self.lowered:
            self.add_error("text", _("What is to be noted?"))
        return data


class MailChoice(forms.ModelChoiceField):
    """Each mail with its address and time."""

    mails: list[Mail] = []

    def label_from_instance(self, obj: Any) -> str:
        when = _("sent on %(day)s") % {"day": moment_text(obj.sent_at)} if obj.sent_at else _("not sent yet")
        return f"{kind_name(obj, self.mails)} → {obj.recipient}: {when}"


class ResendForm(StaffActionForm):
    mail = MailChoice(
        label=_("mail"), queryset=Mail.objects.none(), widget=UnfoldAdminRadioSelectWidget, empty_label=None
    )

    def __init__(self, order: Order, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["mail"]
        field.queryset, field.mails = mails_of(order), list(mails_of(order))


class NoteSteps(OrderSteps):
    def has_note_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return bool(request.user.has_perm(WRITERS)) and self.has_view_permission(request)

    @action(description=_("Add note"), url_path="note", icon="sticky_note_2", permissions=["note"])
    def add_note(self, request: HttpRequest, object_id: str) -> HttpResponse:
        order = get_object_or_404(Order, pk=object_id)
        form = NoteForm(order, request.POST or None)
        if form.is_valid():
            if form.cleaned_data["text"]:
                important = form.cleaned_data["important"]
                write_note(
                    order=order,
                    text=form.cleaned_data["text"],
                    important=important,
                    action=form.staff_action(request.user),
                )
            mark_notes(notes=form.lowered, important=False)
            messages.success(request, _("Noted."))
            return Redirect(self.page_of(order))
        return self.step(request, order, "note", _("Add note"), form=form, media=self.media + form.media)

    def has_resend_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """For staff who may correct the order's address."""
        return bool(request.user.has_perm("checkout.change_order")) and self.has_view_permission(request)

    @action(description=_("Send mail again"), url_path="resend-mail", icon="mail", permissions=["resend"])
    def resend_mail(self, request: HttpRequest, object_id: str) -> HttpResponse:
        order = get_object_or_404(Order, pk=object_id)
        form = ResendForm(order, request.POST or None)
        if form.is_valid():
            resend_mail(order=order, mail=form.cleaned_data["mail"], action=form.staff_action(request.user))
            messages.success(request, _("It goes to %(email)s once more.") % {"email": order.email})
            return Redirect(self.page_of(order))
        shown = {"form": form, "media": self.media + form.media}
        return self.step(request, order, "resend_mail", _("Send mail again"), **shown)


def important_notes(order: Order) -> str:
    notes = order.steps.filter(important=True).select_related("staff")
    stands = order.holds.active().select_related("set_by").first()
    return render_to_string("admin/checkout/order/notes.html", {"notes": notes, "hold": stands})
