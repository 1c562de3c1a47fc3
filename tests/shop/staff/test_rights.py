"""Users, groups and rights are superusers'; nobody lets anybody or anything do what they may not do themselves.

What carries a right is read from the models: whatever is registered, asked for or called so later is walked, too.
"""

import re
from collections.abc import Iterator
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.contrib.admin.helpers import AdminForm, InlineAdminFormSet
from django.contrib.admin.utils import quote
from django.contrib.admin.views.main import ChangeList
from django.contrib.auth.models import Group, Permission, User
from django.db import models, transaction
from django.forms import BaseForm
from django.test import Client

from aftersale.entrance.rules import GIVEN_BY
from aftersale.models import EntranceDevice
from shop.models import AuditEntry
from tests.factories import make_shop
from tests.proofs import proves
from tests.staff import Fields, as_member, fields_of, make_clerk, text_at
from tests.staff_addresses import (
    AREA,
    NOT_POSTED,
    REFUSALS,
    addresses,
    fields_of_form,
    first_of,
    posts,
    registered,
    route_of,
)
from tests.staff_rows import grow

pytestmark = pytest.mark.django_db
# What Django's forms of passwords ask for.
PASSWORD = {"password1": "made-up-12345", "password2": "made-up-12345", "usable_password": "true", "set-password": "1"}
# Where a superuser's forms change who may what. The first user has rows that stay, and cannot be deleted.
WRITTEN = {
    "auth/group/", "auth/group/add/", "auth/group/…/change/", "auth/group/…/delete/", "auth/user/add/",
    "auth/user/…/change/", "auth/user/…/password/",
}  # fmt: skip


