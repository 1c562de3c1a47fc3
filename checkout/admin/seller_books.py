"""The books of sellers, and their invoices as files for the accountant."""

from datetime import date
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from django import forms
from django.contrib import admin, messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action

from checkout.accounting.bookings import AccountsMissing, months_with_invoices, usual_accounts
from checkout.accounting.datev import ENCODING, BookingFile, file_content, files_of
from checkout.models import RevenueAccount, SellerBooks
from shop.admin.base import BaseAdmin, BaseTabularInline
from shop.core.values.countries import country_name
from shop.vat.rule import Tax, VatRule
from shop.web.downloads import download
from shop.web.redirects import Redirect


class AccountInline(BaseTabularInline):
    model = RevenueAccount
    fields = ["rule", "country", "rate", "account", "tax_key"]
    tab = False


@admin.register(SellerBooks)
class BooksAdmin(BaseAdmin):
    shop_path = "seller"
    list_display = ["seller", "consultant", "client", "chart"]
    list_select_related = ["seller"]
    search_fields = ["seller__name"]
    autocomplete_fields = ["seller"]
    inlines = [AccountInline]
    actions_detail = ["files"]
    fieldsets = [
        (
            None,
            {
                "fields": [
                    "seller", ("consultant", "client"), ("chart", "account_digits", "customer_account"), "first_month",
                ]
            },
        )
    ]  # fmt: skip

    def save_related(self, request: HttpRequest, form: forms.ModelForm, formsets: Any, change: bool) -> None:
        """SellerBooks without accounts begin with the usual ones."""
        super().save_related(request, form, formsets, change)
        if change or form.instance.accounts.exists():
            return
        accounts = RevenueAccount.objects.bulk_create(usual_accounts(form.instance))
        if accounts:
            text = gettext("The usual accounts of %(chart)s are entered. Ask the tax adviser whether they are right.")
            messages.warning(request, text % {"chart": form.instance.get_chart_display()})

    @action(description=_("Files for DATEV"), url_path="files", icon="download", permissions=["export"])
    def files(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show the months that have invoices; with `month` download its file."""
        if request.method != "GET":
            return HttpResponseNotAllowed(["GET"])
        books = get_object_or_404(self.get_queryset(request).select_related("seller"), pk=object_id)
        this_month = timezone.localdate().replace(day=1)
        if "month" in request.GET:
            return self.month_file(request, books, ended_month(request.GET["month"], before=this_month))
        context = {
            **self.admin_site.each_context(request), "opts": self.opts, "title": _("Files for DATEV"), "books": books,
            "months": months_with_invoices(books), "this_month": this_month,
            "back": reverse("admin:checkout_sellerbooks_change", args=[books.pk]),
        }  # fmt: skip
        return TemplateResponse(request, "admin/checkout/seller_books/files.html", context)

    def month_file(self, request: HttpRequest, books: SellerBooks, month: date) -> HttpResponse:
        try:
            return download_of(files_of(books, month))
        except AccountsMissing as missing:
            text = gettext("No account is entered for: %(taxes)s. Enter it below “accounts of sales”.")
            messages.error(request, text % {"taxes": "; ".join(map(tax_text, missing.taxes))})
            return Redirect(request.path)


def ended_month(value: str, before: date) -> date:
    """Return the month's first day. Raise `Http404` for what is none, or has not ended: it may still get invoices."""
    try:
        month = date.fromisoformat(f"{value}-01")
    except ValueError as error:
        raise Http404 from error
    if month >= before:
        raise Http404
    return month


def tax_text(tax: Tax) -> str:
    """Return `20 %, the buyer's country (One Stop Shop), Austria`."""
    parts = [f"{tax.rate.normalize():f} %", str(VatRule(tax.rule).label)]
    return ", ".join([*parts, country_name(tax.country)] if tax.country else parts)


def download_of(files: list[BookingFile]) -> HttpResponse:
    """Return the file, or more than one as an archive."""
    written_at = timezone.localtime()
    if len(files) == 1:
        name, content = files[0].file_name, file_content(files[0], written_at)
    else:
        name, archive = f"{files[0].base_name}.zip", BytesIO()
        with ZipFile(archive, "w", ZIP_DEFLATED) as zipped:
            for file in files:
                zipped.writestr(file.file_name, file_content(file, written_at))
        content = archive.getvalue()
    kind = "application/zip" if name.endswith(".zip") else f"text/csv; charset={ENCODING}"
    return download(content, kind, name)
