from itertools import chain
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from checkout.payments.methods import PROVIDERS
from checkout.payments.services import SERVICES


class Command(BaseCommand):
    help = (
        "Try what payments need before the shop goes live: keys, webhooks, this shop's own address, wallets' hosts "
        "and, in test mode alone, a payment. Exits with 1 if anything fails, and says what to do."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        number, failed = 0, 0
        for check in chain.from_iterable(provider.checks() for provider in PROVIDERS.values()):
            self.stdout.write(check.line)
            number, failed = number + 1, failed + bool(check.failure)
        if not number:
            keys = " and ".join(service.key for service in SERVICES.values())
            raise CommandError(f"No payment service is set up: {keys} are empty.")
        if failed:
            raise CommandError(f"{failed} of {number} checks failed")
