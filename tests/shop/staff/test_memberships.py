"""A member of one shop sees and changes its rows alone, at every address of the staff area."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group, Permission, User
from django.contrib.contenttypes.models import ContentType
from django.db import connection, models
from django.db.models import Q
from django.test import Client
from django.test.utils import CaptureQueriesContext

from aftersale.entrance.actions import seller_of
from aftersale.entrance.errors import SaleNotAllowed
from aftersale.models import EntranceDevice
from catalogue.models import Product
from checkout.models import Order
from shop.admin.shop_paths import REFERENCE, undeclared
from shop.models import Image, Membership, News, NewsletterSubscription, Role, Shop
from shop.staff.access import HOUSE, has_in_house, is_of_house, may_in, models_of_house, shops_with
from shop.staff.roles import RIGHTS
from tests.factories import make_shop
from tests.proofs import proves
from tests.staff import as_member, errors_of, fields_of, send, text_at
from tests.staff_addresses import AREA, NOT_POSTED, addresses, registered, route_of
from tests.staff_rows import grow

pytestmark = pytest.mark.django_db
Model = type[models.Model]
Keys = dict[Model, set[Any]]
REFUSED = {403, 404}


def keys() -> Keys:
    return {model: set(model._base_manager.values_list("pk", flat=True)) for model in registered()}


class TwoShops:
    """All kinds of rows twice: first those of one shop, then those of another."""

    def __init__(self) -> None:
        grow()
        own = keys()
        grow()
        self.own, self.others = own, {model: found - own[model] for model, found in keys().items()}
        self.shop, self.other = (News.objects.get(pk__in=found[News]).shop for found in (self.own, self.others))

    def own_row(self, model: Model) -> Any:
        return model._base_manager.get(pk=max(self.own[model]))

    def other_row(self, model: Model) -> Any:
        """Of what there is once alone, the one row."""
        return model._base_manager.get(pk=min(self.others[model] or self.own[model]))

    def names_of_others(self) -> set[str]:
        """How rows of the other shop are called, where none of the own is."""
        scoped = [model for model in registered() if path_of(model) not in (HOUSE, REFERENCE)]
        named = {str(row) for model in scoped for row in model._base_manager.filter(pk__in=self.others[model])}
        own = " ".join(str(row) for model in scoped for row in model._base_manager.filter(pk__in=self.own[model]))
        return {name for name in named if len(name) > 4 and name not in own}


def path_of(model: Model) -> Any:
    return registered()[model].shop_path


@pytest.fixture
def shops(settings: Any, tmp_path: Path) -> TwoShops:
    settings.MEDIA_ROOT = tmp_path
    make_shop("merchstand")
    return TwoShops()


def member_of(shop: Shop, *rights: str, role: str = "") -> User:
    """A user who has in this shop a role, or these rights; without both, every right there is."""
    user = User.objects.create_user(f"member-{User.objects.count()}", is_staff=True)
    if role:
        Membership.objects.create(user=user, shop=shop, role=role)
        return user
    group = Group.objects.create(name=f"group {user.pk} of {shop.pk}")
    group.permissions.set(Permission.objects.filter(codename__in=rights) if rights else Permission.objects.all())
    Membership.objects.create(user=user, shop=shop, group=group)
    return user


def about_rows(row_of: Callable[[Model], Any]) -> list[tuple[Model, str]]:
    """The addresses that name a row, with its model."""
    found = []
    for address in addresses(row_of):
        model = next((one for one in registered() if address.startswith(route_of(one))), None)
        if model is not None and str(row_of(model).pk) in address.removeprefix(route_of(model)).split("/"):
            found.append((model, address))
    return found


def opened(client: Client, shops: TwoShops, *only: Model) -> list[tuple[str, int]]:
    """What a member of the one shop opens or sends of rows of the other."""
    found = []
    for model, address in about_rows(shops.other_row):
        if path_of(model) == REFERENCE or (only and model not in only):
            continue
        sent = client.post(AREA + address, {"post": "yes", "_save": "Save"}, follow=True)
        for answer in (client.get(AREA + address, follow=True), sent):
            if answer.status_code not in REFUSED:
                found.append((address, answer.status_code))
    return found


@pytest.mark.whole
@proves(
    "design §6",
    "a member of one shop with every right there is opens and sends no page about a row of another shop or of the "
    "house, whatever the address",
)
def test_no_address_leads_to_a_row_of_another_shop(shops: TwoShops) -> None:
    client = as_member(member_of(shops.shop))
    assert opened(client, shops) == []


@pytest.mark.whole
@pytest.mark.parametrize("role", Role.values)
def test_no_role_opens_a_row_of_another_shop(role: str, shops: TwoShops) -> None:
    assert opened(as_member(member_of(shops.shop, role=role)), shops) == []


def test_the_walk_finds_an_admin_that_forgets_the_shops(shops: TwoShops, monkeypatch: pytest.MonkeyPatch) -> None:
    client = as_member(member_of(shops.shop))
    assert opened(client, shops, Product, News) == []
    monkeypatch.setattr(type(admin.site._registry[News]), "seen_in", lambda its_admin, of_shops: Q())
    assert {address.split("/")[1] for address, _status in opened(client, shops, Product, News)} == {"news"}


@pytest.mark.whole
def test_the_pages_of_rows_of_the_own_shop_open(shops: TwoShops) -> None:
    client, refused = as_member(member_of(shops.shop)), []
    for model, address in about_rows(shops.own_row):
        if path_of(model) != HOUSE and address.endswith(("/change/", "/history/")):
            answer = client.get(AREA + address)
            if answer.status_code != 200:
                refused.append((address, answer.status_code))
    assert refused == []


@pytest.mark.whole
def test_lists_searches_and_choices_name_nothing_of_another_shop(shops: TwoShops) -> None:
    client, names, found = as_member(member_of(shops.shop)), shops.names_of_others(), []
    assert len(names) > 20
    lists = [f"{route_of(model)}{query}" for model in registered() for query in ("", "add/", "?q=2")]
    pages = {*lists, "search/?s=2&extended=1", *(one for one in addresses(shops.own_row) if one not in NOT_POSTED)}
    for address in sorted(pages):
        answer = client.get(AREA + address)
        if answer.status_code == 200 and not answer.streaming:
            text = answer.content.decode(errors="ignore")
            found += [(address, name) for name in names if name in text]
    assert found == []


def test_pages_of_the_house_stay_closed(shops: TwoShops) -> None:
    client = as_member(member_of(shops.shop))
    house = [model for model in registered() if path_of(model) == HOUSE]
    assert len(house) > 10
    answers = {model: client.get(AREA + route_of(model)).status_code for model in house}
    assert {model: status for model, status in answers.items() if status not in REFUSED} == {}


def test_rights_of_the_house_hold_in_every_shop(shops: TwoShops) -> None:
    user = User.objects.create_user("clerk", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename="view_product"))
    Membership.objects.create(user=user, shop=shops.shop, role=Role.DOOR)
    client = as_member(user)
    assert client.get(f"{AREA}catalogue/product/{shops.other_row(Product).pk}/change/").status_code == 200
    assert shops_with(User.objects.get(pk=user.pk), "catalogue.view_product") is None


def test_a_right_in_one_shop_is_none_in_another(shops: TwoShops) -> None:
    user = member_of(shops.shop, role=Role.MANAGER)
    Membership.objects.create(user=user, shop=shops.other, role=Role.WAREHOUSE)
    client, product = as_member(user), shops.other_row(Product)
    page = f"{AREA}catalogue/product/{product.pk}/change/"
    assert client.get(page).status_code == 200
    assert client.post(page, {"name_de": "Mine"}).status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": [product.pk], "post": "yes"}
    client.post(f"{AREA}catalogue/product/", chosen)
    assert Product.objects.filter(pk=product.pk).exists()


def test_memberships_are_read_once_and_only_for_members(shops: TwoShops) -> None:
    user = member_of(shops.shop, role=Role.MANAGER)
    asked = User.objects.get(pk=user.pk)
    with CaptureQueriesContext(connection) as seen:
        for right in sorted(RIGHTS[Role.MANAGER]):
            asked.has_perm(right)
            may_in(asked, right, shops.shop.pk)
    assert sum("shop_membership" in one["sql"] for one in seen.captured_queries) == 1
    assert not asked.has_perm("catalogue.view_product"), "no page has named its shops"
    superuser = User.objects.create_user("superuser", is_superuser=True)
    with CaptureQueriesContext(connection) as seen:
        assert has_in_house(superuser, "catalogue.view_product")
        assert shops_with(superuser, "catalogue.view_product") is None
    assert seen.captured_queries == []


def test_every_right_of_a_role_exists_and_is_of_shops() -> None:
    known = {
        f"{one.content_type.app_label}.{one.codename}" for one in Permission.objects.select_related("content_type")
    }
    named = {right for rights in RIGHTS.values() for right in rights}
    assert named - known == set()
    assert {right for right in named if is_of_house(right, models_of_house())} == set()
    assert {*RIGHTS} == {*Role.values}
    assert ContentType.objects.filter(permission__codename__endswith="_membership").count() == 0


def test_an_admin_without_a_path_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert undeclared() == []
    of_product = type(admin.site._registry[Product])
    for path, problem in (("", "shop_path is missing"), ("artist", "does not lead"), ("none__owner", "does not lead")):
        monkeypatch.setattr(of_product, "shop_path", path)
        (error,) = undeclared()
        assert problem in error.msg


def change_page(row: models.Model) -> str:
    return f"{AREA}{route_of(type(row))}{row.pk}/change/"


@proves("design §6", "a member saves the rows of their shop, and moves none to a shop in which they may not save it")
def test_a_member_saves_rows_of_the_own_shop_alone(shops: TwoShops) -> None:
    client, news = as_member(member_of(shops.shop, role=Role.MANAGER)), shops.own_row(News)
    assert send(client, change_page(news), title_de="Tour", title_en="Tour").status_code == 302
    news.refresh_from_db()
    assert (news.title, news.image) == ("Tour", shops.own_row(News).image)
    assert news.image is not None, "a picture of the house stays"
    assert "title" not in errors_of(send(client, change_page(news), shop=str(shops.other.pk)))
    page = f"{AREA}shop/news/add/"
    assert str(shops.other.pk) not in fields_of(client.get(page)).values()
    send(client, page, shop=str(shops.other.pk), title_de="Theirs", title_en="Theirs")
    assert not News.objects.filter(shop=shops.other, title_de="Theirs").exists()
    send(client, page, shop=str(shops.shop.pk), title_de="Ours", title_en="Ours")
    assert News.objects.filter(shop=shops.shop, title_de="Ours").exists()


def test_a_product_keeps_what_its_form_does_not_offer(shops: TwoShops) -> None:
    """The main shop lists it, and the member may not list things there."""
    product = shops.own_row(Product)
    shops.shop.access_codes.all().delete()  # with a code it could be listed nowhere else
    product.listed_in.add(shops.other)
    client = as_member(member_of(shops.shop, role=Role.MANAGER))
    before = Product.objects.values().get(pk=product.pk)
    answer = send(client, change_page(product))
    assert answer.status_code == 302, errors_of(answer)
    assert Product.objects.values().get(pk=product.pk) == before
    assert shops.other in product.listed_in.all()


def test_an_action_gets_the_rows_of_shops_in_which_the_member_has_its_right(shops: TwoShops) -> None:
    user = member_of(shops.shop, "view_newslettersubscription", "export_newslettersubscription")
    group = Group.objects.create(name="readers")
    group.permissions.set(Permission.objects.filter(codename="view_newslettersubscription"))
    Membership.objects.create(user=user, shop=shops.other, group=group)
    client, (own, other) = as_member(user), NewsletterSubscription.objects.order_by("pk")
    address = f"{AREA}shop/newslettersubscription/"
    assert own.email in text_at(client, address) and other.email in text_at(client, address)
    file = client.post(address, {"action": "export", "_selected_action": [own.pk, other.pk]})
    text = file.getvalue().decode("utf-8-sig")
    assert own.email in text and other.email not in text


def test_files_of_a_list_hold_the_rows_of_shops_in_which_the_member_may_export(shops: TwoShops) -> None:
    user = member_of(shops.shop, "view_order", "export_order")
    Membership.objects.create(user=user, shop=shops.other, role=Role.SUPPORT)
    client, own, other = as_member(user), shops.own_row(Order).reference, shops.other_row(Order).reference
    shown = text_at(client, f"{AREA}checkout/order/")
    assert own in shown and other in shown
    file = client.get(f"{AREA}checkout/order/export-orders/").getvalue().decode("utf-8-sig")
    assert own in file and other not in file
    supporter = as_member(member_of(shops.other, role=Role.SUPPORT))
    assert supporter.get(f"{AREA}checkout/order/export-orders/").status_code == 403


def test_the_vat_of_invoices_is_that_of_the_own_shop(shops: TwoShops) -> None:
    client, page = as_member(member_of(shops.shop, role=Role.ACCOUNTING)), f"{AREA}checkout/invoice/vat/"
    period = {"first": "2020-01-01", "last": "2022-01-01"}
    assert client.get(page, period).status_code == 200
    assert client.get(page, {**period, "format": "csv"}).status_code == 200
    others: Any = client.get(page, {**period, "seller": str(shops.other.pk)})
    assert "sellers" not in others.context_data
    text = text_at(client, f"{AREA}checkout/invoice/")
    assert "/vat/" in text and "/numbers/" not in text


def test_a_new_picture_belongs_to_the_shop_of_who_adds_it(shops: TwoShops) -> None:
    client = as_member(member_of(shops.shop, role=Role.MANAGER))
    page = client.get(f"{AREA}shop/image/add/")
    assert fields_of(page)["owner"] == str(shops.shop.pk)
    mine = Image.objects.create(alt="Mine", owner=shops.shop)
    assert client.get(change_page(mine)).status_code == 200
    unused = Image.objects.create(alt="Of the house")
    assert client.get(change_page(unused)).status_code == 404
    linked = shops.own_row(News).image
    assert client.get(change_page(linked)).status_code == 200
    assert client.post(change_page(linked), {"alt_de": "?"}).status_code == 403


def test_sales_figures_are_those_of_the_own_shop(shops: TwoShops) -> None:
    client = as_member(member_of(shops.shop, role=Role.ACCOUNTING))
    text = text_at(client, f"{AREA}sales/")
    assert shops.shop.name in text and f'value="{shops.other.pk}"' not in text
    page: Any = client.get(f"{AREA}sales/", {"shop": shops.other.pk})
    assert "tiles" not in page.context_data
    assert as_member(member_of(shops.shop, role=Role.DOOR)).get(f"{AREA}sales/").status_code == 403


def test_the_start_page_shows_orders_of_the_own_shop(shops: TwoShops) -> None:
    page: Any = as_member(member_of(shops.shop, role=Role.OWNER)).get(AREA)
    orders = list(page.context_data["latest"])
    assert orders and {order.shop for order in orders} == {shops.shop}
    assert page.context_data["tasks"] == []


def test_only_superusers_write_memberships(shops: TwoShops) -> None:
    user = member_of(shops.shop)
    page = f"{AREA}auth/user/{user.pk}/change/"
    assert as_member(user).get(page).status_code in REFUSED
    chief = as_member(User.objects.create_user("chief", is_staff=True, is_superuser=True))
    added = {"memberships-1-shop": str(shops.other.pk), "memberships-1-role": "door", "memberships-TOTAL_FORMS": "2"}
    answer = chief.post(page, {**fields_of(chief.get(page)), **added})
    assert answer.status_code == 302, errors_of(answer)
    assert set(user.memberships.values_list("shop", "role")) == {(shops.shop.pk, ""), (shops.other.pk, "door")}
    both = {"memberships-0-role": "owner"}
    assert "one of both" in errors_of(chief.post(page, {**fields_of(chief.get(page)), **both}))


def test_a_phone_sells_for_a_member_of_the_events_shop(shops: TwoShops) -> None:
    device = shops.own_row(EntranceDevice)
    device.may_sell = True
    device.paired_by = member_of(shops.shop, role=Role.DOOR)
    assert seller_of(device) == device.paired_by
    device.paired_by = member_of(shops.other, role=Role.DOOR)
    with pytest.raises(SaleNotAllowed):
        seller_of(device)
