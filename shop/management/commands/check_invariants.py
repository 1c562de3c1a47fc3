from typing import Any

from django.core.management.base import BaseCommand, CommandError

from shop.invariants import broken_invariants, invariants


class Command(BaseCommand):
    help = "Ask the database whether anything is as it may never be. Exits with 1 if so."

    def handle(self, *args: Any, **options: Any) -> None:
        broken = broken_invariants()
        for name in (known := invariants()):
            rows = broken.get(name, [])
            self.stdout.write(f"{'BROKEN' if rows else 'holds '}  {name}")
            for row in rows:
                self.stdout.write(f"        {row}")
        if broken:
            raise CommandError(f"{len(broken)} of {len(known)} invariants are broken")
