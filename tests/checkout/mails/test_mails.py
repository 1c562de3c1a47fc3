import re
from dataclasses import replace
from datetime import date
from decimal import Decimal
from html import unescape
from wsgiref.headers import Headers

import pytest
from django.conf import settings
from django.core import mail as outbox
from django.db.models.functions import Now
from django.utils import timezone, translation

from checkout.actions import place_order
from checkout.mails.together import send_with_others
from checkout.models import Delivery, Order, OrderLine
from checkout.orders.texts import arrival
from checkout.payments.ledger import record_capture
from shop.models import AccessCode, LegalText, LegalTextVersion, Mail, Shop, ShopDesign, StaticKind
from tests.checkout.confirming import confirm
from tests.checkout.placing import place, ready_cart, shirt
from tests.factories import first_variant, make_event, make_image, make_shop
from tests.proofs import proves
from tests.words import worded

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def local_mail(settings: object) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"  # type: ignore[attr-defined]


def placed(language: str) -> Order:
    session, request = ready_cart((shirt(name_de="Nachthemd", name_en="Nightshirt"), 2))
    with translation.override(language):
        return place_order(session=session, request=request).order


def sent(kind: str, order: Order) -> outbox.EmailMultiAlternatives:
    mail = Mail.objects.get(kind=kind, subject_key__in=map(str, order.placements.values_list("pk", flat=True)))
    send_with_others(str(mail.pk))
    message = outbox.outbox[-1]
    assert isinstance(message, outbox.EmailMultiAlternatives)
    return message


@proves("purchase §4", "confirmation in the order's language, HTML and text, with bank details")
@pytest.mark.parametrize(
    ("language", "name", "country"), [("de", "Nachthemd", "Deutschland"), ("en", "Nightshirt", "Germany")]
)
def test_the_confirmation_speaks_the_orders_language(language: str, name: str, country: str) -> None:
    order = placed(language)
    message = sent("confirmation", order)
    html = str(message.alternatives[0][0])
    for body in (message.body, html):
        assert name in body
        assert order.reference in body
        assert country in body
        assert "BAX" + order.reference in body
        assert "IBAN: DE02 1203 0000 0000 2020 51" in re.sub("</?span[^>]*>", "", str(body))
    assert worded("Your order", language) in message.subject
    assert order.reference in message.subject
    assert "45,90" in message.body
    assert message.to == ["mira@example.org"]


@proves(
    "purchase §9",
    "when goods arrive: working days within Germany, dates from and until elsewhere and for what is "
    "still to come; by each carrier's own days, without weekends; at the choice, the last step, the "
    "confirmation and in the mail",
)
@pytest.mark.parametrize(
    ("language", "days", "paid", "looks"),
    [
        (
            "de",
            "Voraussichtlich bei dir: 3–7 Werktage nach Zahlungseingang",
            "Voraussichtlich bei dir: 3–7 Werktage, nachdem dein Geld da war",
            "Der Zusteller übergibt nur an Volljährige",
        ),
        (
            "en",
            "Expected 3–7 working days after your payment has arrived",
            "Expected to arrive 3–7 working days after your money came in",
            "The courier hands it over to adults only",
        ),
    ],
)
def test_the_mail_says_when_goods_arrive_and_who_gets_them(language: str, days: str, paid: str, looks: str) -> None:
    session, request = ready_cart((shirt(over_18=True), 1))
    with translation.override(language):
        order = place_order(session=session, request=replace(request, accepted_age=True)).order
    message = sent("confirmation", order)
    for body in (message.body, str(message.alternatives[0][0])):
        assert days in body and looks in body
    with translation.override(language):
        assert arrival(Delivery.objects.get(), timezone.now()) == paid
    Delivery.objects.update(working_days_from=None, working_days_until=None, arrives_from=date(2026, 12, 3))
    Delivery.objects.update(arrives_until=date(2026, 12, 10))
    with translation.override(language):
        told = arrival(Delivery.objects.get(), None)
    assert told.startswith(
        "Voraussichtlich zwischen 3. Dezember 2026 und 10. Dezember 2026 bei dir, wenn du am Tag"
        if language == "de"
        else "Expected between 3 December 2026 and 10 December 2026 if paid on the day of the order"
    )
    Delivery.objects.update(arrives_from=None)
    assert arrival(Delivery.objects.get(), None) == ""


@proves("design §4", "the same Message-ID, sent once; a killed worker only delays")
def test_the_message_id_is_fixed_and_a_sent_mail_is_not_sent_again() -> None:
    order = placed("de")
    message = sent("confirmation", order)
    mail = Mail.objects.get(kind="confirmation")
    assert message.extra_headers["Message-ID"] == mail.message_id
    assert mail.sent_at is not None
    count = len(outbox.outbox)
    send_with_others(str(mail.pk))
    assert len(outbox.outbox) == count


@proves("purchase §4", "a received payment is told")
def test_a_received_payment_is_told_and_bank_details_are_gone() -> None:
    order = placed("de")
    record_capture(payment=order.payments.get(), amount=Decimal("45.90"), event_id="statement-1")
    message = sent("payment_received", order)
    assert order.reference in message.subject
    assert "IBAN" not in message.body
    for body in (message.body, str(message.alternatives[0][0])):
        assert "nachdem dein Geld da war" in body and "nach Zahlungseingang" not in body


@pytest.mark.parametrize(("trim", "written"), [(True, "40\xa0€"), (False, "40,00\xa0€")])
def test_money_is_written_as_in_the_shop(trim: bool, written: str) -> None:
    order = placed("en")
    Shop.objects.filter(pk=order.shop_id).update(trim_zero_decimals=trim)
    message = sent("confirmation", order)
    for body in (message.body, str(message.alternatives[0][0])):
        assert written in body and "45,90\xa0€" in body
        assert ("40,00" in body) is not trim


