"""What the stand-ins serve to browsers: scripts that are as strict as the real ones about how they are asked for."""

from urllib.parse import parse_qsl, urlsplit

import httpx
import pytest

from checkout.payments.paypal_express import script_url
from tests.peers.paypal import paypal
from tests.peers.paypal.client import client_of, create, unit, wanted
from tests.peers.stripe import stripe_peer


def test_paypals_script_is_served_as_the_shop_asks_for_it(settings: object) -> None:
    with paypal() as peer:
        for name, value in peer.environment.items():
            setattr(settings, name, value)
        settings.PAYPAL_SCRIPT = f"{peer.url}/sdk/js"  # type: ignore[attr-defined]
        answer = httpx.get(script_url())
        assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/javascript; charset=utf-8")
        assert peer.violations == []


@pytest.mark.parametrize(
    "change",
    [
        {"client-id": "somebody"}, {"currency": "USD"}, {"intent": "authorize"}, {"locale": "de-DE"},
        {"disable-funding": "credit,sepa"}, {"disable-funding": "credit,card,sepa,lottery"}, {"debug": "true"},
    ],
)  # fmt: skip
def test_paypals_script_is_refused_for_another_question(settings: object, change: dict[str, str]) -> None:
    with paypal() as peer:
        settings.PAYPAL_CLIENT_ID = peer.client_id  # type: ignore[attr-defined]
        settings.PAYPAL_SCRIPT = f"{peer.url}/sdk/js"  # type: ignore[attr-defined]
        asked = dict(parse_qsl(urlsplit(script_url()).query)) | change
        assert httpx.get(f"{peer.url}/sdk/js", params=asked).status_code == 400
        assert len(peer.violations) == 1


def test_a_window_of_paypals_button_tells_it_what_was_decided() -> None:
    with paypal() as peer:
        order = peer.orders[create(client_of(peer), wanted(unit())).id]
        page = f"{peer.url}/checkoutnow?token={order.id}&popup=1"
        assert f'action="/checkoutnow?token={order.id}&amp;popup=1"' in httpx.get(page).text
        assert 'what: "cancelled"' in httpx.post(page, data={"decision": "cancel"}).text
        told = httpx.post(page, data={"decision": "pay"})
        assert told.status_code == 200 and 'what: "approved"' in told.text and peer.payer.id in told.text
        assert order.status == "APPROVED"


def test_stripes_script_knows_the_public_key_alone() -> None:
    with stripe_peer() as peer:
        script = httpx.get(f"{peer.url}/endive/stripe.js").text
        assert peer.public_key in script and peer.key not in script
        assert '"canPay": true' in script
        peer.browsers_have_wallets = False
        assert '"canPay": false' in httpx.get(f"{peer.url}/endive/stripe.js").text
        httpx.get(f"{peer.url}/script/violation", params={"text": "show comes too early"})
        assert peer.violations == ["script: show comes too early"]
