"""What buyers keep: a PDF in the shop's look and the order's language; of companies with the invoice as data inside."""

import io
from decimal import Decimal
from typing import Any

import pytest
from django.utils import translation
from facturx import get_facturx_xml_from_pdf
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from cart.actions import apply_discount
from checkout.actions import invalidate_line, place_order
from checkout.invoices.data import address_parts, invoice_xml
from checkout.invoices.documents import invoice_pdf
from checkout.models import Invoice
from checkout.payments.ledger import record_capture
from shop.models import Shop, ShopDesign
from shop.pdf.look import display_family, paper_look
from shop.pdf.typesetting import FONTS, NOT_THERE, printable, typeset
from tests.checkout.discounts import make_code
from tests.checkout.invoicing import bought, run_invoice_jobs, seller
from tests.checkout.placing import click_of, ready_cart
from tests.checkout.schematron import broken_rules
from tests.factories import first_variant, make_event, make_product, make_shop
from tests.pdf_words import words_of
from tests.proofs import proves
from tests.sampling import examples
from tests.words import worded

pytestmark = pytest.mark.django_db
COMPANY = {"company": "Łódź & Söhne GmbH"}


def an_invoice(language: str = "de", **address: str) -> Invoice:
    shop = seller("nachtfalter", name="Nachtfalter", seller_name="Nachtfalter GbR", seller_represented_by="Ida Motte")
    shirt = make_product(shop, name_de="Nachthemd", name_en="Nightshirt", price="19.99")
    ticket = make_event(shop, price="30.00", vat_rate=7)
    wishes = [(first_variant(shirt), 3), (first_variant(ticket), 1)]
    with translation.override(language):
        placement = bought(*wishes, **address)  # type: ignore[arg-type] # no keyword is one of its own
        run_invoice_jobs()
    return placement.invoices.get()


@proves("law IN-5", "what is no sign, in names and addresses, stops no company's invoice")
@pytest.mark.parametrize("field", ["company", "address", "city"])
def test_what_is_no_sign_stops_no_companys_invoice(field: str) -> None:
    invoice = an_invoice(**{**COMPANY, field: "Zur\ufffe\uffffSonne"})
    pdf = invoice_pdf(invoice)
    assert "Zur\ufffd\ufffdSonne" in get_facturx_xml_from_pdf(pdf, check_xsd=True)[1].decode()
    assert "Zur□□Sonne" in words_of(pdf)[0]


@proves(
    "law IN-1, CO-14",
    "PDF in the seller's look and the order's language, its faces inside, over several pages, in any script",
)
@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "de",
            [
                "RECHNUNG",
                "Rechnungsnummer",
                "Nachthemd",
                "Einzelpreis",
                "Bezahlt: Überweisung",
                "Umsatzsteuer",
                "Seite 1 von 1",
            ],
        ),
        (
            "en",
            [
                "INVOICE",
                "Invoice number",
                "Nightshirt",
                "Unit price",
                "Paid: bank transfer",
                "include VAT",
                "Page 1 of 1",
            ],
        ),
    ],
)
def test_it_says_all_that_an_invoice_must_in_the_orders_language(language: str, words: list[str]) -> None:
    invoice = an_invoice(language)
    (page,) = words_of(invoice_pdf(invoice))
    said = [
        *words, "Nachtfalter GbR", "10999 Berlin", "DE123456788", "Ida Motte", "Mira Falk", "NACHTFALTER-00001",
        invoice.placement.order.reference, "19,99", "59,97", "30,00", "95,87", "7 %", "19 %", "55,35", "10,52", "28,04",
    ]  # fmt: skip
    text = page.replace("\u00a0", " ")
    assert [one for one in said if one not in text] == []


