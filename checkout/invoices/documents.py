"""An invoice as a PDF, made of its content alone; for companies with the same as data inside (ZUGFeRD, EN 16931)."""

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
    """A hybrid invoice. Its XML is checked against the standard's schema on the way. Raises on what is not valid."""
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
