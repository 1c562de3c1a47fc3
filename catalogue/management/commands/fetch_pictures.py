from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from catalogue.imports.fetcher import FetchFailed, PictureFetcher
from catalogue.imports.picture_actions import fetch_again, fetch_picture
from catalogue.imports.queries import failed_pictures, waiting_pictures
from shop.models import Shop


class Command(BaseCommand):
    help = "List the imported products' pictures that could not be fetched, and try them again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--shop", help="slug; only this shop's pictures")
        parser.add_argument("--failed", action="store_true", help="give the failed ones to the worker again")
        parser.add_argument("--now", action="store_true", help="fetch what waits here and now, without the worker")

    def handle(self, *args: Any, **options: Any) -> None:
        shop = Shop.objects.filter(slug=options["shop"]).first() if options["shop"] else None
        if options["shop"] and shop is None:
            raise CommandError(f"There is no shop “{options['shop']}”.")
        if options["failed"]:
            again = failed_pictures(shop)
            for fetch in again:
                fetch_again(fetch)
            self.stdout.write(f"{len(again)} pictures will be tried again.")
        if options["now"]:
            fetcher = PictureFetcher()
            for fetch in tqdm(waiting_pictures(shop), unit="picture", disable=None, leave=False):
                try:
                    fetch_picture(fetch.pk, fetcher)
                except FetchFailed:
                    continue  # stored, and listed below
        failed = failed_pictures(shop)
        for fetch in failed:
            self.stdout.write(f"{fetch.product.owner.slug}/{fetch.product.slug}: {fetch.url}\n    {fetch.error}")
        self.stdout.write(f"{len(failed)} failed, {len(waiting_pictures(shop))} waiting.")
