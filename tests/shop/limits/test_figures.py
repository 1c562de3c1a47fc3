"""The table of docs/limits.md has the figures of every budget in the code."""

from pathlib import Path

from django.conf import settings

from shop.core.limits.budgets import Budget
from tests.proofs import proves

from .declared import declared

LIMITS = Path(settings.BASE_DIR) / "docs" / "limits.md"


@proves("design §6", "what operations say of the limits are the figures of the code")
def test_every_budget_is_in_the_table() -> None:
    rows = {tuple(cell.strip() for cell in row.split("|")[2:5]) for row in LIMITS.read_text().splitlines()}
    found = {one for one in declared().values() if isinstance(one, Budget)}
    assert len(found) > 20
    missing = []
    for one in found:
        window = f"{one.seconds // 3600} h" if one.seconds % 3600 == 0 else f"{one.seconds // 60} min"
        if (str(one.hard), str(one.soft), window) not in rows:
            missing.append((one.name, one.hard, one.soft, window))
    assert missing == []
