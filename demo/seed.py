"""Fills a database with the demo shops. What is there already, by its slug, is left as it is."""

from datetime import date

from django.db import transaction
from tqdm import tqdm

from .advent_rows import write_calendars
from .bundle_rows import write_bundles
from .check_in_rows import write_check_in_forms
from .data.shows import SHOWS
from .delivery import give_pictures
from .entrance_rows import write_entrance_devices
from .event_rows import write_events
from .pictures import fewer, plain, wanted_pictures
from .printed_rows import write_printed_tickets
from .product_rows import write_products
from .shop_rows import write_artists, write_categories, write_news, write_own_texts, write_questions, write_shops
from .stalls import all_offered
from .ticket_service_rows import write_ticket_service
from .withdrawal_rows import write_withdrawals

PICTURES = ("all", "few", "plain", "none")


def seed(today: date, *, pictures: str = "all", at_once: bool = False, quiet: bool = False) -> None:
    """Add what is missing of the demo. Dates of new rows are counted from `today`. `pictures`: one of PICTURES.

    Pictures are drawn by jobs, unless `at_once`.
    """
    with transaction.atomic(), tqdm(total=len(list(all_offered())) + len(SHOWS), desc="Shops", disable=quiet) as bar:
        shops = write_shops()
        write_questions(shops)
        write_own_texts(shops)
        write_news(shops)
        artists = write_artists(shops)
        categories = write_categories(shops, artists)
        new = write_products(shops, artists, categories, today, bar.update)
        write_events(shops, artists, categories, today, bar.update)
        write_bundles(new)
        write_calendars(shops, today)
        write_withdrawals(shops, today)
        write_printed_tickets(shops)
        write_entrance_devices()
        write_check_in_forms()
        write_ticket_service()
    if pictures != "none":
        wanted = wanted_pictures()
        if pictures != "all":
            wanted = fewer(wanted)
        if pictures == "plain":
            wanted = plain(wanted)
        drawings = len({one.drawing for one in wanted})
        with tqdm(total=drawings, desc="Pictures", disable=quiet or not at_once) as bar:
            give_pictures(wanted, at_once=at_once, hasty=pictures != "all", step=bar.update)
