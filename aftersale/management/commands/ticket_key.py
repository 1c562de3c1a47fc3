from base64 import b64encode
from typing import Any

from django.core.management.base import BaseCommand

from aftersale.tickets.codes import public_key


class Command(BaseCommand):
    help = "Tell the public key (Ed25519, base 64) by which gates check the codes of tickets offline. It is no secret."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(b64encode(public_key()).decode())
