from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from aftersale.people.retention import RULES, apply_rule, rules_named
from checkout.models import Hold


class Command(BaseCommand):
    help = (
        "End what the shop keeps of people once its time is over, as the nightly jobs do. With --dry-run nothing "
        "changes: it only tells of how many."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        names = [rule.name for rule in RULES]
        parser.add_argument("names", nargs="*", metavar="name", choices=[*names, []], help=f"only these: {names}")
        parser.add_argument("--dry-run", action="store_true", help="only tell what would end")

    def handle(self, *args: Any, **options: Any) -> None:
        for rule in rules_named(options["names"]):
            number = apply_rule(rule, dry_run=options["dry_run"])
            self.stdout.write(f"{rule.name}: {number} {'would end' if options['dry_run'] else 'ended'} ({rule.what})")
        held = Hold.objects.active()
        self.stdout.write(
            f"held back: {held.count()} orders, whatever their age; {held.to_look_at().count()} to be looked at again"
        )
