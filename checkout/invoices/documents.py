"""An invoice as a PDF, made of its content alone. For companies it also embeds the data (ZUGFeRD, EN 16931)."""

from checkout.models import Invoice
from shop.pdf.typesetting import typeset

from .data import invoice_xml
from .words import paper_of, title_of

PDF = "application/pdf"


def invoice_pdf(invoice: Invoice) -> bytes:
    for_company = bool(invoice.content["buyer"]["company"])
    paper = typeset("invoice", paper_of(invoice), dated=invoice.issued_on, archival=for_company)
    return with_data(invoice, paper) if for_company else paper


def with_data(invoice: Invoice, paper: bytes) -> bytes:
    """Return a hybrid invoice. Validates its XML by the standard's schema; raises if it is not valid."""
    # Loaded with the first company's invoice.
    from facturx import generate_from_binary

    named = {
        "author": invoice.content["seller"]["name"], "keywords": "Factur-X, ZUGFeRD, EN 16931",
        "title": f"{title_of(invoice)} {invoice.number}", "subject": invoice.number,
    }  # fmt: skip
    return bytes(
        generate_from_binary(
            paper,
            invoice_xml(invoice),
            flavor="factur-x",
            level="en16931",
            check_xsd=True,
            check_schematron=False,
            pdf_metadata=named,
            lang=invoice.language,
            afrelationship="alternative",
        )
    )
