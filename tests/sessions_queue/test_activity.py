"""The activity log (purchase §7 LOG_ACTIVITY, §8): counted by the hour, with nothing about anybody."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db.models.functions import Now
from django.test import Client

from checkout.actions.payments.paying import start_or_fail
from checkout.actions.payments.reconciling import reconcile
from checkout.errors import ProviderAway
from checkout.models import Payment
from checkout.payments.interface import PaymentProvider, PaymentReport
from checkout.payments.methods import PROVIDERS
from sessions_queue.models import Activity, ActivityCount
from sessions_queue.tasks import forget_activity
from sessions_queue.visitor_sessions.activity import KEPT, log_activity
from shop.models import Shop
from tests.factories import make_shop
from tests.guest import Answer, Guest
from tests.proofs import proves
from tests.staff import log_in

from .payments import payment_by

pytestmark = pytest.mark.django_db
LOG = "mutation LOG_ACTIVITY($input: LogActivityInput!) { logActivity(input: $input) { clientMutationId } }"


@pytest.fixture
def shop(settings: Any) -> Shop:
    settings.GRAPHQL_SAFELIST_ONLY = False
    return make_shop()


def tell(guest: Guest, action: str) -> Answer:
    return guest.send({"query": LOG, "variables": {"input": {"action": action, "clientMutationId": "7"}}})


def counted() -> dict[tuple[str, str], int]:
    return {(one.action, one.detail): one.count for one in ActivityCount.objects.all()}


@proves(
    "purchase §7, §8",
    "LOG_ACTIVITY and the server count trouble while paying by the hour, by the specification's five "
    "names; staff read it, 90 days",
)
@pytest.mark.parametrize(
    "action",
    [
        "Stripe Sofort Create Source Error", "PayPal Capture Error", "PayPal Get Order Error", "PayPal Cancelled",
        "PayPal Generic Error",
    ],
)  # fmt: skip
def test_each_of_the_specs_names_is_counted(shop: Shop, action: str) -> None:
    guest = Guest(shop)
    for _time in range(2):
        assert tell(guest, action).data == {"clientMutationId": "7"}
    assert counted() == {(action, ""): 2}
    assert not guest.client.cookies


@pytest.mark.parametrize("action", ["", "Mira Falk bought a shirt", "paypal cancelled", "x" * 10_000])
def test_no_other_text_is_kept(shop: Shop, action: str) -> None:
    assert tell(Guest(shop), action).refusal["code"] == "ACTIVITY_UNKNOWN"
    assert counted() == {}


def test_one_address_tells_no_more_than_20_in_ten_minutes(shop: Shop) -> None:
    guest = Guest(shop, address="192.0.2.77")
    answers = [tell(guest, "PayPal Cancelled") for _time in range(21)]
    assert answers[-1].refusal["code"] == "RATE_LIMITED"
    assert counted() == {("PayPal Cancelled", ""): 20}


def test_however_often_it_happens_there_is_one_row_an_hour(shop: Shop) -> None:
    for _time in range(50):
        log_activity(shop=shop, action=Activity.PAYPAL_ORDER, detail="x" * 500)
    row = ActivityCount.objects.get()
    assert (row.count, len(row.detail)) == (50, 120)
    ActivityCount.objects.update(hour=row.hour - timedelta(hours=1))
    log_activity(shop=shop, action=Activity.PAYPAL_ORDER, detail="x" * 500)
    assert ActivityCount.objects.count() == 2


def test_after_90_days_it_is_forgotten(shop: Shop) -> None:
    log_activity(shop=shop, action=Activity.PAYPAL_ORDER)
    ActivityCount.objects.update(hour=Now() - KEPT + timedelta(hours=1))
    forget_activity(timestamp=0)
    assert ActivityCount.objects.exists()
    ActivityCount.objects.update(hour=Now() - KEPT - timedelta(hours=1))
    forget_activity(timestamp=0)
    assert not ActivityCount.objects.exists()


class Failing:
    """A provider that does not begin, and says of what is there what it is told to say."""

    def __init__(self, real: PaymentProvider, failure: str = "") -> None:
        self.failure, self.activity_of = failure, real.activity_of

    def start(self, payment: Payment) -> Any:
        raise ProviderAway("it answered 422: INVALID_SOURCE")

    def report(self, payment: Payment, *, take: Callable[[], bool]) -> PaymentReport:
        if not self.failure:
            raise ProviderAway("it does not answer: ReadTimeout")
        return PaymentReport([], self.failure)


@pytest.mark.parametrize(
    ("method", "provider", "action"),
    [
        ("stripe_sofort", "stripe", "Stripe Sofort Create Source Error"),
        ("paypal", "paypal", "PayPal Generic Error"),
        ("stripe_checkout", "stripe", None),
    ],
)
def test_a_payment_that_does_not_begin(
    shop: Shop, monkeypatch: pytest.MonkeyPatch, method: str, provider: str, action: str | None
) -> None:
    payment = payment_by(shop, method, provider)
    monkeypatch.setitem(PROVIDERS, provider, Failing(PROVIDERS[provider]))
    assert start_or_fail(payment).next == "failed"
    assert counted() == ({(action, "it answered 422: INVALID_SOURCE"): 1} if action else {})


def test_an_order_that_paypal_does_not_tell(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    payment = payment_by(shop, "paypal", "paypal")
    monkeypatch.setitem(PROVIDERS, "paypal", Failing(PROVIDERS["paypal"]))
    with pytest.raises(ProviderAway):
        reconcile(payment)
    assert counted() == {("PayPal Get Order Error", "it does not answer: ReadTimeout"): 1}


@pytest.mark.parametrize(("why", "told"), [("INSTRUMENT_DECLINED", 1), ("voided", 0)])
def test_what_paypal_does_not_give(shop: Shop, monkeypatch: pytest.MonkeyPatch, why: str, told: int) -> None:
    payment = payment_by(shop, "paypal", "paypal")
    monkeypatch.setitem(PROVIDERS, "paypal", Failing(PROVIDERS["paypal"], why))
    for _time in range(2):
        reconcile(payment)
    assert counted() == ({("PayPal Capture Error", why): 1} if told else {})


def test_staff_read_it_and_change_nothing(shop: Shop) -> None:
    client = Client()
    log_activity(shop=shop, action=Activity.PAYPAL_CAPTURE, detail="INSTRUMENT_DECLINED")
    log_in(client)
    page = client.get("/admin/sessions_queue/activitycount/")
    assert page.status_code == 200
    assert "INSTRUMENT_DECLINED" in page.content.decode()
    assert client.get("/admin/sessions_queue/activitycount/add/").status_code == 403
