from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import translation

from aftersale.people.data_export import data_json, data_pdf, person_data
from aftersale.people.erasing import erase, record_handover
from aftersale.people.queries import Person
from shop.core.values.languages import DEFAULT_LANGUAGE, LANGUAGES
from shop.core.values.mail_addresses import is_mail_address


class Command(BaseCommand):
    help = (
        "What the shop knows under an e-mail address: count it, hand it over as JSON and PDF, or erase it. Invoices "
        "and what else the law keeps stay, and are named."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--to", metavar="FOLDER", help="write person.json and person.pdf into this folder")
        what.add_argument("--erase", action="store_true", help="erase what neither the law nor an open matter keeps")
        parser.add_argument("--dry-run", action="store_true", help="with --erase: only tell what would be erased")
        parser.add_argument("--language", default=DEFAULT_LANGUAGE, choices=LANGUAGES, help="of what is handed over")

    def handle(self, *args: Any, **options: Any) -> None:
        if not is_mail_address(options["email"]):
            raise CommandError(f"{options['email']} is no e-mail address")
        person = Person(options["email"])
        with translation.override(options["language"]):
            if options["erase"]:
                self.erase(person, dry_run=options["dry_run"])
            elif options["to"]:
                self.hand_over(person, Path(options["to"]))
            else:
                for kind, number in person.counts().items():
                    self.stdout.write(f"{kind}: {number}")

    def hand_over(self, person: Person, folder: Path) -> None:
        known = person_data(person)
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in (("person.json", data_json(known)), ("person.pdf", data_pdf(known))):
            (folder / name).write_bytes(content)
            self.stdout.write(str(folder / name))
        record_handover(person=person, staff=None)

    def erase(self, person: Person, *, dry_run: bool) -> None:
        outcome = erase(person=person, staff=None, dry_run=dry_run)
        for one in outcome.erased:
            self.stdout.write(f"{'Would be erased' if dry_run else 'Erased'}: {one.what} ({one.number})")
        for kept in outcome.kept:
            until = f", until {kept.until.isoformat()}" if kept.until else ""
            self.stdout.write(f"Kept: {kept.what}{until}. {kept.why}")
