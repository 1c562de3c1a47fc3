"""How often one browser has payment services asked: whatever comes of it, each ask costs them and us."""

import pytest

from checkout.entry.limits import PAYMENTS
from shop.core.limits.counters import LimitCounters
from shop.core.limits.passes import COOKIE
from shop.models import Shop
from tests.factories import first_variant, make_event, make_shop
from tests.guest import Guest, ready
from tests.peers.paypal import PayPal
from tests.proofs import proves

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_wire")]
LEFT = 3


@pytest.fixture
def shop() -> Shop:
    return make_shop("nachtfalter")


@pytest.fixture
def guest(shop: Shop) -> Guest:
    return ready(shop, first_variant(make_event(shop, price="10.00")))


def use_up(guest: Guest) -> None:
    """What its pass may do, but for the rest."""
    number = guest.client.cookies[COOKIE].value.partition(".")[0]
    for _time in range(PAYMENTS.hard - LEFT):
        assert not LimitCounters([(PAYMENTS.pass_limit(), f" pass {number}")]).exceeded


@proves(
    "docs/decisions/0022",
    "one browser asks payment services 30 times in ten minutes, whatever comes of it; whoever asks for "
    "an order again asks its service no more often",
)
def test_refused_attempts_to_pay_count(paypal_peer: PayPal, guest: Guest) -> None:
    assert guest.choose("-1", "paypal").status_code == 200
    order = guest.place().data["order"]
    use_up(guest)
    told, asked = [], []
    for _time in range(LEFT + 2):
        given = {"orderId": order["id"], "paymentMethod": "nonsense"}
        told.append(guest.ask("PAYORDER", input=given).refusal["code"])
        asked.append(len(paypal_peer.asked))
    assert told == ["PAYMENT_METHOD_UNAVAILABLE"] * LEFT + ["TOO_MANY_PAYMENTS"] * 2
    assert asked[0] < asked[1] < asked[2] == asked[3] == asked[4]


def test_made_up_numbers_of_paypals_orders_count(paypal_peer: PayPal, guest: Guest) -> None:
    use_up(guest)
    given = {"externalPaymentId": "5O190127TN364715T"}
    told = [guest.ask("TAKEOVERPAYPALORDER", input=given).refusal["code"] for _time in range(LEFT + 2)]
    assert told == ["PROVIDER_AWAY"] * LEFT + ["TOO_MANY_PAYMENTS"] * 2
    assert len([one for one in paypal_peer.asked if one.startswith("GET")]) == LEFT


def test_whoever_asks_for_an_order_again_asks_its_provider_no_more_often(paypal_peer: PayPal, guest: Guest) -> None:
    assert guest.choose("-1", "paypal").status_code == 200
    told = [guest.place(expectedTotal="10.00").data["payment"]["next"]]
    use_up(guest)
    told += [guest.place(expectedTotal="10.00").data["payment"]["next"] for _time in range(LEFT + 2)]
    assert told == ["redirect"] * (1 + LEFT) + ["failed"] * 2
    assert len([one for one in paypal_peer.asked if one.startswith("POST /v2")]) == 1 + LEFT
