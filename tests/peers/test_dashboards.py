"""A person makes refunds and disputes by hand, on a page of each stand-in."""

import re

import httpx

from tests.proofs import proves

from .paypal import paypal
from .paypal.client import client_of as paypals_client
from .paypal.client import create, paid, unit, wanted
from .stripe import stripe_peer
from .stripe.client import SESSION, client_of, kinds, once


def press(url: str, choice: str, *, nth: int = 0, amount: str = "") -> str:
    """The button on the page, in the form that it stands in; the page afterwards."""
    forms = re.findall(r"<form.*?</form>", page(url), re.DOTALL)
    form = [one for one in forms if f'value="{choice}"' in one][nth]
    thing = re.search(r'name="thing" value="([^"]+)"', form)
    assert thing
    answer = httpx.post(f"{url}/dashboard", data={"thing": thing[1], "choice": choice, "amount": amount})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/dashboard")
    return page(url)


def page(url: str, tongue: str = "en") -> str:
    return httpx.get(f"{url}/dashboard", headers={"Accept-Language": tongue}).text


@proves("design §6", "at the stand-ins a person makes a dispute, lets it be won or lost, and makes a refund by hand")
def test_by_hand_at_stripe() -> None:
    with stripe_peer() as peer:
        assert "Nothing is paid yet." in page(peer.url) and "Noch nichts bezahlt." in page(peer.url, "de")
        session = client_of(peer).checkout.sessions.create(SESSION, once())
        peer.pay(session.id)
        assert "€30.00" in page(peer.url)
        press(peer.url, "refund", amount="999")  # more than there is
        assert "refund.created" not in kinds(peer)
        press(peer.url, "refund", amount="5,00")
        assert peer.last("charge.refunded")["data"]["object"]["amount_refunded"] == 500
        shown = press(peer.url, "dispute", amount="10")
        assert "dispute €10.00: needs_response" in shown
        assert "dispute €10.00: under_review" in press(peer.url, "answer")
        shown = press(peer.url, "won")
        assert "dispute €10.00: won" in shown and 'value="won"' not in shown
        assert kinds(peer)[-2:] == ["charge.dispute.closed", "charge.dispute.funds_reinstated"]
        assert "dispute €15.00: lost" in press_lost(peer.url)
        assert "refund €5.00: failed" in press(peer.url, "fail")


def press_lost(url: str) -> str:
    press(url, "dispute", amount="15")
    return press(url, "lost")


def test_money_on_its_way_comes_or_does_not_by_hand() -> None:
    with paypal() as peer:
        number = create(paypals_client(peer), wanted(unit())).id
        httpx.post(f"{peer.url}/checkoutnow?token={number}", data={"decision": "check"})
        capture = peer.take(peer.orders[number])
        assert (capture.status, capture.reason) == ("PENDING", "ECHECK")
        assert 'value="refund"' not in page(peer.url)
        assert 'value="arrive"' not in press(peer.url, "arrive")
        assert (capture.status, peer.events[-1].kind) == ("COMPLETED", "PAYMENT.CAPTURE.COMPLETED")


def test_by_hand_at_paypal() -> None:
    with paypal() as peer:
        assert "Noch nichts bezahlt." in page(peer.url, "de")
        capture = paid(peer, paypals_client(peer))
        press(peer.url, "refund", amount="1")
        press(peer.url, "reverse", amount="2")
        assert [(str(one.amount), one.is_reversal) for one in capture.refunds] == [("1.00", False), ("2.00", True)]
        press(peer.url, "dispute")
        press(peer.url, "escalate")
        shown = press(peer.url, "won")
        assert "RESOLVED RESOLVED_SELLER_FAVOUR" in shown
        dispute = next(iter(peer.state.disputes.values()))
        assert [move["type"] for move in dispute.moves] == ["DEBIT", "CREDIT"]
        assert peer.events[-1].kind == "CUSTOMER.DISPUTE.RESOLVED"
        press(peer.url, "dispute", amount="3")
        assert "RESOLVED_BUYER_FAVOUR" in press(peer.url, "lost")
