from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from demo.bank_statement import sample_statement


class Command(BaseCommand):
    help = "Write a bank statement (camt.053) that tells of all open transfers, to try reading it in."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(sample_statement(timezone.localdate()), ending="")
