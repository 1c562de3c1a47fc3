"""Reading a file that staff sent: in a process that ends when the file asks for too much."""

from shop.core.bounded.budget import MB, OverBudget, ResourceBudget
from shop.core.bounded.process import run_bounded
from shop.core.bounded.texts import over_budget_message

from .formats import parse
from .parsed import ParsedFile
from .problems import StatementRefused

# The largest file that is taken needs a tenth of the time and a third of the memory.
BUDGET = ResourceBudget(cpu=30, seconds=120, memory=1024 * MB)


def read_upload(content: bytes) -> ParsedFile:
    """Raises StatementRefused, also for what cannot be read within the budget."""
    try:
        return run_bounded(parse, content, budget=BUDGET)
    except OverBudget as error:
        raise StatementRefused(over_budget_message(error)) from error