@proves("law IN-3", "a cancellation names its invoice, for lines that ended and money that went back, once")
def test_a_cancellation_names_its_invoice_and_is_no_gutschrift() -> None:
    invoice = an_invoice()
    invalidate_line(line=invoice.placement.lines.get(ticket=True))
    run_invoice_jobs()
    (page,) = words_of(invoice_pdf(Invoice.objects.get(kind="cancellation")))
    for one in ("STORNORECHNUNG", "Zur Rechnung NACHTFALTER-00001 vom", "−30,00", "−1,96", "NACHTFALTER-00002"):
        assert one in page, one
    assert "gutschrift" not in page.lower()


def test_the_same_invoice_is_the_same_file_and_all_its_faces_are_inside() -> None:
    invoice = an_invoice()
    ShopDesign.objects.create(shop=invoice.seller, accent="#003366", on_accent="#ffffff")
    Shop.objects.update(name="Renamed")
    file = invoice_pdf(invoice)
    assert file == invoice_pdf(Invoice.objects.get())
    assert "Renamed" not in words_of(file)[0]
    reader = PdfReader(io.BytesIO(file))
    assert reader.metadata and reader.metadata.title == "Rechnung NACHTFALTER-00001"
    pages: Any = reader.pages
    fonts = [font.get_object() for page in pages for font in page["/Resources"]["/Font"].values()]
    inner = [font["/DescendantFonts"][0].get_object()["/FontDescriptor"] for font in fonts]
    assert inner and all({"/FontFile2", "/FontFile3"} & set(one) for one in inner)


def test_many_lines_and_long_names_go_over_several_pages_with_the_heads_on_each() -> None:
    shop = seller("nachtfalter", name="Eine Band mit einem wirklich außerordentlich langen Namen und noch mehr Wörtern")
    long = "Langarmshirt „Nachtflug über der Elbe“ in Übergröße mit Rückendruck und Reißverschluss " * 2
    goods = [(first_variant(make_product(shop, name=f"{long}{number}")), 1) for number in range(40)]
    bought(*goods)
    run_invoice_jobs()
    pages = words_of(invoice_pdf(Invoice.objects.get()))
    assert len(pages) > 2
    for number, page in enumerate(pages, start=1):
        assert f"Seite {number} von {len(pages)}" in page
    listing = [page for page in pages if "Langarmshirt" in page]
    assert len(listing) > 1 and all(worded("Unit price") in page for page in listing)
    assert worded("Total") in pages[-1]


@proves("law IN-5", "companies get ZUGFeRD (EN 16931), valid by schema and schematron")
def test_a_companys_invoice_holds_itself_as_data_that_keeps_the_standards_rules() -> None:
    invoice = an_invoice(**COMPANY)
    file = invoice_pdf(invoice)
    name, inside = get_facturx_xml_from_pdf(file, check_xsd=True)
    assert name == "factur-x.xml"
    assert inside == invoice_xml(invoice)
    assert broken_rules(inside) == []
    text = inside.decode()
    for one in ("NACHTFALTER-00001", "Łódź &amp; Söhne GmbH", "DE123456788", "urn:cen.eu:en16931:2017", "95.87"):
        assert one in text, one
    metadata = PdfReader(io.BytesIO(file)).xmp_metadata
    assert metadata is not None
    written = metadata.stream.get_data().decode()
    assert "pdfaid" in written and "EN 16931" in written


def test_the_rules_find_a_wrong_sum() -> None:
    invoice = an_invoice(**COMPANY)
    invoice.content["total"] = "96.00"
    assert any("BR-CO-15" in one for one in broken_rules(invoice_xml(invoice)))


