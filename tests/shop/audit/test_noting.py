"""Whatever changes what staff keep leaves a row: who, what, when, before, after. Shoppers leave none."""

import time
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.contrib.auth.models import Group, Permission, User
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from catalogue.models import Artist, Price, Product, Seat
from catalogue.seating.claims import release_seats
from catalogue.stock.actions import set_capacity
from shop.audit.retention import forget_old
from shop.core.database.actors import acting_as, job_as_actor
from shop.core.database.audit_triggers import audited_models
from shop.core.retention import CHANGES
from shop.models import AccessCode, AuditEntry, DiscountCode, News, NewsletterSubscription
from tests import servers
from tests.factories import (
    fill_cart,
    first_variant,
    make_artist,
    make_event,
    make_payment_code,
    make_product,
    make_seat_map,
    make_shop,
    make_undrawn,
)
from tests.proofs import proves
from tests.staff import errors_of, log_in, send
from tests.stage import on

from .noted import noted_since

pytestmark = pytest.mark.django_db
# As many as before changes were noted.
STATEMENTS_OF_A_CART = 27


def latest(model: str = "") -> AuditEntry:
    found = AuditEntry.objects.filter(model=model) if model else AuditEntry.objects.all()
    entry = found.first()
    assert entry is not None
    return entry


def last_number() -> int:
    return AuditEntry.objects.values_list("pk", flat=True).first() or 0


class TestWho:
    """Each of them commits: what one says of itself is of one transaction."""

    pytestmark = pytest.mark.django_db(transaction=True)

    def test_a_password_that_is_renewed_at_login_keeps_nobody_out(self, settings: Any, client: Client) -> None:
        settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]
        old = PBKDF2PasswordHasher().encode("geheim-12345", "salt", iterations=1)
        User.objects.create(username="anna", password=old, is_staff=True, is_superuser=True)
        make_shop("merchstand")
        client.defaults["SERVER_NAME"] = "localhost"
        answer = client.post("/admin/login/?next=/admin/", {"username": "anna", "password": "geheim-12345"})
        assert (answer.status_code, answer.headers["Location"]) == (302, "/admin/")
        assert User.objects.get(username="anna").password != old

    @proves(
        "docs/decisions/0034",
        "who did what: staff, jobs, commands and what comes past them, before and after, in the transaction "
        "of the change, also bulk and SQL",
    )
    def test_a_member_of_the_staff(self, client: Client) -> None:
        make_shop("merchstand")
        artist = make_artist(make_shop(), "Mira")
        user = log_in(client)
        answer = send(client, f"/admin/catalogue/artist/{artist.pk}/change/", name="Mira Falk")
        assert answer.status_code == 302, errors_of(answer)
        entry = latest("catalogue.artist")
        assert (entry.actor, entry.who, entry.staff, entry.action) == ("staff", "staff", user, "UPDATE")
        assert entry.changes == {"name": ["Mira", "Mira Falk"]}
        assert (entry.object_id, entry.name) == (str(artist.pk), "Mira Falk")
        assert abs(entry.at - timezone.now()) < timedelta(minutes=1)

    def test_nothing_of_who_it_was_stays_on_the_connection(self, client: Client) -> None:
        make_shop("merchstand")
        log_in(client)
        artist = make_artist(make_shop())
        send(client, f"/admin/catalogue/artist/{artist.pk}/change/", name="Mira Falk")
        Artist.objects.update(name="Somebody")
        entry = latest("catalogue.artist")
        assert (entry.actor, entry.staff, entry.changes) == ("outside", None, {"name": ["Mira Falk", "Somebody"]})

    def test_a_job(self) -> None:
        artist = make_artist(make_shop(), "Mira")
        job: Any = SimpleNamespace(job=SimpleNamespace(task_name="shop.rename"))
        job_as_actor(lambda: Artist.objects.filter(pk=artist.pk).update(name="Falk"), job, None)
        entry = latest("catalogue.artist")
        assert (entry.actor, entry.who, entry.changes) == ("job", "shop.rename", {"name": ["Mira", "Falk"]})

    def test_a_job_of_the_worker_and_a_command(self, fresh_database: str, tmp_path: Path) -> None:
        rename = "from catalogue.models import Artist; Artist.objects.update(name='Falk')"
        with on(fresh_database):
            make_artist(make_shop("merchstand"), "Mira")
            make_undrawn("cover", "goldkante", time.time_ns(), 740)
        servers.manage(fresh_database, "shell", "-v", "0", "-c", rename)
        with servers.worker(fresh_database, env={"MEDIA_ROOT": str(tmp_path)}):
            deadline = time.monotonic() + 60
            while servers.number(fresh_database, "SELECT count(*) FROM shop_image WHERE NOT thumbnails_ready"):
                assert time.monotonic() < deadline
                time.sleep(0.1)
        with on(fresh_database):
            command, job = latest("catalogue.artist"), latest("shop.image")
        assert (command.actor, command.who, command.changes) == ("command", "shell", {"name": ["Mira", "Falk"]})
        assert (job.actor, job.who, list(job.changes)) == ("job", "demo.draw_pictures", ["file"])

    def test_the_first_who_says_so_is_it(self) -> None:
        artist = make_artist(make_shop())
        with acting_as("command", "seed"), acting_as("job", "inner"):
            Artist.objects.filter(pk=artist.pk).update(name="Falk")
        assert latest("catalogue.artist").who == "seed"

    def test_who_it_is_is_said_once_in_a_transaction(self) -> None:
        artists = Artist.objects.filter(pk=make_artist(make_shop(), "Mira").pk)
        sent: list[str] = []

        def note(execute: Any, sql: str, *rest: Any) -> Any:
            sent.append(sql)
            return execute(sql, *rest)

        with acting_as("job", "names"), connection.execute_wrapper(note):
            for name in ("Falk", "Nora"):
                with transaction.atomic():
                    artists.update(name=name)
                    artists.update(name=name.upper())
        assert len([one for one in sent if "shop.at_work" in one]) == 2
        assert len([one for one in sent if one.startswith("UPDATE")]) == 4
        assert set(AuditEntry.objects.filter(model="catalogue.artist").values_list("who", flat=True)[:4]) == {"names"}

    def test_who_it_is_is_said_again_if_a_part_was_rolled_back(self) -> None:
        artists = Artist.objects.filter(pk=make_artist(make_shop(), "Mira").pk)
        with acting_as("job", "names"), transaction.atomic():
            with transaction.atomic():
                artists.update(name="Falk")
                transaction.set_rollback(True)
            artists.update(name="Nora")
        entry = latest("catalogue.artist")
        assert (entry.who, entry.changes) == ("names", {"name": ["Mira", "Nora"]})

    def test_signs_of_percent_mean_nothing_more_than_before(self) -> None:
        artist = make_artist(make_shop(), "Mira")
        with acting_as("job", "100 % 'sure'"), connection.cursor() as cursor:
            cursor.execute("UPDATE catalogue_artist SET name = '50 %'")
            assert cursor.rowcount == 1
            cursor.execute("UPDATE catalogue_artist SET name = name || %s RETURNING name", ["!"])
            assert cursor.fetchall() == [("50 %!",)]
        entry = latest("catalogue.artist")
        assert (entry.who, entry.object_id) == ("100 % 'sure'", str(artist.pk))


