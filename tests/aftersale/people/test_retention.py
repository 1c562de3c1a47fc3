"""What the privacy policy promises, jobs keep: each test moves the clock over the end of a period."""

import re
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.contrib.postgres.fields import ArrayField
from django.core.management import call_command
from django.db import connection, models
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from procrastinate.contrib.django import app

from aftersale.models import RefundOffer, RefundRequest, TicketServiceRequest
from aftersale.people.retention import RULES, apply_rule, rules_named
from cart.models import Address, Cart, CartLine
from catalogue.models import Event
from checkout.actions.invoices.invoicing import queue_missing_invoices
from checkout.actions.orders.cancelling import cancel
from checkout.actions.orders.forgetting import forget_buyers
from checkout.actions.orders.retention import ended_unpaid, kept_until
from checkout.invoices.documents import invoice_pdf
from checkout.models import Invoice, Order, OrderStep, Placement, Refund
from sessions_queue.models import VisitorSession
from sessions_queue.visitor_sessions.actions import end_overdue_sessions
from shop.core.retention import CARTS, ELSEWHERE, PERIODS, TICKET_SERVICE, UNPAID_ORDERS, Period
from shop.invariants import broken_invariants
from shop.legal.queries import software_text
from shop.models import Mail, NewsletterSubscription, Shop
from tests.checkout.placing import place, ready_cart, shirt
from tests.factories import make_shop
from tests.proofs import proves

pytestmark = pytest.mark.django_db
POLICY = "templates/static_pages/{}/datapolicy.html"


def by_rule(name: str, now: datetime | None = None) -> int:
    return apply_rule(rules_named([name])[0], now=now)


def end_sessions() -> datetime:
    VisitorSession.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    end_overdue_sessions()
    ended = VisitorSession.objects.latest("ended_at").ended_at
    assert ended is not None
    return ended


def year_end(years: int) -> datetime:
    """The first moment at which what happened now is kept no longer."""
    return timezone.make_aware(datetime(timezone.localdate().year + years + 1, 1, 1))  # noqa: DTZ001


@proves("law §6 DP-11", "a cart without an order knows nobody an hour after its session")
def test_carts_forget_who_came() -> None:
    session, _request = ready_cart((shirt(), 1))
    CartLine.objects.update(personal_identifier="für Mira")
    cart = Cart.objects.get(session=session)
    assert (cart.email, Address.objects.count()) == ("mira@example.org", 1)
    assert by_rule("carts", timezone.now() + timedelta(days=2)) == 0, "its session lives"
    ended = end_sessions()
    assert by_rule("carts", ended + CARTS.span - timedelta(minutes=1)) == 0
    assert by_rule("carts", ended + CARTS.span + timedelta(minutes=1)) == 1
    cart.refresh_from_db()
    assert (cart.state, cart.email, cart.billing_address, cart.shipping_address) == ("expired", "", None, None)
    assert Address.objects.count() == 0 and cart.lines.get().personal_identifier == ""
    assert by_rule("carts", ended + timedelta(days=9)) == 0


@proves("law §6 DP-11", "the cart of an order keeps no second copy of its buyer, the order keeps its own")
def test_the_cart_of_an_order_knows_nobody_either() -> None:
    placement = place((shirt(), 1))
    assert by_rule("carts", end_sessions() + timedelta(hours=2)) == 1
    order = Order.objects.get(pk=placement.order_id)
    assert order.email == "mira@example.org" and order.billing_address.city
    assert Cart.objects.get(placement=placement).email == ""


@proves("law §6 DP-11", "orders that ended unpaid know nobody after half a year; those with money stay")
def test_orders_that_ended_unpaid_forget_their_buyers() -> None:
    placement = place((shirt(), 1))
    clerk = User.objects.create_user("clerk")
    OrderStep.objects.create(order=placement.order, kind="note", text="Mira rief an, 040 123", staff=clerk)
    assert by_rule("unpaid-orders", timezone.now() + timedelta(days=999)) == 0, "it is open"
    cancel(placement)
    ended = timezone.now()
    assert by_rule("unpaid-orders", ended + UNPAID_ORDERS.span - timedelta(hours=1)) == 0
    assert by_rule("unpaid-orders", ended + UNPAID_ORDERS.span + timedelta(hours=1)) == 0, "its mails did not go yet"
    letters = Mail.objects.update(sent_at=ended)
    assert by_rule("unpaid-orders", ended + UNPAID_ORDERS.span + timedelta(hours=1)) == 1
    order = Order.objects.get(pk=placement.order_id)
    assert (order.email, str(order.billing_address).strip(" ,"), order.billing_address.country_code) == ("", "", "de")
    assert Mail.objects.count() == letters and Cart.objects.get().email == "" and OrderStep.objects.get().text == ""
    assert by_rule("unpaid-orders", ended + timedelta(days=999)) == 0
    assert not broken_invariants()


