import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import get_language_info

from catalogue.models import Event
from catalogue.queries.json_rows import by_ids_or_slugs
from catalogue.seat_plans.problems import PlanRefused
from catalogue.seat_plans.upload import read_upload
from catalogue.seating.importing import PlanReport, SeatsClaimed, import_plan


class Command(BaseCommand):
    help = "Put a seating plan, pretix' or our own (docs/seat-maps.md), in the place of an event's seat map."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", help="id or slug")
        parser.add_argument("file", type=Path)
        parser.add_argument("--dry-run", action="store_true", help="only tell what would be done")

    def handle(self, *args: Any, **options: Any) -> None:
        with translation.override("en"):
            self.run_import(options["event"], options["file"], dry_run=options["dry_run"])

    def run_import(self, name: str, file: Path, *, dry_run: bool) -> None:
        event = Event.objects.filter(by_ids_or_slugs([name])).first()
        if event is None:
            raise CommandError(f"There is no event “{name}”.")
        try:
            reading = read_upload(file.read_bytes())
            report = import_plan(event=event, plan=reading.plan, dry_run=dry_run)
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
        except PlanRefused as error:
            for problem in error.problems:
                self.stderr.write(f"{file}: {problem}")
            raise CommandError("The plan was refused; nothing was changed.") from error
        except SeatsClaimed as error:
            self.tell_conflicts(error.conflicts)
            raise CommandError("Seats are held or sold; nothing was changed.") from error
        for note in reading.notes():
            self.stdout.write(note)
        self.tell(report, dry_run=dry_run)
        if report.conflicts:
            self.tell_conflicts(report.conflicts)
            sys.exit(1)

    def tell(self, report: PlanReport, *, dry_run: bool) -> None:
        self.stdout.write(f"{report.seats} seats in {report.rows} rows of {report.sections} sections")
        for category, seats in report.seats_by_category.items():
            new = " (new, without tickets)" if category in report.new_categories else ""
            self.stdout.write(f"    {category}{new}: {seats}")
        for kind, seats in report.reserved.items():
            self.stdout.write(f"    reserved for {kind}: {seats}")
        for language, names in report.renamed.items():
            for name, other in names.items():
                self.stdout.write(f"    {name} gets another {get_language_info(language)['name']} name: {other}")
        if report.carts:
            self.stdout.write(
                f"About {report.carts} carts hold tickets without seats; their owners are asked to choose."
            )
        would = "Would be: " if dry_run else ""
        self.stdout.write(f"{would}{report.added} added, {report.kept} kept, {report.removed} removed.")

    def tell_conflicts(self, conflicts: list[Any]) -> None:
        for conflict in conflicts:
            self.stderr.write(str(conflict))
