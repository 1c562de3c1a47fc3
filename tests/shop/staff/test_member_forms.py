"""What forms and addresses of lists tell members of one shop about another, and let them do with its things."""

from decimal import Decimal

import pytest
from django.contrib.auth.models import Group, Permission, User
from django.test import Client

from catalogue.models import Venue
from shop.models import Membership, Shop
from tests.factories import make_event, make_payment_code, make_product, make_shop, make_variant
from tests.staff import as_member, send, text_at

pytestmark = pytest.mark.django_db
AREA = "/admin/"


@pytest.fixture
def own() -> Shop:
    return make_shop()


@pytest.fixture
def other() -> Shop:
    return make_shop()


@pytest.fixture
def member(own: Shop) -> Client:
    """Has every right in the own shop."""
    user = User.objects.create_user("member", is_staff=True)
    group = Group.objects.create(name="everything")
    group.permissions.set(Permission.objects.all())
    Membership.objects.create(user=user, shop=own, group=group)
    return as_member(user)


def test_the_form_of_codes_names_programmes_of_the_own_shop(own: Shop, other: Shop, member: Client) -> None:
    make_payment_code(shop=own, programme="Culture pass")
    make_payment_code(shop=other, programme="Fan club")
    text = text_at(member, f"{AREA}cart/paymentcode/add/")
    assert "Culture pass" in text and "Fan club" not in text


def test_a_bundle_sells_nothing_of_another_shop_at_a_price_of_its_own(own: Shop, other: Shop, member: Client) -> None:
    bundle, theirs = make_product(own, root=True), make_product(other)
    theirs.listed_in.add(own)
    part = {"id": "", "bundle": bundle.pk, "role": "additional", "price": "0.01", "order": "0"}
    for product, taken in ((theirs, []), (make_product(own), [Decimal("0.01")])):
        sent = {f"parts__0__{name}": str(value) for name, value in {**part, "product": product.pk}.items()}
        send(member, f"{AREA}catalogue/product/{bundle.pk}/change/", parts__TOTAL_FORMS="1", **sent)
        assert list(bundle.parts.values_list("price", flat=True)) == taken


def test_no_address_asks_whether_things_of_another_shop_refer_to_a_row(other: Shop, member: Client) -> None:
    event, venues = make_event(other), f"{AREA}catalogue/venue/"
    assert member.get(venues, {"name": Venue.objects.get().name}).status_code == 200
    assert member.get(venues, {"events": event.pk}).status_code == 400


def test_who_may_change_lists_of_numbers_in_a_shop_adds_none_there(own: Shop, other: Shop, member: Client) -> None:
    group = Group.objects.create(name="changers")
    group.permissions.set(Permission.objects.filter(codename__in=("view_printedlist", "change_printedlist")))
    Membership.objects.create(user=User.objects.get(username="member"), shop=other, group=group)
    for shop, status in ((other, 200), (own, 302)):
        printed = make_event(shop, only_online_tickets=False)
        make_variant(event=printed, physical=True)
        sent = {"event": printed.pk, "numbers": "Row-1"}
        assert member.post(f"{AREA}aftersale/printedlist/add/", sent).status_code == status
        assert printed.printed_lists.exists() == (status == 302)
