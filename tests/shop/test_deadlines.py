"""One value for each deadline that a rule keeps, and that forms, mails and pages name."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.test import Client
from django.utils import translation

from shop import texts
from shop.core.retention import TICKET_HOLDERS
from shop.core.values.deadlines import DEADLINES, NAMED
from tests.factories import make_shop
from tests.proofs import proves

OTHER = {
    "refundAnswerDays": 131, "moneyDays": 137, "moneyWorkingDays": 139, "answerDays": 149, "nameHours": 151,
    "withdrawalMoneyDays": 157, "holderDays": 163,
}  # fmt: skip
HOLDERS = (
    "FORM_UPDATETICKET_COMPLETED_TEXT", "FORM_UPDATETICKET_ERROR_CLOSED", "FORM_UPDATETICKET_LEGAL",
    "FORM_UPDATETICKET_TEXT", "LANG_HOLDER_AGREE",
)  # fmt: skip
USED = re.compile(r'{% deadline "(\w+)"')
UNIT = {"de": "(Tage|Tagen|Werktage)", "en": "(days|working days)"}


@pytest.fixture
def others(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in OTHER.items():
        monkeypatch.setitem(DEADLINES, name, value)
    texts.messages.cache_clear()
    monkeypatch.setattr(texts, "messages", texts.messages.__wrapped__)


def received(language: str, kind: str) -> str:
    """The mail that a request for a refund has come in."""
    asked = SimpleNamespace(state="received", origin="guest")
    order = SimpleNamespace(access=SimpleNamespace(reference="B-1"))
    with translation.override(language):
        return render_to_string(f"mails/refund_received.{kind}", {"request": asked, "order": order, "event": "Tour"})


def approved(language: str) -> str:
    order = SimpleNamespace(access=SimpleNamespace(reference="B-1"))
    with translation.override(language):
        said = {"request": SimpleNamespace(to_account=False), "order": order, "amount": "1"}
        return render_to_string("mails/refund_approved.txt", said)


@proves("purchase §9", "the days that form, result, mail and page name are one value, in both languages")
@pytest.mark.usefixtures("others")
@pytest.mark.parametrize("language", ["de", "en"])
def test_a_deadline_is_the_same_on_form_result_mail_and_page(language: str) -> None:
    form, result, asked = (
        texts.lang_text(key, language)
        for key in ("FORM_REFUND_WAIT", "FORM_REFUND_PROCESSING_TEXT", "FORM_REFUND_SUBMITTED_TEXT")
    )
    assert "131" in form and "131" in asked and "137" in result
    assert "131" in received(language, "txt") and "137" in approved(language)
    assert all("163" in texts.lang_text(key, language) for key in HOLDERS)
    service = texts.lang_text("TICKETSERVICE_CANCEL_AFTER", language)
    assert "149" in service and "139" in service
    assert "151" in texts.lang_text("LANG_CHECKOUT_NAMES_CLOSED", language)


@pytest.mark.django_db
@pytest.mark.usefixtures("others")
@pytest.mark.parametrize("language", ["de", "en"])
def test_pages_name_the_same_deadlines(language: str) -> None:
    shop = make_shop()
    page = Client(HTTP_HOST="localhost").get(f"/{shop.slug}/faq?lang={language}").content.decode()
    assert re.search(rf"139 {UNIT[language]}", page) and re.search(rf"131 {UNIT[language]}", page)
    assert re.search(rf"157 {UNIT[language]}", page), "what the law gives after a withdrawal is no promise of ours"
    terms = Client(HTTP_HOST="localhost").get(f"/{shop.slug}/terms?lang={language}").content.decode()
    assert re.search(rf"139 {UNIT[language]}", terms)


def test_what_texts_name_is_in_the_list_and_used() -> None:
    catalogues = [path.read_text() for path in Path(settings.BASE_DIR, "locale").glob("*/*.po")]
    named = {name for text in catalogues for name in NAMED.findall(text)}
    pages = [path.read_text() for path in Path(settings.BASE_DIR, "templates").rglob("*.*")]
    assert named | {name for text in pages for name in USED.findall(text)} == set(DEADLINES)


@proves("purchase §9", "names on tickets are deleted when their texts say so")
def test_the_names_end_when_texts_say_so() -> None:
    assert TICKET_HOLDERS.days == DEADLINES["holderDays"]
    written = [text for name in HOLDERS for text in lines_of(name) if re.search(r"\d", text)]
    assert written == [], "days that stand in a text are a second value"


def lines_of(name: str) -> list[str]:
    """A text as it is written, in each language."""
    found = [path.read_text() for path in Path(settings.BASE_DIR, "locale").glob("*/*.po")]
    return [text for one in found for text in re.findall(rf'msgid "{name}"\nmsgstr "(.*)"', one)]