@proves("law §6 DP-9", "one row that cannot be ended keeps no other from its end")
def test_one_that_cannot_be_ended_keeps_no_other(caplog: pytest.LogCaptureFixture) -> None:
    for _number in range(3):
        cancel(place((shirt(), 1)))
    Mail.objects.update(sent_at=timezone.now())
    stuck = Order.objects.order_by("pk")[1]
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE FUNCTION pg_temp.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$"
        )
        cursor.execute(
            "CREATE TRIGGER refused BEFORE UPDATE ON checkout_order FOR EACH ROW "
            f"WHEN (OLD.id = '{stuck.pk}') EXECUTE FUNCTION pg_temp.refuse()"
        )
    assert by_rule("unpaid-orders", timezone.now() + timedelta(days=999)) == 2
    assert list(Order.objects.exclude(email="")) == [stuck] and str(stuck.pk) in caplog.text


@pytest.mark.parametrize("rule", ["carts", "unpaid-orders", "mails", "newsletter"])
def test_more_rows_need_no_more_statements(rule: str) -> None:
    def statements(number: int) -> int:
        for one in range(number):
            cancel(place((shirt(), 1)))
            NewsletterSubscription.objects.create(
                shop=Shop.objects.latest("pk"), email=f"{one}@example.org", language="de", form_text="ja",
                requested_at=timezone.now(), mailed_at=timezone.now(),
            )  # fmt: skip
        ended = end_sessions()
        Mail.objects.update(sent_at=ended)
        with CaptureQueriesContext(connection) as asked:
            assert by_rule(rule, ended + timedelta(days=9999)) >= number
        return len(asked)

    assert statements(1) == statements(4)


@proves("law §6 DP-8", "a refund whose money went another way keeps neither an account nor a buyer for ever")
@pytest.mark.parametrize("is_moot", [True, False])
def test_refunds_that_never_go(paid: Placement, is_moot: bool) -> None:
    refund = Refund.objects.create(
        payment=paid.order.payments.get(), amount=1, state="failed", is_moot=is_moot, reason="Jo rief an"
    )
    offer = RefundOffer.objects.create(event=Event.objects.get(), cause="cancelled", opened_at=timezone.now())
    request = RefundRequest.objects.create(
        offer=offer, order=paid.order, origin="guest", language="de", amount=1, state="approved",
        email="jo@example.org", note="Jo rief an", decided_at=timezone.now(),
    )  # fmt: skip
    request.refunds.add(refund)
    assert by_rule("refund-accounts", timezone.now() + timedelta(days=31)) == is_moot
    assert by_rule("booked-orders", year_end(8)) == is_moot
    request.refresh_from_db()
    refund.refresh_from_db()
    assert (request.note, refund.reason) == (("", "") if is_moot else ("Jo rief an", "Jo rief an"))


def test_what_staff_wrote_of_a_request_goes_with_it() -> None:
    request = TicketServiceRequest.objects.create(
        kind="change", order=place((shirt(), 1)).order, language="de", state="declined", note="Jo rief an",
        decided_at=timezone.now(),
    )  # fmt: skip
    assert by_rule("ticket-service", timezone.now() + TICKET_SERVICE.span + timedelta(minutes=1)) == 1
    request.refresh_from_db()
    assert request.note == ""


def test_what_is_not_due_any_more_once_it_is_locked_stays(paid: Placement) -> None:
    assert forget_buyers([paid.order_id], ended_unpaid(Order.objects.all())) == 0
    assert Order.objects.get().email


def test_money_that_came_for_an_order_keeps_it(paid: Placement) -> None:
    Placement.objects.filter(pk=paid.pk).update(paid_at=None, cancelled_at=timezone.now())
    assert by_rule("unpaid-orders", timezone.now() + timedelta(days=999)) == 0


@proves("law §6 DP-8", "invoices and paid orders are kept for 8 years from the end of the year, in Switzerland for 10")
@pytest.mark.parametrize(("country", "years"), [("de", 8), ("ch", 10)])
def test_paid_orders_forget_their_buyers_when_the_law_lets_them(paid: Placement, country: str, years: int) -> None:
    Shop.objects.update(seller_country=country)
    assert by_rule("booked-orders", year_end(years) - timedelta(seconds=1)) == 0
    assert by_rule("booked-orders", year_end(years)) == 1
    order, invoice = Order.objects.get(pk=paid.order_id), Invoice.objects.get()
    assert order.email == "" and order.billing_address.last_name == ""
    assert "mira" not in str(invoice.content).lower() and invoice.content["buyer"]["country"] == "de"
    assert invoice_pdf(invoice).startswith(b"%PDF")
    assert queue_missing_invoices() == 0 and not broken_invariants()
    assert by_rule("booked-orders", year_end(years + 1)) == 0


