"""The mail that brings the invoices of a batch; it is queued about the batch's number."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from django.utils.translation import gettext_lazy as _

from checkout.invoices.documents import PDF, invoice_pdf
from checkout.models import Invoice, Placement
from shop.core.database.compiled_statements import ModelStatement, Parameter
from shop.mails.sending import Attachment

from .kinds import MailKind


def written(placement: Placement, batch: str) -> Mapping[str, object]:
    invoices = invoices_of_batch().run(placement=placement.pk, batch=int(batch))
    return {
        "invoices": invoices,
        "is_correction": any(one.kind == Invoice.Kind.CANCELLATION for one in invoices),
        "is_again": any(one.corrects_id for one in invoices),
    }


@cache
def invoices_of_batch() -> ModelStatement[Invoice]:
    invoices = Invoice.objects.filter(placement=Parameter("placement"), batch=Parameter("batch"))
    return ModelStatement(invoices.order_by("sequence"))


def papers(placement: Placement, context: Mapping[str, Any]) -> list[Attachment]:
    return [Attachment(one.file_name, invoice_pdf(one), PDF) for one in context["invoices"]]


INVOICE_MAIL = MailKind("invoice", _("invoice"), written, papers, place=4)
