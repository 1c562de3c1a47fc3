"""Withdrawing from a contract (§ 356a BGB): two steps, no login, stored as it came in, received at once."""

import re
from datetime import date, timedelta
from html import unescape
from typing import Any

import pytest
from django.core import mail as outbox
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from aftersale.models import Withdrawal
from aftersale.tasks import send_withdrawal_mail
from aftersale.withdrawals import limits
from aftersale.withdrawals.actions import withdrawing
from aftersale.withdrawals.actions.withdrawing import Declaration, declare_withdrawal
from aftersale.withdrawals.mails import without_links
from aftersale.withdrawals.retention import forget_old
from aftersale.withdrawals.rules import refund_deadline
from checkout.actions import place_order
from checkout.mails.order_mails import write_order_mail
from checkout.models import Order, OrderLine
from shop.core.database.clock import database_now
from shop.core.http.log_paths import without_secrets
from shop.core.limits.counters import Limit
from shop.models import AccessCode, Mail, Shop
from tests.checkout.placing import ready_cart
from tests.factories import first_variant, make_event, make_product, make_shop
from tests.proofs import proves
from tests.shop.web.visit import Visit
from tests.staff import Reader

pytestmark = pytest.mark.django_db
PAGE = "/nachtfalter/withdrawal"
TYPED = {"name": " Mira Falk", "contract": "B-AB12C\nTourshirt", "email": "mira@example.org", "text": "Zu klein & <b>"}
DECLARED = Declaration("Mira Falk", "B-AB12C", "mira@example.org")


def browser(language: str = "de") -> Client:
    client = Client(HTTP_HOST="localhost", enforce_csrf_checks=True)
    client.cookies["locale"] = language
    return client


def text_of(answer: Any) -> str:
    return unescape(answer.content.decode())


def fields_of(answer: Any) -> dict[str, Any]:
    """As a browser sends them: it leaves out a line's end that stands first in a text area."""
    reader = Reader()
    reader.feed(answer.content.decode())
    return {
        name: value.removeprefix("\n") if isinstance(value, str) else value for name, value in reader.fields.items()
    }


def send_all() -> list[Any]:
    for one in Mail.objects.filter(kind__startswith="withdrawal", sent_at=None).order_by("created_at", "kind"):
        send_withdrawal_mail(mail_id=str(one.pk))
    return list(outbox.outbox)


def ordered(shop: Shop) -> Order:
    shirt, show = make_product(shop, name="Tourshirt"), make_event(shop, name="Nacht")
    session, request = ready_cart((first_variant(shirt), 2), (first_variant(show), 1))
    return place_order(session=session, request=request).order


@proves(
    "law §2 WD-4, WD-5, WD-6, WD-7",
    "two steps, name, contract and e-mail, and the law's words on the one button; what was typed is "
    "stored as it is, by the database's clock",
)
@pytest.mark.parametrize(
    ("language", "entry", "button", "title"),
    [
        ("de", "Vertrag widerrufen", "Widerruf bestätigen", "Dein Widerruf ist da"),
        ("en", "Withdraw from contract here", "Confirm withdrawal", "Your withdrawal is here"),
    ],
)
def test_two_steps_without_login_or_script(shop: Shop, language: str, entry: str, button: str, title: str) -> None:
    client = browser(language)
    assert entry in text_of(client.get("/nachtfalter/newsletter"))
    assert client.get(PAGE).status_code == 200
    review = client.post(PAGE, TYPED | {"step": "review"})
    assert review.status_code == 200 and not Withdrawal.objects.exists()
    assert re.findall(r'<button name="step" value="confirm"[^>]*>([^<]*)</button>', review.content.decode()) == [button]
    before = database_now()
    page = text_of(client.post(PAGE, fields_of(review) | {"step": "confirm"}))
    row = Withdrawal.objects.get()
    assert (row.name, row.contract, row.email, row.text) == tuple(TYPED.values())
    assert (row.shop, row.language, row.state, row.order) == (shop, language, "received", None)
    assert before < row.declared_at < database_now() and row.declared_at.microsecond
    assert title in page and timezone.localtime(row.declared_at).strftime("%H:%M:%S") in page