def test_a_cancellation_keeps_the_rules_too_and_so_do_reductions_and_sellers_without_vat() -> None:
    small = {"seller_vat_id": "", "seller_tax_number": "37/123/45678", "invoice_note": "Kein Ausweis nach § 19 UStG."}
    shop = seller("kleiner", **small)
    session, _request = ready_cart((first_variant(make_product(shop, price="0.99", vat_rate=0)), 3), **COMPANY)
    apply_discount(session=session, code=make_code(shop, percent=33))
    placement = place_order(session=session, request=click_of(session, "key"))
    payment = placement.payments.get()
    record_capture(payment=payment, amount=payment.amount, event_id="statement")
    run_invoice_jobs()
    invalidate_line(line=placement.lines.get(), amount=2)
    run_invoice_jobs()
    first, second = Invoice.objects.order_by("sequence")
    assert broken_rules(invoice_xml(first)) == broken_rules(invoice_xml(second)) == []
    assert "§ 19" in invoice_xml(first).decode() and "§ 19" in words_of(invoice_pdf(first))[0]
    assert b"384" in invoice_xml(second) and first.number.encode() in invoice_xml(second)


def test_nobody_else_gets_data_in_the_file() -> None:
    assert "/EmbeddedFiles" not in str(PdfReader(io.BytesIO(invoice_pdf(an_invoice()))).trailer["/Root"])


def test_names_in_any_script_print_and_companies_keep_theirs_in_the_data() -> None:
    invoice = an_invoice(company="漢字 & Владимир Ωμέγα 😀", last_name="Öztürk-Řehoř")
    (page,) = words_of(invoice_pdf(invoice))
    assert "漢字 & Владимир Ωμέγα" in page and "😀" in page and "Öztürk-Řehoř" in page
    assert "漢字 &amp; Владимир" in invoice_xml(invoice).decode()


def test_what_a_name_looks_like_is_never_markup() -> None:
    invoice = an_invoice(last_name="#panic() *x* $y$ [z]")
    assert "#panic() *x* $y$ [z]" in words_of(invoice_pdf(invoice))[0]


EMPTY: dict[str, Any] = {
    "language": "de", "region": "de", "author": "x", "title": "x", "number": "1", "under": "", "sender": "",
    "facts": [], "heads": [""] * 6, "rows": [], "vat_heads": [""] * 4, "vat": [], "total": ["", ""], "paid": [],
    "notes": [], "feet": [["x"]], "page": "", "of": "",
}  # fmt: skip


def test_the_faces_have_every_sign_that_is_left_in_a_text() -> None:
    invoice = an_invoice()
    known = [chr(code) for code in range(0x20, 0x2700) if not NOT_THERE.match(chr(code))]
    lines = ["".join(known[at : at + 60]) for at in range(0, len(known), 60)]
    look = paper_look(invoice.seller)
    data = {**EMPTY, "look": look, "address": [], "notes": lines}
    typeset("invoice", data, dated=invoice.issued_on, archival=True)


@settings(max_examples=examples(40), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=60))
def test_any_text_can_be_printed(text: str) -> None:
    assert not NOT_THERE.search(printable({"a": [text]})["a"][0])


@pytest.mark.parametrize("face", ShopDesign.Display.values)
def test_every_display_face_of_a_theme_is_there_for_paper(face: str) -> None:
    for weight, width in ((300, 62), (900, 110)):
        family = display_family(ShopDesign(font_display=face, font_display_weight=weight, font_display_width=width))
        stem = family.removeprefix("Merchstand ")
        assert (FONTS / f"{stem}.ttf").is_file() or (stem, (FONTS / "text-400.ttf").is_file()) == ("text", True)


def test_a_sellers_address_is_read_as_it_was_written() -> None:
    def parts(text: str) -> dict[str, Any]:
        return address_parts({"lines": text.split("\n"), "country": "de"})

    assert parts("Mottenstieg 4\n01099 Dresden\nDeutschland") == {
        "street": ["Mottenstieg 4"], "post_code": "01099", "city": "Dresden", "country": "de",
    }  # fmt: skip
    assert parts("Hof\nWeg 1\nA-1010 Wien")["post_code"] == "1010"
    assert parts("Irgendwo")["street"] == ["Irgendwo"]


def test_all_sums_of_a_placement_stand_on_its_paper() -> None:
    invoice = an_invoice()
    assert invoice.total == invoice.placement.total == Decimal("95.87")
    assert make_shop().missing_on_invoices