@proves(
    "design §4",
    "a mail that cannot be written is told to staff with its reason, tried again, and in the log without "
    "personal data; every face has a stand-in",
)
@pytest.mark.parametrize("face", ShopDesign.Display.values)
def test_a_mail_is_written_in_every_face(face: str) -> None:
    order = placed("de")
    ShopDesign.objects.create(shop=order.shop, font_display=face)
    assert "font-family:'shop-display'," in unescape(str(sent("confirmation", order).alternatives[0][0]))


@proves(
    "look",
    "mails carry the shop's face, colours and opening picture (none of a gated shop), money and IBAN as on its pages",
)
def test_a_mail_has_the_shops_face_and_picture() -> None:
    order = placed("de")
    picture = make_image(width=1480, height=740, alt_de="Vier im Wald", ready=True)
    Shop.objects.filter(pk=order.shop_id).update(hero=picture)
    ShopDesign.objects.create(shop=order.shop, font_display="fraunces", font_display_weight=750, accent="#123456")
    html = str(sent("confirmation", order).alternatives[0][0])
    (face,) = re.findall(r"@font-face{[^}]*url\('([^']*)'\)", html)
    assert re.fullmatch(r"http://localhost:8000/static/assets/fraunces-601-[\w-]+\.woff2", face)
    assert unescape(html).count("font-family:'shop-display',Georgia") == 2 and "background:#123456" in html
    (shown,) = re.findall(r"<img[^>]*>", html)
    assert 'src="http://localhost:8000/media/' in shown and 'alt="Vier im Wald" width="600" height="300"' in shown
    AccessCode.objects.create(shop=order.shop, code="ROTLICHT")
    Mail.objects.update(sent_at=None)
    assert "<img" not in str(sent("confirmation", order).alternatives[0][0])


@proves("purchase §3", "a ticket is called the same in cart, order and mail: its full name")
def test_a_ticket_is_called_as_in_the_cart() -> None:
    show = make_event(make_shop("kellerkind"), name="Vier Stufen runter", descriptive_name="Kellerkind: Wuppertal")
    session, request = ready_cart((first_variant(show), 1))
    message = sent("confirmation", place_order(session=session, request=request).order)
    for body in (message.body, str(message.alternatives[0][0])):
        assert "Kellerkind: Wuppertal" in body and "Vier Stufen runter" not in body


def test_faces_are_there_for_mail_programs_of_any_origin() -> None:
    headers = Headers()
    settings.WHITENOISE_ADD_HEADERS_FUNCTION(headers, "", "/static/assets/fraunces-601-x.woff2")
    settings.WHITENOISE_ADD_HEADERS_FUNCTION(headers, "", "/static/assets/entry.js")
    assert headers.items() == [("Access-Control-Allow-Origin", "*")]


def test_a_mail_names_the_sellers_country_in_its_language_and_no_vat_of_nothing() -> None:
    order = placed("en")
    Shop.objects.update(seller_address="Weg 1\n10999 Berlin\nDeutschland")
    message = sent("confirmation", order)
    for body in (message.body, str(message.alternatives[0][0])):
        assert "Germany" in body and "Deutschland" not in body and "VAT: " in body
    with translation.override("en"):
        free = place((first_variant(make_event(order.shop, price="0.00")), 1), key="free")
    confirm(free)
    message = sent("confirmation", free.order)
    for body in (message.body, str(message.alternatives[0][0])):
        assert "0,00" in body and "VAT: " not in body


@proves("purchase §3", "an order's mail names each artist once")
@pytest.mark.parametrize(
    ("name", "artist", "times"), [("Zikade: Falternacht", "Zikade", 1), ("Falternacht", "Zikade", 1), ("Hut", "", 0)]
)
def test_an_artist_is_named_once(name: str, artist: str, times: int) -> None:
    order = placed("de")
    OrderLine.objects.filter(placement__order=order).update(name=name, artist_name=artist)
    message = sent("confirmation", order)
    for body in (message.body, str(message.alternatives[0][0])):
        assert name in body
        assert body.count("Zikade") == times


def write_terms(text: LegalText, words: str) -> None:
    body = f'<h2>{words}</h2><p><a href="/contact">Kontakt</a></p>'
    LegalTextVersion.objects.create(text=text, body=body, valid_from=Now())


@proves(
    "§ 312f (2) BGB",
    "terms and withdrawal as they applied when the order was placed go with its confirmation as files, "
    "in German and in the order's language",
)
def test_the_texts_that_applied_go_with_the_confirmation_and_stay_what_they_were() -> None:
    session, request = ready_cart((shirt(), 2))
    own = LegalText.objects.create(shop=session.shop, kind=StaticKind.TERMS, language="de")
    write_terms(own, "Damals")
    with translation.override("en"):
        order = place_order(session=session, request=request).order
    write_terms(own, "Danach")
    files = {str(name): str(text) for name, text, _mime in map(tuple, sent("confirmation", order).attachments)}
    assert list(files) == ["Allgemeine Geschäftsbedingungen.html", "Widerrufsrecht.html", "Right of withdrawal.html"]
    terms = files["Allgemeine Geschäftsbedingungen.html"]
    assert "Damals" in terms and "Danach" not in terms
    assert 'href="http' in terms and 'href="/' not in terms
    assert "14 days" in files["Right of withdrawal.html"]
    assert "attached" in outbox.outbox[-1].body.lower()
    record_capture(payment=order.payments.get(), amount=Decimal("45.90"), event_id="statement-1")
    assert sent("payment_received", order).attachments == []
