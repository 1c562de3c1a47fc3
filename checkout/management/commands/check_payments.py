from itertools import chain
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from checkout.payments.paypal_checks import paypal_checks
from checkout.payments.stripe_checks import stripe_checks


class Command(BaseCommand):
    help = (
        "Try what payments need before the shop goes live: keys, webhooks, this shop's own address, wallets' hosts "
        "and, in test mode alone, a payment. Exits with 1 if anything fails, and says what to do."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        number, failed = 0, 0
        for check in chain(stripe_checks(), paypal_checks()):
            self.stdout.write(check.line)
            number, failed = number + 1, failed + bool(check.failure)
        if not number:
            raise CommandError("No payment service is set up: STRIPE_SECRET_KEY and PAYPAL_CLIENT_ID are empty.")
        if failed:
            raise CommandError(f"{failed} of {number} checks failed")
