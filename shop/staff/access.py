"""In which shops a staff member has a right (docs/decisions/0096).

Rights that a user was given directly or by groups of their own hold in the whole house. Rights of a membership hold in
its shop. `has_perm` counts only rights of the house, except on pages that call `limit_to`: a page that knows no shops
stays closed to members.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.contrib import admin

from shop.models.staff import OF_SUPERUSERS, Membership

from .roles import RIGHTS

# The `shop_path` of an admin whose rows no shop owns: they are for rights of the house only.
HOUSE = "of the house"
# Ids of shops; None: every shop.
Shops = frozenset[int] | None
NO_SHOP: frozenset[int] = frozenset()


def has_in_house(user: Any, right: str) -> bool:
    """Whether the user has the right in every shop."""
    return bool(user.is_active and (user.is_superuser or right in user.get_all_permissions()))


def rights_of_members(user: Any) -> Mapping[str, frozenset[int]]:
    """Return the shops in which the user has each right as a member. One statement for each user object."""
    if not user.is_active or user.is_superuser:
        return {}
    known: Mapping[str, frozenset[int]] | None = getattr(user, "_shops_by_right", None)
    if known is None:
        known = user._shops_by_right = read_rights(user)
    return known


def read_rights(user: Any) -> Mapping[str, frozenset[int]]:
    shops: dict[str, set[int]] = defaultdict(set)
    of_group = ("group__permissions__content_type__app_label", "group__permissions__codename")
    rows = Membership.objects.filter(user=user.pk).order_by().values_list("shop", "role", *of_group)
    house = models_of_house()
    for shop, role, app, name in rows:
        for right in RIGHTS.get(role, ()) if role else [f"{app}.{name}"]:
            if not (right.startswith(OF_SUPERUSERS) or is_of_house(right, house)):
                shops[right].add(shop)
    return {right: frozenset(found) for right, found in shops.items()}


def is_of_house(right: str, house: Collection[tuple[str, str]]) -> bool:
    """Whether the right is about rows that no shop owns. `house`: their models."""
    app, _dot, name = right.partition(".")
    return (app, name.rpartition("_")[2]) in house


def models_of_house() -> set[tuple[str, str]]:
    """Return app and name of the models of the staff area whose rows no shop owns."""
    return {
        (model._meta.app_label, str(model._meta.model_name))
        for model, its_admin in admin.site._registry.items()
        if getattr(its_admin, "shop_path", HOUSE) == HOUSE
    }


def may_open(user: Any, right: str) -> bool:
    """Whether the user has the right in the house or in a shop: whether the menu shows the page."""
    return has_in_house(user, right) or right in rights_of_members(user)


def is_member(user: Any) -> bool:
    """Whether the user has rights in single shops."""
    return bool(rights_of_members(user))


def shops_of(user: Any) -> frozenset[int]:
    """Return the shops that the user is a member of."""
    return NO_SHOP.union(*rights_of_members(user).values())


def shops_with(user: Any, *rights: str) -> Shops:
    """Return the shops in which the user has at least one of the rights."""
    if any(has_in_house(user, right) for right in rights):
        return None
    if getattr(user, "_closed_to_members", False):
        return NO_SHOP
    held = rights_of_members(user)
    return NO_SHOP.union(*(held.get(right, NO_SHOP) for right in rights))


def may_in(user: Any, right: str, shop: int) -> bool:
    """Whether the user has the right in this shop."""
    shops = shops_with(user, right)
    return shops is None or shop in shops


def limit_to(user: Any, shops: Shops) -> None:
    """Count rights of memberships from here on: `has_perm` holds if the user has the right in all of these shops; with
    None, if in at least one.
    """
    user._shops_here = shops


def close_to_members(user: Any) -> None:
    """Count no rights of memberships from here on."""
    user._shops_here, user._closed_to_members = NO_SHOP, True


@contextmanager
def closed_to_members(user: Any) -> Iterator[None]:
    """Count no rights of memberships within."""
    here, closed = shops_here(user), getattr(user, "_closed_to_members", False)
    close_to_members(user)
    try:
        yield
    finally:
        user._shops_here, user._closed_to_members = here, closed


def shops_here(user: Any, default: Shops = NO_SHOP) -> Shops:
    """Return what the page is limited to; `default` if it calls no `limit_to`."""
    here: Shops = getattr(user, "_shops_here", default)
    return here


def holds_here(user: Any, right: str) -> bool:
    """Whether memberships give the right on this page."""
    here = shops_here(user)
    held = rights_of_members(user).get(right, NO_SHOP) if here != NO_SHOP else NO_SHOP
    return bool(held) and (here is None or here <= held)