@pytest.fixture(autouse=True)
def rows(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path
    make_shop("merchstand")
    grow()
    EntranceDevice.objects.update(**dict.fromkeys(GIVEN_BY, True))


def holder() -> User:
    """Somebody who was given every right there is, and is no superuser."""
    user = User.objects.create_user("holder", is_staff=True)
    user.user_permissions.set(Permission.objects.all())
    return user


def superuser() -> User:
    return User.objects.create_user("superuser", is_staff=True, is_superuser=True)


def carries_rights(model: type[models.Model]) -> bool:
    """Users, whatever leads to groups or rights, and what these are themselves; proxies and tables between them."""
    concrete = model._meta.concrete_model
    its_fields = [*model._meta.fields, *model._meta.many_to_many]
    return concrete in (User, Group, Permission) or any(one.related_model in (Group, Permission) for one in its_fields)


def carriers() -> list[type[models.Model]]:
    return [model for model in apps.get_models(include_auto_created=True) if carries_rights(model)]


def who_may_what() -> dict[str, list[dict[str, Any]]]:
    """Every row that carries a right. When somebody last logged in is none."""
    found = {}
    for model in carriers():
        kept = [one.attname for one in model._meta.concrete_fields if one.name != "last_login"]
        found[model._meta.label] = list(model._default_manager.order_by("pk").values(*kept))
    devices = EntranceDevice.objects.order_by("pk").values("pk", *of_device())
    return found | {"devices": list(devices)}


def of_device() -> list[str]:
    return [one.name for one in EntranceDevice._meta.fields if one.name.startswith("may_")]


def wanted() -> Fields:
    """Every field of what carries rights, as somebody would send it who wants more of them."""
    sent: Fields = {}
    for model in carriers():
        for one in [*model._meta.concrete_fields, *model._meta.many_to_many]:
            if isinstance(one, models.BooleanField):
                sent[one.name] = "on"
            elif one.related_model is Group:
                sent[one.name] = [str(one.pk) for one in Group.objects.all()]
            elif one.related_model is Permission:
                sent[one.name] = [str(one.pk) for one in Permission.objects.filter(content_type__app_label="shop")]
    return sent | PASSWORD | {"username": "accomplice", "name": "accomplices"}


def of_carriers(address: str) -> bool:
    return any(address.startswith(route_of(model)) for model in registered() if carries_rights(model)) or any(
        f"app_label={model._meta.app_label}&model_name={model._meta.model_name}&" in address for model in carriers()
    )


def leads_on(answer: Any) -> bool:
    """To another address of the area, walked as well."""
    return answer.status_code == 302 and answer.headers["Location"].startswith(AREA)


class Presser:
    """Sends forms of others' and looks whether they changed who may what; everything is taken back."""

    def __init__(self, client: Client) -> None:
        self.client, self.before = client, who_may_what()
        self.cookies = client.cookies.output(header="", sep=";")

    def sends(self, address: str, form: Fields) -> tuple[int, bool]:
        """The answer's status, and whether it changed something."""
        with transaction.atomic():
            answer = self.client.post(AREA + address, form)
            changed = who_may_what() != self.before
            transaction.set_rollback(True)
        # Its session, too, which Django begins anew with a password.
        self.client.cookies = SimpleCookie(self.cookies)
        return answer.status_code, changed


@proves(
    "docs/decisions/0070",
    "users, groups, rights and others' passwords are seen and set by superusers only, at every address and button, "
    "even with every right that there is",
)
def test_only_superusers_open_what_carries_rights() -> None:
    full, holds = as_member(superuser()), as_member(holder())
    own, others, let_in, asked = Presser(full), Presser(holds), [], wanted()
    written: set[str] = set()
    for address in filter(of_carriers, addresses()):
        seen = holds.get(AREA + address)
        if seen.status_code not in REFUSALS and not leads_on(seen):
            let_in.append(address)
        page = full.get(AREA + address)
        for form in posts(address, fields_of(page) if page.status_code == 200 else {}):
            status, changed = others.sends(address, form | asked)
            if changed or status not in {*REFUSALS, 302}:
                let_in.append(f"{address} {form.get('action', '')}")
            if own.sends(address, form | asked)[1]:
                written.add(address.partition("?")[0])
    assert let_in == []
    assert {re.sub(r"\d+", "…", one) for one in written} == WRITTEN


def asked_by(client: Client, address: str) -> Iterator[tuple[str, Any]]:
    """The names of the fields that a page asks for, and of what model they offer rows."""
    for form in forms_in(client.get(AREA + address)):
        yield from (
            (name, getattr(getattr(field, "queryset", None), "model", None)) for name, field in form.fields.items()
        )


def forms_in(answer: Any) -> Iterator[Any]:
    """Every form that a page of the staff area shows for writing, those of rows within it too."""
    for shown in (getattr(answer, "context_data", None) or {}).values():
        if isinstance(shown, BaseForm):
            yield shown
        elif isinstance(shown, AdminForm):
            yield shown.form
        elif isinstance(shown, ChangeList) and shown.formset is not None:
            yield from shown.formset.forms
        elif isinstance(shown, list):
            inlines = [one for one in shown if isinstance(one, InlineAdminFormSet)]
            yield from (one.formset.empty_form for one in inlines if one.has_change_permission)


@proves(
    "docs/decisions/0070",
    "whoever has every right and is no superuser is asked for none and gives none away, with any button of the staff "
    "area",
)
@pytest.mark.whole
def test_no_page_asks_others_for_rights_and_no_button_gives_them_away() -> None:
    full, holds = as_member(superuser()), as_member(holder())
    others, asked, asking, given = Presser(holds), wanted(), [], []
    named = {*PASSWORD, "is_superuser", "is_staff", "groups", "user_permissions", "permissions"}
    for address in addresses():
        if address in NOT_POSTED:
            continue
        fields = asked_by(holds, address)
        asking += [address for name, model in fields if name in named or model in (Group, Permission)]
        for form in posts(address, fields_of_form(full, address)):
            if others.sends(address, form | asked)[1]:
                given.append((address, form.get("action")))
    assert holds.get(AREA).status_code == 200, "walked to the end as somebody"
    # Theirs to give: they may sell and undo themselves.
    devices = route_of(EntranceDevice)
    assert [one for one in given if not one[0].startswith(devices)] == []
    assert asking == []


def test_the_walk_sees_what_asks_for_rights() -> None:
    full = as_member(superuser())
    assert Permission in dict(asked_by(full, f"{route_of(Group)}add/")).values()
    assert "is_superuser" in dict(asked_by(full, f"{route_of(User)}{first_of(User).pk}/change/"))


@proves("docs/decisions/0070", "what a device may is given to it by who may it, and only they pair it")
def test_whoever_may_only_write_a_kind_of_row_lets_it_do_nothing_more() -> None:
    """A field `may_…` needs a right of its own, beside those to the row."""
    fields = {
        (model, one.name) for model in apps.get_models() for one in model._meta.fields if one.name.startswith("may_")
    }
    assert {name for _model, name in fields} >= {"may_sell", "may_undo"}
    full = as_member(superuser())
    for model, name in fields:
        kind = model._meta.model_name
        writer = as_member(make_clerk(f"add_{kind}", f"change_{kind}", f"view_{kind}"))
        for page in ("add/", f"{quote(first_of(model).pk)}/change/"):
            assert name in dict(asked_by(full, route_of(model) + page)), name
            assert name not in dict(asked_by(writer, route_of(model) + page)), name


def test_whoever_may_not_do_what_a_device_may_does_not_pair_it() -> None:
    device = EntranceDevice.objects.get()
    path = f"{AREA}aftersale/entrancedevice/{device.pk}/pair/"
    rights = ("view_entrancedevice", "change_entrancedevice")
    given = [right.partition(".")[2] for right in GIVEN_BY.values()]
    for lacked in given:
        held = [one for one in given if one != lacked]
        assert as_member(make_clerk(*rights, *held)).get(path).status_code == 403, lacked
    assert as_member(make_clerk(*rights, *given)).get(path).status_code == 200
    EntranceDevice.objects.update(**dict.fromkeys(of_device(), False))
    assert as_member(make_clerk(*rights)).get(path).status_code == 200


def test_the_list_of_changes_tells_superusers_alone_who_got_which_right() -> None:
    User.objects.filter(username__startswith="clerk").update(is_superuser=True)
    noted = AuditEntry.objects.filter(model__startswith="auth.")
    assert noted.exists()
    changes = f"{AREA}shop/auditentry/"
    page = f"{changes}{noted.latest('pk').pk}/change/"
    full, holds = as_member(superuser()), as_member(holder())
    assert "auth.user" in text_at(full, changes)
    assert "auth." not in text_at(holds, changes)
    assert full.get(page).status_code == 200
    assert holds.get(page).status_code == 302
