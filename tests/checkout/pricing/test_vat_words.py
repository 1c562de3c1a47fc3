"""Invoices, their data, their export and mails say why VAT is not the seller's own."""

from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail as outbox
from django.test import Client
from django.utils import translation

from checkout.invoices.data import invoice_xml
from checkout.invoices.documents import invoice_pdf
from checkout.mails.together import send_with_others
from checkout.models import Country, Invoice
from shop.models import Mail
from tests.checkout.destinations import HELGOLAND, NEW_YEAR, VIENNA, ZURICH
from tests.checkout.invoicing import bought, export, run_invoice_jobs, seller
from tests.checkout.schematron import broken_rules
from tests.factories import first_variant, make_event, make_product
from tests.pdf_words import words_of
from tests.proofs import proves

pytestmark = pytest.mark.django_db
COMPANY: dict[str, Any] = {"company": "Klang GmbH"}


@pytest.fixture(autouse=True)
def switzerland() -> None:
    Country.objects.update_or_create(code="ch", defaults={"active": True})


def an_invoice(language: str = "de", *, since: date | None = None, ticket: bool = False, **address: Any) -> Invoice:
    shop = seller("nachtfalter", oss_from=since)
    things = [make_product(shop, price="30.00"), make_product(shop, price="17.00", vat_rate=7)]
    wishes: list[Any] = [(first_variant(one), 1) for one in things]
    if ticket:
        wishes.append((first_variant(make_event(shop, vat_rate=7)), 1))
    with translation.override(language):
        bought(*wishes, **address)
        run_invoice_jobs()
    return Invoice.objects.get()


@proves("law VT-3, VT-4", "an invoice names the rule: export, or the country whose VAT it is; in German and English")
@pytest.mark.parametrize(
    ("language", "address", "since", "there", "absent"),
    [
        ("de", ZURICH, None, ["Steuerfreie Ausfuhrlieferung (§ 4 Nr. 1a, § 6 UStG)", "0 % (Ausfuhr)"], "enthalten die"),
        ("de", HELGOLAND, None, ["Steuerfreie Ausfuhrlieferung", "keine Umsatzsteuer berechnet"], "One-Stop"),
        ("en", ZURICH, None, ["Export, exempt from VAT", "0 % (export)", "No VAT is charged"], "include VAT"),
        (
            "de",
            VIENNA,
            NEW_YEAR,
            ["20 % (AT)", "Umsatzsteuer von Österreich, erklärt über den One-Stop-Shop"],
            "Ausfuhr",
        ),
        ("en", VIENNA, NEW_YEAR, ["10 % (AT)", "VAT of Austria, declared by the One Stop Shop"], "xport"),
        ("de", VIENNA, None, ["19 %"], "One-Stop"),
    ],
)
def test_an_invoice_names_the_rule(
    language: str, address: dict[str, Any], since: date | None, there: list[str], absent: str
) -> None:
    text = " ".join(words_of(invoice_pdf(an_invoice(language, since=since, **address)))).replace(
        "\N{NO-BREAK SPACE}", " "
    )
    for words in there:
        assert words in text, text
    assert absent not in text


@proves("law IN-5", "exports and other countries' VAT keep the standard's rules in the data, too")
@pytest.mark.parametrize(("address", "since"), [(ZURICH, None), (VIENNA, NEW_YEAR)])
@pytest.mark.parametrize("vat_id", ["DE123456788", ""])
def test_the_data_keeps_the_standards_rules(address: dict[str, Any], since: date | None, vat_id: str) -> None:
    invoice = an_invoice(since=since, ticket=True, **COMPANY, **address)
    if not vat_id:
        invoice.content["seller"] |= {"vat_id": "", "tax_number": "37/123/45678"}
    xml = invoice_xml(invoice)
    assert broken_rules(xml) == []
    is_free = b"<ram:CategoryCode>G</ram:CategoryCode>" in xml
    assert is_free == (address == ZURICH and vat_id != "")


@proves("law VT-3, J23", "the export for bookkeeping has the rule and the country of each share of VAT")
def test_the_export_names_rule_and_country() -> None:
    an_invoice(since=None, ticket=True, **ZURICH)
    client = Client(SERVER_NAME="localhost")
    client.force_login(User.objects.create_superuser("boss"))
    heads, *rows = (row.split(";") for row in export(client).content.decode("utf-8-sig").splitlines())
    assert heads[-2:] == ["vat_rule", "vat_country"]
    assert [(row[heads.index("rate")], *row[-2:]) for row in rows] == [("0,00", "export", "ch"), ("7,00", "home", "de")]


@pytest.mark.parametrize(
    ("address", "since", "words"),
    [
        (ZURICH, None, "Es wird keine Umsatzsteuer berechnet (Ausfuhr)"),
        (VIENNA, NEW_YEAR, "enthält 20 % MwSt.: "),
        ({}, None, "enthält 19 % MwSt.: "),
    ],
)
def test_the_confirmation_says_it(settings: Any, address: dict[str, Any], since: date | None, words: str) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    an_invoice(since=since, **address)
    send_with_others(str(Mail.objects.get(kind="confirmation").pk))
    [message] = outbox.outbox
    html = str(message.alternatives[0][0]).replace("\N{NO-BREAK SPACE}", " ")
    assert words in html
    assert ("(AT)" in html) == (since is not None)
