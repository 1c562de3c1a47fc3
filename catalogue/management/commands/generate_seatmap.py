import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from catalogue.seat_plans.generator import bowl
from catalogue.seat_plans.plan import MOST_SEATS


class Command(BaseCommand):
    help = "Write the plan of a stadium with exactly so many seats, in our own format (docs/seat-maps.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("seats", type=int, help=f"1 to {MOST_SEATS}")
        parser.add_argument("file", type=Path)
        parser.add_argument("--name", default="Stadion")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            plan = bowl(options["seats"], options["name"])
            text = json.dumps(plan, ensure_ascii=False, indent=1)
            options["file"].write_text(text + "\n")
        except (ValueError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{options['seats']} seats in {len(plan['sections'])} sections: {options['file']}")
