import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from catalogue.imports.problems import FileRefused
from catalogue.imports.run import ImportSummary, import_file
from shop.core.values.languages import LANGUAGES
from shop.models import Shop


class Command(BaseCommand):
    help = "Import products from the product CSV that Shopify exports. Importing the same file again changes nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--shop", required=True, help="slug of the shop that will own the products")
        parser.add_argument("--language", choices=LANGUAGES, help="of the file's texts; else the shop's own")
        parser.add_argument("--dry-run", action="store_true", help="only tell what would be done")

    def handle(self, *args: Any, **options: Any) -> None:
        shop = Shop.objects.filter(slug=options["shop"]).first()
        if shop is None:
            raise CommandError(f"There is no shop “{options['shop']}”.")
        try:
            content = options["file"].read_bytes()
            summary = import_file(
                content,
                shop=shop,
                language=options["language"] or shop.default_locale,
                dry_run=options["dry_run"],
                progress=lambda products: tqdm(products, unit="product", disable=None, leave=False),
            )
        except OSError as error:
            raise CommandError(f"{options['file']} cannot be read: {error.strerror}.") from error
        except FileRefused as error:
            raise CommandError(f"{options['file']}: {error}") from error
        self.report(summary, dry_run=options["dry_run"])
        if summary.refused_lines:
            sys.exit(1)

    def report(self, summary: ImportSummary, *, dry_run: bool) -> None:
        if dry_run:
            for plan in summary.plans:
                done = "create" if plan.is_new else "change"
                changes = plan.changes()
                self.stdout.write(f"{done if changes else 'keep'} {plan.parsed.handle}")
                for change in changes:
                    self.stdout.write(f"    {change}")
        for problem in summary.problems:
            self.stderr.write(str(problem))
        refused = len(summary.refused_lines)
        self.stdout.write(
            f"{'Would be: ' if dry_run else ''}{summary.created} created, {summary.changed} changed, "
            f"{summary.unchanged} unchanged; {refused} {'row' if refused == 1 else 'rows'} refused."
        )
        if summary.pictures and not dry_run:
            self.stdout.write(
                f"{summary.pictures} pictures will be fetched by the worker; `manage.py fetch_pictures` lists failures."
            )
