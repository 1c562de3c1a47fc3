"""A shop with a third language: prints, as JSON, what French buyers and staff get (tests/shop/test_third_language.py).

DJANGO_SETTINGS_MODULE=tests.french_settings python -m tests.french_shop
"""

import json
import sys
from typing import Any

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.contrib import admin  # noqa: E402
from django.core import mail  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.test import Client  # noqa: E402
from django.utils import translation  # noqa: E402

from aftersale.tickets.papers import tickets_pdf  # noqa: E402
from aftersale.tickets.queries import valid_tickets  # noqa: E402
from catalogue.admin.events import EventAdmin  # noqa: E402
from catalogue.models import Event, Product, SeatMapFile  # noqa: E402
from catalogue.queries import search  # noqa: E402
from catalogue.seat_plans.packing import unpacked  # noqa: E402
from checkout.invoices.documents import invoice_pdf  # noqa: E402
from checkout.mails.together import send_with_others  # noqa: E402
from checkout.models import Placement  # noqa: E402
from checkout.payments.paypal_api import locale_of  # noqa: E402
from config.management.commands.collect_messages import TRANSLATED  # noqa: E402
from shop.legal.queries import agreed_texts, static_page  # noqa: E402
from shop.models import AccessCode, Mail, Shop, StaticKind  # noqa: E402
from tests.checkout.invoicing import SELLER, bought, run_invoice_jobs  # noqa: E402
from tests.factories import first_variant, make_category, make_event, make_product, make_shop  # noqa: E402
from tests.pdf_words import words_of  # noqa: E402
from tests.seating import own, seat_event  # noqa: E402

FRENCH = {"Accept-Language": "fr"}


def page(path: str) -> str:
    return Client(SERVER_NAME="localhost").get(path, headers=FRENCH, follow=True).content.decode()


def papers(placement: Placement) -> dict[str, Any]:
    order, invoice = placement.order, placement.invoices.get()
    return {
        "language": order.language,
        "invoice": "\n".join(words_of(invoice_pdf(invoice))),
        "invoice_file": invoice.file_name,
        "ticket": "\n".join(words_of(tickets_pdf(order, valid_tickets(order)))),
    }


def mails() -> list[str]:
    for one in Mail.objects.all():
        send_with_others(str(one.pk))
    return [str(one.body) for one in mail.outbox]


def searched(shop: Shop, word: str) -> dict[str, Any]:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        plans = [
            search.Product.objects.filter(search.mentions(word, *search.PRODUCT_TEXT)).order_by().explain(),
            Event.objects.filter(search.mentions(word, *search.EVENT_TEXT)).order_by().explain(),
        ]
    return {"found": [one.slug for one in search.Search(shop, [word]).products()], "plans": plans}


def seats(event: Event) -> list[dict[str, str]]:
    plan = own()
    plan["sections"][0]["name"] = {"de": "Parkett", "en": "Stalls", "fr": "Parterre"}
    seat_map, _report = seat_event(event, plan)
    file = SeatMapFile.objects.filter(seat_map=seat_map, version=seat_map.version).first()
    assert file is not None
    sections = json.loads(unpacked(bytes(file.content)))["sections"]
    return [{key: value for key, value in one.items() if key.startswith("name")} for one in sections]


def main() -> None:
    make_shop("merchstand")
    shop = make_shop("nachtfalter", name="Nachtfalter", **SELLER)
    gated = make_shop("geheimbund", name="Geheimbund")
    AccessCode.objects.create(shop=gated, code="ROTLICHT")
    with translation.override("de"):
        shirt = make_product(shop, slug="hemd", name_de="Nachthemd", category=make_category(shop))
        coat = make_product(shop, slug="mantel", name_de="Mantel", name_fr="Manteau", category=make_category(shop))
        event = make_event(shop, slug="abend", name_de="Abend")
    with translation.override("fr"):
        placement = bought((first_variant(shirt), 1), (first_variant(coat), 1), (first_variant(event), 1))
        run_invoice_jobs()
        terms = static_page(shop, StaticKind.TERMS, "fr")
        assert terms is not None
        told = {
            "languages": [code for code, _name in settings.LANGUAGES],
            "translated": TRANSLATED,
            "shell": page("/nachtfalter/products/mantel"),
            "untranslated": page("/nachtfalter/products/hemd"),
            "access_code": page("/geheimbund/"),
            "entrance": page("/entrance/"),
            "withdrawal": page("/nachtfalter/withdrawal"),
            "terms": [terms.text_language, terms.notice],
            "terms_page": page("/nachtfalter/terms"),
            "agreed": [[one.kind, one.language] for one in agreed_texts(shop, "fr")],
            "papers": papers(placement),
            "mails": mails(),
            "search": searched(shop, "manteau"),
            "seats": seats(make_event(shop)),
            "paypal": locale_of("fr"),
            "columns": [one.name for one in Product._meta.get_fields() if one.name.startswith("name_")],
            "scripts": [one for one in EventAdmin(Event, admin.site).media.render_js() if "/staff/" in one],
        }
    json.dump(told, sys.stdout)


if __name__ == "__main__":
    main()
