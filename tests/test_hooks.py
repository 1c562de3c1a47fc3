"""Each app asks the apps above it through one object, which `config/hooks.py` fills."""

import re
from importlib import import_module

import pytest
from django.db.models import QuerySet

import checkout.hooks
import config.hooks
import sessions_queue.hooks
from checkout.models import Delivery, OrderLine
from checkout.orders.tickets import check_in_links, issued_for
from checkout.pricing.exchanges import exchangeable_lines
from checkout.shipping.deliveries import ready_today, to_do
from sessions_queue.hooks import TicketsLeft
from sessions_queue.models import WaitingRoom
from sessions_queue.waiting_room.rooms import inside_of, name_for, shops_behind, tickets_left_for
from tests.checkout.placing import place, shirt, transfer
from tests.factories import make_shop, start_session
from tests.proofs import proves
from tests.sources import APPS, ROOT

COPIED = re.compile(r"^from \S*\bhooks import (?:\([^)]*|[^\n(]*)\babove\b", re.M)
BORDERS = [app for app in APPS if app != "config" and (ROOT / app / "hooks.py").is_file()]


@proves("design §1", "lower apps ask higher ones through one typed object each, filled in one place")
def test_each_border_is_filled() -> None:
    found = {app: type(import_module(f"{app}.hooks").above).__module__ for app in BORDERS}
    assert found == dict.fromkeys(BORDERS, config.hooks.__name__) and len(found) == 4


def test_no_module_keeps_a_copy_of_what_is_filled_in_later() -> None:
    """`from checkout.hooks import above` would stay the object that does nothing."""
    files = [file for folder in (*APPS, "tests") for file in sorted((ROOT / folder).rglob("*.py"))]
    assert [str(file.relative_to(ROOT)) for file in files if COPIED.search(file.read_text())] == []


@pytest.mark.django_db
def test_waiting_rooms_work_with_nothing_above(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions_queue.hooks, "above", sessions_queue.hooks.NothingAbove())
    shop = make_shop()
    room = WaitingRoom.objects.create(shop=shop, scope=WaitingRoom.Scope.EVENT)
    assert inside_of(room) == 0
    start_session(shop=shop, language="de")
    assert (inside_of(room), tickets_left_for(room), name_for(room, shop)) == (1, TicketsLeft.SOME, "")
    assert list(shops_behind(room)) == [shop.pk]


@pytest.mark.django_db
def test_the_checkout_works_with_nothing_above(monkeypatch: pytest.MonkeyPatch) -> None:
    placement = place((shirt(), 1))
    transfer(placement, "25.90")
    monkeypatch.setattr(checkout.hooks, "above", checkout.hooks.NothingAbove())
    lines: QuerySet[OrderLine] = placement.lines.select_related("variant__event")
    assert list(ready_today()) == list(Delivery.objects.all()) and to_do() == {"today": 1, "stranded": 0}
    assert [one.obstacle for one in exchangeable_lines(placement.order)] == [None]
    assert (issued_for(list(lines)), check_in_links(placement.order.shop, lines)) == ([], [])
