"""Staff correct the address of an order whose mail cannot be delivered."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db import models
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminEmailInputWidget

from checkout.actions import correct_email
from checkout.models import Order
from shop.mail_addresses import validate_mail_address


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
