"""An invoice as data: EN 16931 in the syntax CII, the XML of ZUGFeRD and Factur-X."""

import re
from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from django.utils import translation
from django.utils.translation import gettext
from drafthorse.models.accounting import ApplicableTradeTax
from drafthorse.models.document import Document
from drafthorse.models.party import TaxRegistration
from drafthorse.models.payment import PaymentMeans
from drafthorse.models.tradelines import LineItem

from checkout.invoices.tax_words import reason_of
from checkout.models import Invoice
from shop.core.values.money import NOTHING, spread
from shop.vat.rule import VatRule

from .content import tax_from_json

GUIDELINE = "urn:cen.eu:en16931:2017"
INVOICE, CORRECTED = "380", "384"
PIECE, EURO = "H87", "EUR"
# UNTDID 4461: an instrument that both sides know.
PAID_ONLINE = "1"
# UNTDID 5305: taxed, whatever the rate; taxed at 0 %; exempt; exported.
STANDARD, ZERO_RATE, EXEMPT, FREE_EXPORT = "S", "Z", "E", "G"
# UNTDID 2475: the goods are delivered later.
TAXED_WHEN_PAID = "72"
TOWN = re.compile(r"^(?:[A-Z]{1,2}-)?(?P<post_code>\d{4,5}) (?P<city>.+)$")
# Characters that XML forbids (XML 1.0, 2.2). Names have contained them.
NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def invoice_xml(invoice: Invoice) -> bytes:
    """Return the XML, which drafthorse validates by the standard's schema. Charges are paid, credits are settled."""
    content = xml_safe(invoice.content)
    is_cancellation = invoice.kind == Invoice.Kind.CANCELLATION
    document = Document()
    document.context.guideline_parameter.id = GUIDELINE
    document.header.id = invoice.number
    document.header.type_code = CORRECTED if is_cancellation else INVOICE
    document.header.issue_date_time = invoice.issued_on
    with translation.override(invoice.language):
        add_parties(document, content)
        add_lines(document, content)
        add_totals(document, content)
    if "corrects" in content:
        corrected = document.trade.settlement.invoice_referenced_document
        corrected.issuer_assigned_id = content["corrects"]["number"]
        corrected.issue_date_time = date.fromisoformat(content["corrects"]["issued_on"])
    return bytes(document.serialize(schema="FACTUR-X_EN16931"))


def xml_safe(value: Any) -> Any:
    """Return the content with U+FFFD in place of characters that XML forbids."""
    if isinstance(value, str):
        return NOT_IN_XML.sub("\ufffd", value)
    if isinstance(value, dict):
        return {key: xml_safe(one) for key, one in value.items()}
    return [xml_safe(one) for one in value] if isinstance(value, list) else value


def add_parties(document: Document, content: Mapping[str, Any]) -> None:
    agreement, seller, buyer = document.trade.agreement, content["seller"], content["buyer"]
    if not seller["vat_id"]:
        agreement.seller.id = seller["tax_number"]  # by one number or another the buyer finds the seller again
    agreement.seller.name = seller["name"]
    set_address(agreement.seller.address, address_parts(seller))
    for scheme, number in (("VA", seller["vat_id"].replace(" ", "")), ("FC", seller["tax_number"])):
        if number:
            agreement.seller.tax_registrations.add(TaxRegistration(id=(scheme, number)))
    agreement.buyer.name = buyer["company"] or buyer["name"]
    set_address(agreement.buyer.address, buyer)
    agreement.buyer_order.issuer_assigned_id = content["order"]["reference"]


def address_parts(seller: Mapping[str, Any]) -> dict[str, Any]:
    """Split a typed address into its parts. A country's name at its end is dropped."""
    found: dict[str, Any] = {"street": [], "post_code": "", "city": "", "country": seller["country"]}
    for line in seller["lines"]:
        if found["city"]:
            break
        if town := TOWN.match(line):
            found |= town.groupdict()
        else:
            found["street"].append(line)
    return found