@proves("law §6 DP-8", "an order is kept from its last payment on, by each seller's country")
def test_money_that_came_later_counts_for_sellers_abroad_too(paid: Placement) -> None:
    Shop.objects.update(seller_country="ch")
    long_ago = timezone.now() - timedelta(days=3 * 365)
    Order.objects.update(placed_at=long_ago)
    Placement.objects.update(placed_at=long_ago)
    assert by_rule("booked-orders", year_end(10) - timedelta(seconds=1)) == 0
    assert by_rule("booked-orders", year_end(10)) == 1


@proves("law §6 DP-8", "books are kept from the end of the year of the last invoice, one that corrects it, too")
@pytest.mark.parametrize("is_correction", [False, True])
def test_an_invoice_of_a_later_year_counts(paid: Placement, is_correction: bool) -> None:
    first, last = Invoice.objects.get(), timezone.localdate().replace(month=1, day=1) + timedelta(days=400)
    said: dict[str, Any] = {"kind": "invoice", "seller": make_shop(slug="other"), "total": 1}
    if is_correction:
        said = {"kind": "cancellation", "seller": first.seller, "corrects": first, "total": -1}
    Invoice.objects.create(
        placement=paid, sequence=99, number="R-99", batch=2, issued_on=last, language="de", content=first.content,
        **said,
    )  # fmt: skip
    assert kept_until(paid.order) == year_end(9), "one of next year"
    assert by_rule("booked-orders", kept_until(paid.order) - timedelta(seconds=1)) == 0
    assert by_rule("booked-orders", kept_until(paid.order)) == 1


@proves("law §6 DP-8", "mails are kept for 6 years from the end of the year, in Switzerland for 10")
@pytest.mark.parametrize(("country", "years"), [("de", 6), ("ch", 10)])
def test_mails_go_when_the_law_lets_them(country: str, years: int) -> None:
    place((shirt(), 1))
    Shop.objects.update(seller_country=country)
    assert by_rule("mails", year_end(years) - timedelta(seconds=1)) == 0
    assert by_rule("mails", year_end(years)) == 1 and not Mail.objects.exists()


def test_a_year_ends_where_the_shop_is() -> None:
    one = Period(years=1)
    assert one.end(datetime(2026, 12, 31, 23, 30, tzinfo=UTC)) == datetime(2025, 12, 31, 23, 0, tzinfo=UTC)
    assert one.end(datetime(2026, 12, 31, 22, 30, tzinfo=UTC)) == datetime(2024, 12, 31, 23, 0, tzinfo=UTC)
    assert one.last_day(datetime(2026, 5, 1, tzinfo=UTC)) == datetime(2027, 12, 31, 23, 0, tzinfo=UTC)


@proves("law §6 DP-9", "manage.py forget does what the jobs do; a dry run says of how many, and changes nothing")
def test_the_command_and_its_dry_run() -> None:
    ready_cart((shirt(), 1))
    end_sessions()
    VisitorSession.objects.update(ended_at=timezone.now() - timedelta(days=1))
    told = StringIO()
    call_command("forget", "carts", "--dry-run", stdout=told)
    assert told.getvalue().startswith("carts: 1 would end") and Cart.objects.get().email
    told = StringIO()
    call_command("forget", stdout=told)
    assert told.getvalue().count("ended (") == len(RULES) and "carts: 1 ended" in told.getvalue()
    assert Cart.objects.get().email == ""


class TestList:
    @proves("law §6 DP-9", "every period has a job, or names that it ends elsewhere")
    def test_every_period_has_a_job(self) -> None:
        jobs = {one.task.name for one in app.periodic_registry.periodic_tasks.values()}
        assert {rule.job for rule in RULES} <= jobs
        kept = [period for rule in RULES for period in rule.periods] + list(ELSEWHERE.values())
        assert [name for name, period in PERIODS.items() if not any(period is one for one in kept)] == []

    @pytest.mark.parametrize("language", ["de", "en"])
    @proves("law §6 DP-9", "what the privacy policy says of periods is read from the list")
    def test_the_policy_reads_its_periods(self, language: str, monkeypatch: Any) -> None:
        source = Path(POLICY.format(language)).read_text().partition('id="cookies"')[0]
        named = set(re.findall(r"kept\.(\w+)\.", source))
        unnamed = {"check_ins", "unclaimed_pictures", "unproven_events", "changes", "tracked_attempts"}
        assert named | {"letters", "vouchers"} == PERIODS.keys() - unnamed
        written = re.compile(r"\b\d+ (?:Minuten|Stunden|Tagen?|Monaten?|Jahren?|minutes|hours|days|months|years)\b")
        assert written.findall(source) == []
        shop = make_shop(seller_country="ch")
        monkeypatch.setitem(PERIODS, "ticket_holders", Period(timedelta(days=76)))
        page = software_text(shop, "datapolicy", language)
        assert page.count("76 ") == 2 and page.count("<td>10 ") == 3