@proves(
    "law §2 WD-13, WD-14, WD-15",
    "the receipt says all of it with date and time, and that it was received; the shop has a notice",
)
def test_the_receipt_says_all_of_it_with_date_and_time_and_the_shop_has_a_notice(shop: Shop) -> None:
    row = declare_withdrawal(
        shop=shop, declaration=Declaration(**TYPED, items=("1 × Tourshirt, M",)), language="en", key="k" * 10
    )
    assert {one.sent_at for one in Mail.objects.all()} == {None}
    notice, receipt = sorted(send_all(), key=lambda one: one.to == ["mira@example.org"])
    assert receipt.to == ["mira@example.org"] and notice.to == ["hallo@nachtfalter.example"]
    moment = timezone.localtime(row.declared_at).strftime("%-d.%-m.%Y, %H:%M:%S CE")
    for body in (receipt.body, unescape(str(receipt.alternatives[0][0])).replace("<br>", "\n")):
        for words in (*TYPED.values(), "1 × Tourshirt, M", moment, "it was received, and nothing beyond that"):
            assert words.strip() in body, words
    assert "Received: your withdrawal at" in receipt.subject
    assert "Ein Widerruf bei" in notice.subject and "Tourshirt" in notice.body


@proves("law §2 WD-7", "pressed twice it is declared once")
def test_pressed_twice_it_is_declared_once(shop: Shop) -> None:
    client = browser()
    sent = fields_of(client.post(PAGE, TYPED | {"step": "review"})) | {"step": "confirm"}
    first, second = (client.post(PAGE, sent) for _press in range(2))
    assert first.content == second.content
    assert Withdrawal.objects.count() == 1 and Mail.objects.count() == 2
    client.post(PAGE, sent | {"contract": "Another"})
    assert Withdrawal.objects.count() == 2


@proves(
    "law §2 WD-8",
    "nobody learns from it whether an order exists: nothing is looked up, answers and statements are the same",
)
def test_no_order_is_looked_for_and_the_answer_is_the_same(shop: Shop) -> None:
    there = ordered(shop)

    def declared(reference: str) -> tuple[str, list[str]]:
        client = browser()
        sent = fields_of(client.post(PAGE, TYPED | {"contract": reference, "step": "review"})) | {"step": "confirm"}
        with CaptureQueriesContext(connection) as asked:
            page = text_of(client.post(PAGE, sent))
        assert not any("checkout_" in one["sql"] for one in asked if "aftersale_withdrawal" not in one["sql"])
        return re.sub(r"\d\d:\d\d:\d\d", "", page.replace(reference, "")), [
            re.sub(r"\d+_x\d+", "", one["sql"][:40]) for one in asked
        ]

    assert declared(there.reference) == declared("B-ZZZZZ")
    assert Withdrawal.objects.filter(order=None).count() == 2


@proves(
    "law §2 WD-10, WD-12",
    "what is missing is said beside its field, limits and the trap say where it counts as well, and "
    "nothing typed is lost",
)
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"name": " "}, "Gib deinen Namen ein"),
        ({"contract": ""}, "Sag, um welchen Vertrag es geht"),
        ({"email": "mira"}, "Gib eine E-Mail-Adresse"),
        ({"text": "x" * 501}, "Höchstens 500 Zeichen"),
    ],
)
def test_what_is_missing_is_said_beside_its_field_and_nothing_is_lost(
    shop: Shop, changes: dict[str, str], words: str
) -> None:
    answer = browser().post(PAGE, TYPED | changes | {"step": "review"})
    (name,) = changes
    assert answer.status_code == 400 and words in text_of(answer)
    assert f'aria-describedby="withdrawal-{name}' in text_of(answer)
    shown = fields_of(answer)
    assert all(shown[one].strip() == given.strip() for one, given in (TYPED | changes).items())
    assert not Withdrawal.objects.exists()


