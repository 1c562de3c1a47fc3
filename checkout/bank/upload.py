"""Read an uploaded file in a process of its own, which is ended if the file needs too much time or memory."""

from shop.core.bounded.budget import MB, OverBudget, ResourceBudget
from shop.core.bounded.process import run_bounded
from shop.core.bounded.texts import over_budget_message

from .formats import parse
from .parsed import ParsedFile
from .problems import StatementRefused

# The largest accepted file needs a tenth of the time and a third of the memory.
BUDGET = ResourceBudget(cpu=30, seconds=120, memory=1024 * MB)


def read_upload(content: bytes) -> ParsedFile:
    """Read the file. Raises StatementRefused, also if it cannot be read within the budget."""
    try:
        return run_bounded(parse, content, budget=BUDGET)
    except OverBudget as error:
        raise StatementRefused(over_budget_message(error)) from error