class TestWhat:
    def test_added_changed_and_deleted(self) -> None:
        shop = make_shop()
        news = News.objects.create(shop=shop, title_de="Tour", title_en="On tour", text_de="Los")
        added = latest("shop.news")
        assert added.action == "INSERT" and added.name == "Tour"
        assert added.changes["title_en"] == [None, "On tour"] and added.changes["shop_id"] == [None, shop.pk]
        assert not {"id", "url", "title", "image_id"} & added.changes.keys(), "nothing empty, nothing twice"
        News.objects.filter(pk=news.pk).update(title_en="Touring")
        assert latest("shop.news").changes == {"title_en": ["On tour", "Touring"]}
        number, key = last_number(), news.pk
        news.delete()
        gone = latest("shop.news")
        assert (gone.action, gone.object_id, gone.changes["title_en"]) == ("DELETE", str(key), ["Touring", None])
        assert len(noted_since(number)) == 1

    def test_what_changes_nothing_is_not_noted(self) -> None:
        artist = make_artist(make_shop())
        number = last_number()
        artist.save()
        Artist.objects.update(name=artist.name)
        assert noted_since(number) == []

    def test_a_change_that_is_taken_back_leaves_none(self) -> None:
        artist, number = make_artist(make_shop(), "Mira"), last_number()
        with pytest.raises(RuntimeError), transaction.atomic():
            Artist.objects.update(name="Falk")
            assert latest().changes == {"name": ["Mira", "Falk"]}
            raise RuntimeError
        artist.refresh_from_db()
        assert artist.name == "Mira" and noted_since(number) == []

    def test_bulk_updates_and_sql_are_seen_row_by_row(self) -> None:
        shop = make_shop()
        products = [make_product(shop, price="20.00") for _number in range(2)]
        number = last_number()
        Price.objects.update(price=Decimal("25.00"))
        for product in products:
            product.weight_grams = 250
        Product.objects.bulk_update(products, ["weight_grams"])
        with connection.cursor() as cursor:
            cursor.execute("UPDATE catalogue_price SET original_price = 30 WHERE product_id = %s", [products[0].pk])
        assert noted_since(number) == [
            *[("catalogue.price", "UPDATE", {"price": [20, 25]})] * 2,
            *[("catalogue.product", "UPDATE", {"weight_grams": [300, 250]})] * 2,
            ("catalogue.price", "UPDATE", {"original_price": [None, 30]}),
        ]

    def test_a_part_is_shown_at_what_it_is_part_of(self) -> None:
        shop = make_shop()
        event = make_event(shop, price="30.00", capacity=5, name_de="Nacht")
        ticket = first_variant(event)
        entry = latest("catalogue.price")
        assert entry.name == "Nacht · Normal"
        set_capacity(stock=ticket.stocks.get(), capacity=7)
        changes = list(AuditEntry.objects.about(ticket.stocks.get()).values_list("model", "action", "changes"))
        assert changes[0] == ("catalogue.stock", "UPDATE", {"capacity": [5, 7]})
        for thing in (event, ticket, Price.objects.get()):
            assert entry in AuditEntry.objects.about(thing)
        assert entry not in AuditEntry.objects.about(shop)

    def test_what_an_event_is_linked_with(self) -> None:
        shop = make_shop()
        event, artist = make_event(shop), make_artist(shop)
        event.artists.add(artist)
        entry = latest("catalogue.event_artists")
        assert (entry.action, entry.changes) == (
            "INSERT",
            {"event_id": [None, event.pk], "artist_id": [None, artist.pk]},
        )
        assert entry in AuditEntry.objects.about(event)
        event.artists.clear()
        assert latest("catalogue.event_artists").action == "DELETE"

    def test_seats_that_are_set_aside(self) -> None:
        event = make_event(make_shop())
        number = last_number()
        make_seat_map(event, rows=1, seats=3)
        assert "catalogue.seat" not in [model for model, _action, _changes in noted_since(number)]
        Seat.objects.filter(number="2").update(reserved_for="press")
        entry = latest("catalogue.seat")
        assert (entry.changes, entry.name) == ({"reserved_for": ["", "press"]}, f"{event.name} · Block A · 1 · 2")
        assert entry in AuditEntry.objects.about(event)

    def test_users_groups_and_their_rights(self) -> None:
        user, group = User.objects.create_user("anna", password="geheim-12345"), Group.objects.create(name="Kasse")
        right = Permission.objects.get(codename="view_shop")
        group.permissions.add(right)
        user.groups.add(group)
        user.user_permissions.add(right)
        user.is_superuser = True
        user.set_password("anderes-12345")
        user.save()
        user.last_login = timezone.now()
        user.save()
        assert latest("auth.user").changes == {"is_superuser": [False, True], "password": None}
        about = {model for (model,) in AuditEntry.objects.about(user).values_list("model")}
        assert about == {"auth.user", "auth.user_groups", "auth.user_user_permissions"}
        assert latest("auth.group_permissions") in AuditEntry.objects.about(group)


