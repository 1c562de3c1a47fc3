"""Payment services' stand-ins beside a developer's shop."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from checkout.payments.stripe_settings import STRIPE_API, check_public_key, moves_money
from launch.stand_ins import stand_ins
from tests.peers.stripe import stripe_peer
from tests.proofs import proves

DEVELOPER = {"DEBUG": "1", "PORT": "8000"}


def names(**more: str) -> list[str]:
    return [one.name for one in stand_ins({**DEVELOPER, **more}, (1, 2))]


@proves("design §2", "without keys, `make run` brings stand-ins; with keys, or in production, none")
def test_a_developers_shop_has_stand_ins_until_it_has_keys() -> None:
    assert names() == ["stand-in for Stripe", "stand-in for PayPal"]
    assert names(STRIPE_SECRET_KEY="sk_test_own") == ["stand-in for PayPal"]
    assert names(STRIPE_SECRET_KEY="sk_live_own", PAYPAL_CLIENT_ID="own") == []
    assert names(DEBUG="0") == []


def test_a_developers_shop_shows_the_stand_ins_own_wallet() -> None:
    with stripe_peer() as peer:
        assert stand_ins(DEVELOPER, (1, 2))[0].environment["STRIPE_PUBLISHABLE_KEY"] == peer.public_key


@proves("design §2", "a stand-in's address beside a live key is no configuration, nor are Stripe's keys of two modes")
@pytest.mark.parametrize("key", ["sk_live_1", "rk_live_1"])
def test_a_live_key_is_never_told_to_a_stand_in(key: str) -> None:
    assert moves_money(key, STRIPE_API)
    with pytest.raises(ImproperlyConfigured):
        moves_money(key, "http://127.0.0.1:8431")


@pytest.mark.parametrize("key", ["", "sk_test_1", "rk_test_1"])
def test_a_test_key_moves_nothing_anywhere(key: str) -> None:
    assert not moves_money(key, STRIPE_API)
    assert not moves_money(key, "http://127.0.0.1:8431")


@pytest.mark.parametrize(
    ("secret", "public"), [("sk_live_1", "pk_live_1"), ("rk_live_1", "pk_live_1"), ("sk_test_1", "pk_test_1"), ("", "")]
)
def test_both_keys_of_stripe_are_of_one_mode(secret: str, public: str) -> None:
    check_public_key(secret, public)
    if public:
        other = public.replace("live", "test") if "live" in public else public.replace("test", "live")
        with pytest.raises(ImproperlyConfigured):
            check_public_key(secret, other)
