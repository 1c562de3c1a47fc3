"""The table of docs/operations.md has the figures of every budget in the code."""

import sys
from pathlib import Path

from django.conf import settings

import config.urls  # noqa: F401 - imports whatever limits anything
from shop.codes.entry import CodeEntry
from shop.limits.budgets import Budget
from tests.proofs import proves

OPERATIONS = Path(settings.BASE_DIR) / "docs" / "operations.md"
APPS = ("shop", "sessions_queue", "catalogue", "cart", "checkout", "aftersale", "config")


def budgets() -> set[Budget]:
    modules = [module for name, module in sys.modules.items() if name.partition(".")[0] in APPS]
    found = {one for module in modules for one in vars(module).values() if isinstance(one, Budget)}
    entries = [one for module in modules for one in vars(module).values() if isinstance(one, CodeEntry)]
    return found | {one for entry in entries for one in (entry.by_visitor, entry.by_visitor_of_shop_under_attack)}


@proves("design §6", "what operations say of the limits are the figures of the code")
def test_every_budget_is_in_the_table() -> None:
    rows = {tuple(cell.strip() for cell in row.split("|")[2:5]) for row in OPERATIONS.read_text().splitlines()}
    found = budgets()
    assert len(found) > 20
    missing = []
    for one in found:
        window = f"{one.seconds // 3600} h" if one.seconds % 3600 == 0 else f"{one.seconds // 60} min"
        if (str(one.hard), str(one.soft), window) not in rows:
            missing.append((one.name, one.hard, one.soft, window))
    assert missing == []