def test_whoever_comes_too_often_is_told_where_it_counts_as_well(shop: Shop, monkeypatch: Any) -> None:
    monkeypatch.setattr(limits, "BY_MAILBOX", Limit("withdrawals-test", attempts=1, seconds=3600))
    client = browser()
    for number, status in ((1, 200), (2, 429)):
        review = client.post(PAGE, TYPED | {"contract": f"{number}", "step": "review"})
        answer = client.post(PAGE, fields_of(review) | {"step": "confirm"})
        assert answer.status_code == status
    assert "hallo@nachtfalter.example" in text_of(answer) and "per Brief" in text_of(answer)
    assert fields_of(answer)["contract"] == "2"
    assert Withdrawal.objects.count() == 1


def test_what_programs_fill_in_is_refused_and_not_thrown_away_silently(shop: Shop) -> None:
    answer = browser().post(PAGE, TYPED | {"website": "https://spam.example", "step": "confirm", "key": "x"})
    assert answer.status_code == 400 and "hallo@nachtfalter.example" in text_of(answer)
    assert not Withdrawal.objects.exists()


def test_other_sites_send_no_form(shop: Shop) -> None:
    answer = browser().post(PAGE, TYPED | {"step": "confirm"}, headers={"origin": "https://evil.example"})
    assert answer.status_code == 403 and not Withdrawal.objects.exists()


@proves(
    "law §2 WD-11, WD-19, WD-22",
    "an order's own link fills the form in: lines with amounts, exempt ones with their reason",
)
def test_an_orders_link_brings_its_lines_and_says_which_are_exempt(shop: Shop) -> None:
    order = ordered(shop)
    there = f"{PAGE}/{order.secret}"
    client = browser()
    page = client.get(there)
    assert page.headers["Cache-Control"] == "private, no-store"
    shown, text = fields_of(page), text_of(page)
    assert shown["contract"].strip() == order.reference and shown["email"] == order.email
    assert "Karte für einen festen Termin" in text and "2 × Tourshirt" in text
    shirt, ticket = OrderLine.objects.filter(ticket=False).get(), OrderLine.objects.filter(ticket=True).get()
    sent = shown | {"line": [str(shirt.pk), str(ticket.pk)], f"amount-{shirt.pk}": "1", "step": "review"}
    review = client.post(there, sent)
    assert "1 × Tourshirt" in text_of(review)
    client.post(there, fields_of(review) | {"step": "confirm"})
    assert Withdrawal.objects.get().items == ["1 × Tourshirt, M"]
    guessed = client.get(f"{PAGE}/guessed")
    assert guessed.status_code == 200 and fields_of(guessed)["contract"] == ""
    assert fields_of(client.get(f"/withdrawal/{order.secret}"))["contract"] == ""  # another shop's page
    assert order.secret not in without_secrets(there)


@proves(
    "law §2 WD-1, WD-2, WD-3",
    "an entry to the withdrawal function stands on every page of every shop in both languages, also on "
    "the gate, error pages and pages without script; its pages need no login and no code",
)
def test_the_way_to_it_stands_on_every_page_also_behind_a_code(shop: Shop) -> None:
    gated = make_shop("geheim")
    AccessCode.objects.create(shop=gated, code="ROTLICHT")
    for path in ("/", "/nachtfalter/terms/withdrawal", "/nachtfalter/checkout", "/geheim", "/nachtfalter/products/no"):
        visit = Visit(path)
        base = path.partition("/nachtfalter")[1] or path.partition("/geheim")[1]
        for language in ("de", "en"):
            assert visit.markup.has("a", href=f"{base}/withdrawal", lang=language), path
    assert Visit("/geheim").response.status_code == 403
    assert Visit("/geheim/withdrawal").response.status_code == 200
    gated.redirect = "https://elsewhere.example/"
    gated.save()
    client = browser()
    review = client.post("/geheim/withdrawal", TYPED | {"step": "review"})
    client.post("/geheim/withdrawal", fields_of(review) | {"step": "confirm"})
    assert Withdrawal.objects.get().shop == gated