# Texts and numbers in tables of what guests do, that are no guest's: the shop's own words, numbers that services and
# jobs go by, what staff write of a thing. Whoever adds a field decides: a row of the list, or a word here.
IMPERSONAL = {
    "cart.PaymentCode": "kind programme code digest note",
    "cart.Cart": "country_code shipping_method payment_method new_item_ids",
    "checkout.Order": "secret reference language country_code preferred_payment_method",
    "checkout.Country": "code",
    "checkout.Carrier": "name description",
    "checkout.SellerBooks": "customer_account",
    "checkout.RevenueAccount": "country account tax_key",
    "checkout.Delivery": "name description tracking_number",
    "checkout.Placement": "reference secret idempotency_key request_hash button_label payment_method",
    "checkout.OrderLine": "name variant_description pricing_category_name artist_name seat_section seat_row "
    "seat_number event_details image_url stocks vat_country",
    "checkout.PlacementVat": "country",
    "checkout.Dispute": "external_id listed_as reason",
    "checkout.Payment": "method provider external_id on_its_way reference",
    "checkout.Refund": "external_id problem",
    "checkout.ProviderEvent": "provider event_id external_id transmission problem",
    "checkout.UnprovenEvent": "provider digest",
    "checkout.LedgerEntry": "event_id provider note",
    "checkout.BankFile": "checksum name notes",
    "checkout.BankLine": "account key",
    "checkout.Invoice": "number language",
    "checkout.Transfer": "debtor_name debtor_iban debtor_bic purpose",
    "aftersale.Ticket": "number reason",
    "aftersale.FormerNumber": "number",
    "aftersale.CheckInItem": "header content name label",
    "aftersale.EntranceDevice": "name pairing_digest key_digest",
    "aftersale.PrintedList": "checksum name rows",
    "aftersale.PrintedNumber": "number key reason",
    "aftersale.RefundOffer": "message refund_error_message",
    "aftersale.RefundRequest": "language",
    "aftersale.ProofUpload": "content_type",
    "aftersale.TicketServiceRequest": "language",
    "aftersale.TicketServiceItem": "number",
    "aftersale.TrackingFile": "checksum name rows",
    "aftersale.Withdrawal": "key language",
    # The digests are blanked when the session ends, and of claims when they are paid or given back.
    "sessions_queue.VisitorSession": "token language pass_digest address_digest network_digest resume_nonce",
    "sessions_queue.WaitingRoom": "name opening seed",
    "sessions_queue.Admission": "opening",
    "sessions_queue.ActivityCount": "detail",
    "shop.Mail": "kind subject_key language message_id problem",
    "shop.NewsletterSubscription": "language token form_text",
    "shop.AuditEntry": "model object_id about",
    "shop.ConsentDecision": "",
    "catalogue.StockClaim": "pass_digest address_digest network_digest",
}
OF_GUESTS = ("cart", "checkout", "aftersale", "sessions_queue")
SAYING = (
    models.CharField, models.TextField, models.GenericIPAddressField, models.JSONField, models.BinaryField,
    models.FileField, ArrayField,
)  # fmt: skip


def tables_of_guests() -> list[type[models.Model]]:
    whole = [model for name in OF_GUESTS for model in apps.get_app_config(name).get_models()]
    return [model for model in whole if not model._meta.proxy] + [
        apps.get_model(label) for label in IMPERSONAL if label.partition(".")[0] not in OF_GUESTS
    ]


def saying(model: type[models.Model]) -> set[str]:
    """Its fields that can hold what somebody wrote, or is called."""
    translated = ("_de", "_en")
    fields = [one for one in model._meta.concrete_fields if isinstance(one, SAYING) and not one.choices]
    return {one.name for one in fields if not one.name.endswith(translated)}


@proves("law §6 DP-9", "every field that says something of a guest is in a row of the list of what ends when")
def test_every_field_of_guests_is_in_the_list() -> None:
    covered = {name for rule in RULES for name in rule.fields}
    for name in covered:
        label, _dot, field = name.rpartition(".")
        apps.get_model(label)._meta.get_field(field)
    for model in tables_of_guests():
        label = model._meta.label
        known = {name.rpartition(".")[2] for name in covered if name.startswith(f"{label}.")}
        others = set(IMPERSONAL.get(label, "").split())
        assert not known & others, label
        assert saying(model) - known == others, f"{label}: which row of aftersale.people.retention.RULES ends these?"
