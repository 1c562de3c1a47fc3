"""Changes of an order, each to one place of its purchase unit, by JSON patch."""

import re
from copy import deepcopy

from tests.peers.peer import Json

from .refusals import refused
from .shapes import check
from .wanted import PATCHES, check_unit

PATH = re.compile(r"/purchase_units/@reference_id=='([^']+)'/(.+)")
ALL = ("add", "replace", "remove")
PATCHABLE = {
    "amount": ("replace",),
    "custom_id": ALL,
    "description": ALL,
    "invoice_id": ALL,
    "items": ALL,
    "soft_descriptor": ("replace", "remove"),
    "shipping/name": ("add", "replace"),
    "shipping/address": ("add", "replace"),
    "shipping/type": ("add", "replace"),
}


def patched(unit: Json, asked: list[Json], preference: str) -> Json:
    """All of the changes or none. Raises Refused."""
    check(PATCHES, asked)
    changed = deepcopy(unit)
    for index, one in enumerate(asked):
        change(changed, one, f"/{index}")
    check_unit(changed, preference)
    return changed


def change(unit: Json, asked: Json, field: str) -> None:
    operation, where = asked["op"], place(unit, asked, field)
    parent, _slash, name = where.rpartition("/")
    holder = unit.setdefault(parent, {}) if parent else unit
    if operation not in PATCHABLE[where] or (operation == "add") == (name in holder):
        raise refused("INVALID_PATCH_OPERATION", f"{field}/op")
    if operation == "remove":
        del holder[name]
    elif "value" not in asked:
        raise refused("PATCH_VALUE_REQUIRED", f"{field}/value")
    else:
        holder[name] = deepcopy(asked["value"])


def place(unit: Json, asked: Json, field: str) -> str:
    """Where in the unit. Raises Refused."""
    if "path" not in asked:
        raise refused("PATCH_PATH_REQUIRED", f"{field}/path")
    found = PATH.fullmatch(asked["path"])
    if found is None or found[2] not in PATCHABLE:
        raise refused("NOT_PATCHABLE", f"{field}/path")
    if found[1] != unit.get("reference_id", "default"):
        raise refused("REFERENCE_ID_NOT_FOUND", f"{field}/path")
    return found[2]