class TestShoppers:
    @proves("docs/decisions/0034", "a shopper's holds leave no row of it and take no more statements")
    def test_who_fills_a_cart_leaves_nothing_and_asks_no_more(self) -> None:
        shop = make_shop()
        shirt, event = make_product(shop, capacity=9), make_event(shop)
        make_seat_map(event, rows=1, seats=5)
        code = DiscountCode.objects.create(shop=shop, code="BLECH10", percent=10)
        number = last_number()
        with CaptureQueriesContext(connection) as asked:
            _session, cart = fill_cart(shop, (first_variant(shirt), 2), (first_variant(event), 1))
        DiscountCode.objects.filter(pk=code.pk).update(used=1)
        release_seats(holders=[cart.pk])
        NewsletterSubscription.objects.create(
            shop=shop, email="mira@example.org", language="de", requested_at=timezone.now(), mailed_at=timezone.now()
        )
        assert noted_since(number) == []
        assert "shop.at_work" not in str(asked.captured_queries)
        assert len(asked) == STATEMENTS_OF_A_CART

    def test_what_staff_do_to_what_shoppers_write_is_noted(self) -> None:
        wish = NewsletterSubscription.objects.create(
            shop=make_shop(), email="mira@example.org", language="de", requested_at=timezone.now(),
            mailed_at=timezone.now(),
        )  # fmt: skip
        with acting_as("staff", "anna"):
            NewsletterSubscription.objects.update(language="en", email="falk@example.org")
        assert latest().changes == {"language": ["de", "en"], "email": None}
        assert latest().object_id == str(wish.pk)

    def test_no_trigger_is_called_for_a_hold(self) -> None:
        """The condition stands before the function."""
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = 'catalogue_stock'::regclass "
                "AND tgname LIKE 'pgtrigger_audited_update%'"
            )
            ((definition,),) = cursor.fetchall()
        condition = definition.partition(" WHEN ")[2].partition(" EXECUTE ")[0]
        assert "new.capacity" in condition and "held" not in condition and "sold" not in condition