@proves("law §2 WD-16, WD-17", "instruction and mails name the shop's own address of it")
def test_instruction_and_mails_name_the_shops_own_address(shop: Shop) -> None:
    shop.domain = "nachtfalter.example"
    shop.save()
    client = Client(HTTP_HOST="nachtfalter.example")
    assert 'href="http://nachtfalter.example' in text_of(client.get("/terms/withdrawal"))
    assert "nachtfalter.example" in text_of(client.get("/terms/withdrawal?lang=en"))
    assert "/withdrawal</a> ausüben" in text_of(client.get("/terms/withdrawal?lang=de"))
    placement = ordered(shop).placements.get()
    content = write_order_mail([Mail.objects.get(kind="confirmation")], placement)
    for body in (content.text, content.html):
        assert "nachtfalter.example" in body and "/withdrawal" in body


def test_the_rest_door_declares_once_and_tells_nothing(shop: Shop) -> None:
    body = {"idempotency_key": "k" * 10, "name": "Mira", "contract": "x", "email": "mira@example.org"}
    address = "/api/v2/shops/nachtfalter/withdrawals"
    client = Client(HTTP_HOST="localhost")
    first, second = (client.post(address, body, content_type="application/json") for _ in range(2))
    assert first.status_code == 201 and first.json() == second.json()
    assert set(first.json()) == {"id", "declared_at"} and Withdrawal.objects.count() == 1
    refused = client.post(address, body | {"email": "no", "name": ""}, content_type="application/json")
    assert refused.status_code == 400 and set(refused.json()["errors"]) == {"email", "name"}


@proves("law §2 WD-15", "what was declared is never changed nor deleted, until it has ended and is old")
def test_the_database_keeps_what_was_declared(shop: Shop) -> None:
    row = declare_withdrawal(shop=shop, declaration=DECLARED, language="de", key="k" * 10)
    for change in ({"name": "x"}, {"contract": "x"}, {"items": ["x"]}, {"declared_at": timezone.now()}, {"key": "x"}):
        with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
            Withdrawal.objects.filter(pk=row.pk).update(**change)
    with pytest.raises(DatabaseError, match="never deleted"), transaction.atomic():
        row.delete()


def test_declaring_takes_few_statements(shop: Shop) -> None:
    with CaptureQueriesContext(connection) as asked:
        declare_withdrawal(shop=shop, declaration=DECLARED, language="de", key="k" * 10)
    writes = [one["sql"] for one in asked if not one["sql"].startswith(("SAVEPOINT", "RELEASE"))]
    assert len(writes) <= 6, writes


@proves(
    "law §2 WD-25",
    "the money goes back within 14 days, no weekend ends that; the inbox knows what is overdue and due "
    "soon, the start page counts it",
)
@pytest.mark.parametrize(
    ("received", "last"),
    [
        (date(2026, 11, 24), date(2026, 12, 8)),
        (date(2026, 11, 28), date(2026, 12, 14)),
        (date(2026, 11, 29), date(2026, 12, 14)),
    ],
)
def test_the_money_goes_back_within_14_days_and_no_weekend_ends_that(received: date, last: date) -> None:
    assert refund_deadline(received) == last


@proves("design §6", "nothing that strangers type becomes a link in a mail")
@pytest.mark.parametrize(
    ("typed", "mailed"),
    [
        ("Bestellt am 24.12.2026, B-AB12C", "Bestellt am 24.12.2026, B-AB12C"),
        ("mit mira@example.org", "mit mira@ example. org"),
        ("https://evil.example/x", "https: //evil. example/x"),
    ],
)
def test_nothing_that_strangers_type_is_a_link_in_the_mail(typed: str, mailed: str) -> None:
    assert without_links(typed) == mailed


def test_old_ones_are_forgotten_once_they_have_ended(shop: Shop, monkeypatch: Any) -> None:
    now = timezone.now()
    rows = []
    for key, at in (
        ("old-old-old", now - timedelta(days=5 * 366)),
        ("open-open-open", now - timedelta(days=5 * 366)),
        ("young-young", now),
    ):
        monkeypatch.setattr(withdrawing, "database_now", lambda at=at: at)
        rows.append(declare_withdrawal(shop=shop, declaration=DECLARED, language="de", key=key))
    old, still_open, young = rows
    Withdrawal.objects.filter(pk__in=[old.pk, young.pk]).update(state="closed")
    assert forget_old() == 1
    assert set(Withdrawal.objects.all()) == {still_open, young}
    assert Mail.objects.count() == 4