def set_address(address: Any, parts: Mapping[str, Any]) -> None:
    for name, line in zip(("line_one", "line_two", "line_three"), parts["street"], strict=False):
        setattr(address, name, line)
    if parts["post_code"]:
        address.postcode = parts["post_code"]
    if parts["city"]:
        address.city_name = parts["city"]
    address.country_id = parts["country"].upper()


def add_lines(document: Document, content: Mapping[str, Any]) -> None:
    nets = net_by_row(content)
    for number, (row, net) in enumerate(zip(content["rows"], nets, strict=True), start=1):
        sign = -1 if net < 0 or row["amount"] < 0 else 1
        amount = Decimal(abs(row["amount"]) or 1)
        item = LineItem()
        item.document.line_id = str(number)
        item.product.name = row["name"]
        if row["details"]:
            item.product.description = ", ".join(row["details"])
        # The price of all pieces together: that of one piece would have to be rounded.
        item.agreement.net.amount = abs(net)
        item.agreement.net.basis_quantity = (amount, PIECE)
        item.delivery.billed_quantity = (sign * amount, PIECE)
        tax = item.settlement.trade_tax
        tax.type_code, tax.category_code = "VAT", category(row, content)
        tax.rate_applicable_percent = Decimal(row["rate"])
        item.settlement.monetary_summation.total_amount = net
        document.trade.items.add(item)


def net_by_row(content: Mapping[str, Any]) -> list[Decimal]:
    """Spread each tax's net amount over its rows, so that they add up to it."""
    nets = [NOTHING] * len(content["rows"])
    for share in content["vat"]:
        rows = [at for at, row in enumerate(content["rows"]) if tax_from_json(row) == tax_from_json(share)]
        weights = [abs(Decimal(content["rows"][at]["gross"])) for at in rows]
        for at, net in zip(rows, spread(Decimal(share["net"]), weights), strict=True):
            nets[at] = net
    return nets


def add_totals(document: Document, content: Mapping[str, Any]) -> None:
    settlement, total = document.trade.settlement, Decimal(content["total"])
    net, vat = (sum((Decimal(share[name]) for share in content["vat"]), NOTHING) for name in ("net", "vat"))
    settlement.currency_code = EURO
    means = PaymentMeans()
    means.type_code = PAID_ONLINE
    settlement.payment_means.add(means)
    for share in content["vat"]:
        tax = ApplicableTradeTax()
        tax.calculated_amount, tax.basis_amount = Decimal(share["vat"]), Decimal(share["net"])
        kind = category(share, content)
        tax.type_code, tax.category_code = "VAT", kind
        tax.rate_applicable_percent = Decimal(share["rate"])
        if kind in (EXEMPT, FREE_EXPORT):
            reason = reason_of(tax_from_json(share), content["seller"]["country"])
            tax.exemption_reason = reason or content["seller"]["note"] or gettext("exempt from VAT")
        tax.due_date_type_code = TAXED_WHEN_PAID
        settlement.trade_tax.add(tax)
    sums = settlement.monetary_summation
    sums.line_total = net
    sums.charge_total = sums.allowance_total = NOTHING
    sums.tax_basis_total = net
    sums.tax_total = (vat, EURO)
    sums.grand_total = sums.prepaid_total = total
    sums.due_amount = NOTHING


def category(part: Mapping[str, Any], content: Mapping[str, Any]) -> str:
    """Return the VAT category of a row or share. Exports have their own only if the seller has a VAT id (BR-G-2
    to BR-G-4).
    """
    tax = tax_from_json(part)
    if tax.rate:
        return STANDARD
    if tax.rule == VatRule.EXPORT:
        return FREE_EXPORT if content["seller"]["vat_id"] else EXEMPT
    return ZERO_RATE if tax.rule in (VatRule.OSS, VatRule.VENUE) else EXEMPT