def kept_columns() -> list[tuple[str, str]]:
    """Of every table: those of which values are kept."""
    return [
        (table, field.name)
        for table, trigger in audited_models().items()
        for field in apps.get_model(table)._meta.concrete_fields
        if field.name not in {*trigger.masked, *trigger.ignored}
    ]


# Words of which a column's name is made that holds what nobody is to read here.
SECRET = ("code", "digest", "password", "token", "secret", "email", "holder", "hash", "idempotency_key", "address")
# What shops and organisers tell everybody.
TOLD = {"country_code", "post_code", "owning_post_code", "owning_country_code", "barcode", "owning_address",
        "owning_address2", "seller_email", "seller_address", "sender_email"}  # fmt: skip
TOLD_OF = {
    ("checkout.country", "code"), ("catalogue.manufacturer", "address"), ("catalogue.venue", "address"),
    ("checkout.placement", "discount_code"), ("checkout.payment", "payment_code"),
    ("checkout.order", "billing_address"), ("checkout.order", "shipping_address"),
    ("catalogue.event", "needs_postal_address"),
}  # fmt: skip


class TestSecrets:
    @proves(
        "docs/decisions/0034",
        "no row holds a code, a password or a buyer's address; nobody changes or deletes one before its time",
    )
    def test_no_column_of_secrets_or_of_people_is_kept(self) -> None:
        kept = [one for one in kept_columns() if any(word in one[1] for word in SECRET)]
        assert [one for one in kept if one not in TOLD_OF and one[1] not in TOLD] == []
        assert ("shop.shop", "seller_email") in kept

    def test_no_code_password_or_address_gets_into_a_row(self) -> None:
        shop = make_shop()
        AccessCode.objects.create(shop=shop, code="ROTLICHT")
        discount = DiscountCode.objects.create(shop=shop, code="BLECH10", percent=10)
        payment = make_payment_code(make_event(shop), code="PASS-7")
        user = User.objects.create_user("anna", "anna@example.org", "geheim-12345")
        AccessCode.objects.update(code="BLAULICHT")
        discount.code = "BLECH20"
        discount.save()
        assert latest("shop.discountcode").changes == {"code": None}, "that it changed is noted"
        AccessCode.objects.all().delete()
        text = "\n".join(str(row) for row in AuditEntry.objects.values_list())
        unsaid = ["LICHT", "BLECH", "PASS-7", discount.digest, payment.digest, user.password, "anna@", "geheim"]
        assert [one for one in unsaid if one in text] == []
        assert "shop.accesscode" in text and "auth.user" in text


class TestKeeping:
    def test_nobody_changes_or_deletes_a_row(self) -> None:
        make_artist(make_shop())
        for attempt in (
            lambda: AuditEntry.objects.update(who="nobody"),
            lambda: AuditEntry.objects.all().delete(),
            lambda: connection.cursor().execute("DELETE FROM shop_auditentry"),
        ):
            with pytest.raises(DatabaseError, match="What was noted stays"), transaction.atomic():
                attempt()

    def test_after_the_time_that_is_set_rows_go(self) -> None:
        make_artist(make_shop())
        now = timezone.now()
        AuditEntry.objects.bulk_create(
            AuditEntry(at=now - timedelta(days=days), actor="staff", who=str(days), action="UPDATE", model="shop.shop",
                       object_id="1", about=["shop.shop:1"], changes={})
            for days in (9, 11, 400)
        )  # fmt: skip
        there = AuditEntry.objects.count()
        assert forget_old(now + CHANGES.span - timedelta(days=10)) == 2
        assert AuditEntry.objects.count() == there - 2
        assert {one.who for one in AuditEntry.objects.filter(model="shop.shop", object_id="1")} == {"9"}
        with pytest.raises(DatabaseError), transaction.atomic():
            AuditEntry.objects.all().delete()
