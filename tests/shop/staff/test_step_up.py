"""Before money leaves or rights change, staff prove again who they are."""

from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import resolve

from config.second_factor.step_up import GUARDED, GUARDED_ACTIONS, GUARDED_FILES, LAST_PROOF
from shop.models import Shop
from tests.factories import make_shop
from tests.proofs import proves
from tests.staff import fields_of
from tests.staff_addresses import addresses, registered
from tests.staff_rows import grow

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("many_log_ins")]
RIGHT = "moth-and-lantern-9"
PASSWORD = "step_up-password"


@pytest.fixture
def shop(db: None) -> Shop:
    return make_shop("merchstand")


@pytest.fixture
def chief(shop: Shop) -> Client:
    """Logged in twenty minutes ago."""
    client = Client(SERVER_NAME="localhost")
    client.cookies["locale"] = "en"
    client.force_login(User.objects.create_superuser("chief", password=RIGHT))
    assert client.get("/admin/").status_code == 200
    age(client)
    return client


def age(client: Client) -> None:
    session = client.session
    if LAST_PROOF in session:
        session[LAST_PROOF] -= 20 * 60
        session.save()


@proves("design §6", "rights change and money leaves only with a proof of at most 15 minutes; what was entered stays")
def test_rights_change_with_a_new_proof_only(chief: Client) -> None:
    group = Group.objects.create(name="old")
    address = f"/admin/auth/group/{group.pk}/change/"
    asked = chief.post(address, {"name": "new", "second_factor": "on"})
    assert asked.status_code == 200 and "Is it you?" in asked.content.decode()
    assert Group.objects.get().name == "old"
    sent = fields_of(asked)
    assert (sent["name"], sent["second_factor"]) == ("new", "on")
    wrong = chief.post(address, sent | {PASSWORD: "wrong"})
    assert wrong.status_code == 200 and Group.objects.get().name == "old"
    assert chief.post(address, sent | {PASSWORD: RIGHT}).status_code == 302
    assert Group.objects.get().name == "new"
    assert chief.post(address, {"name": "newer"}).status_code == 302, "for 15 minutes"
    age(chief)
    assert chief.post(address, {"name": "newest"}).status_code == 200
    assert Group.objects.get().name == "newer"


def test_a_new_bank_account_of_a_shop_wants_it_and_another_change_does_not(chief: Client, shop: Shop) -> None:
    address = f"/admin/shop/shop/{shop.pk}/change/"
    form = fields_of(chief.get(address))
    asked = chief.post(address, form | {"bank_iban": "DE89 3704 0044 0532 0130 00"})
    assert PASSWORD in asked.content.decode()
    assert PASSWORD not in chief.post(address, form).content.decode()


@pytest.mark.parametrize("spelled", ["0{}", "%20{}", "+{}", "{}%20"])
def test_no_other_spelling_of_the_number_avoids_it(chief: Client, shop: Shop, spelled: str) -> None:
    form = fields_of(chief.get(f"/admin/shop/shop/{shop.pk}/change/"))
    new = form | {"bank_iban": "DE89 3704 0044 0532 0130 00"}
    chief.post(f"/admin/shop/shop/{spelled.format(shop.pk)}/change/", new)
    chief.post("/admin/shop/shop/" + "".join(f"_{ord(one):X}" for one in str(shop.pk)) + "/change/", new)
    assert Shop.objects.get().bank_iban == shop.bank_iban


def test_of_several_actions_each_counts(chief: Client) -> None:
    group = Group.objects.create(name="old")
    sent = {"action": ["delete_selected", ""], "index": "0", "_selected_action": [group.pk], "post": "yes"}
    assert PASSWORD in chief.post("/admin/auth/group/", sent).content.decode()
    assert Group.objects.exists()


def test_the_page_with_what_was_entered_is_not_kept(chief: Client) -> None:
    """It holds a new member's password."""
    asked = chief.post("/admin/auth/user/add/", {"username": "new", "password1": RIGHT, "password2": RIGHT})
    assert PASSWORD in asked.content.decode() and "no-store" in asked.headers["Cache-Control"]


def test_every_guarded_page_is_one_of_the_staff_area(chief: Client) -> None:
    grow()
    names = {one.url_name for one in map(resolved, addresses()) if one}
    assert GUARDED | GUARDED_ACTIONS.keys() | GUARDED_FILES | {"shop_shop_change"} <= names
    for model, its_admin in registered().items():
        label = f"{model._meta.app_label}_{model._meta.model_name}_changelist"
        actions = {name for _function, name, _text in its_admin._get_base_actions()}
        assert GUARDED_ACTIONS.get(label, set()) - {"delete_selected"} <= actions


def resolved(address: str) -> Any:
    return resolve("/admin/" + address.partition("?")[0])
