"""The state of an order's mails. Staff correct the address if one failed."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db import models
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminEmailInputWidget

from checkout.actions import correct_email
from checkout.models import Order
from shop.core.values.formats import moment_text
from shop.core.values.mail_addresses import validate_mail_address
from shop.models import Mail


def mail_line(mail: Mail, name: str) -> str:
    """Return what was sent where and when, or why it failed. `name`: of the mail's kind."""
    if mail.sent_at:
        became = _("sent on %(day)s") % {"day": moment_text(mail.sent_at)}
    elif mail.undeliverable_at:
        became = f"{gettext('cannot be delivered')}: {gettext(mail.problem)}"
    else:
        became = gettext("waiting")
    address = reverse("admin:shop_mail_change", args=[mail.pk])
    return format_html('<a href="{}">{}</a> → {}: {}', address, name, mail.recipient, became)


class EmailForm(forms.Form):
    email = forms.CharField(label=_("e-mail"), validators=[validate_mail_address], widget=UnfoldAdminEmailInputWidget)

    def __init__(self, order: Order, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.order = order
        self.initial = {"email": order.email, **self.initial}

    def send(self) -> int:
        return correct_email(order=self.order, email=self.cleaned_data["email"])


class MailFilter(admin.SimpleListFilter):
    title = _("mails")
    parameter_name = "mail"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        return [("undeliverable", str(_("cannot be delivered")))]

    def queryset(self, request: HttpRequest, queryset: Any) -> models.QuerySet:
        return queryset.with_undeliverable_mail() if self.value() == "undeliverable" else queryset
