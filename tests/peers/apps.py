import os

from django.apps import AppConfig


class RedirectPayments(AppConfig):
    """Has the shop's own processes offer the stand-in provider (tests/peers/settings.py)."""

    name = "tests.peers"
    label = "redirect_payments"

    def ready(self) -> None:
        from checkout.payments.methods import METHODS, PROVIDERS

        from .redirect_method import RedirectMethod

        names = ("REDIRECT_PROVIDER_URL", "REDIRECT_PROVIDER_KEY", "REDIRECT_PROVIDER_SECRET")
        method = RedirectMethod(*(os.environ[name] for name in names))
        METHODS[method.id] = PROVIDERS[method.id] = method
