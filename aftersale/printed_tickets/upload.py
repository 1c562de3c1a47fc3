"""Reading a list that staff sent: in a process that ends when the list asks for too much."""

from django.utils.translation import gettext

from shop.core.bounded.budget import MB, OverBudget, ResourceBudget
from shop.core.bounded.process import run_bounded
from shop.core.bounded.texts import over_budget_message

from .errors import PrintedListRefused
from .reading import ListedNumber, ListProblem, read_numbers

LARGEST = MB
# The longest list takes a tenth of the time and of the memory.
BUDGET = ResourceBudget(cpu=10, seconds=60, memory=512 * MB)


def read_upload(content: bytes) -> list[ListedNumber]:
    """Raises PrintedListRefused with all that is wrong, also for what cannot be read within the budget."""
    try:
        reading = run_bounded(read_numbers, content, budget=BUDGET)
    except OverBudget as error:
        raise PrintedListRefused([over_budget_message(error)]) from error
    if reading.problems:
        raise PrintedListRefused([problem_text(one) for one in reading.problems])
    if not reading.numbers:
        raise PrintedListRefused([gettext("There is no number in it.")])
    return reading.numbers


def problem_text(problem: ListProblem) -> str:
    """In the language that is spoken."""
    return gettext("Line %(line)s") % {"line": problem.line} + f": {gettext(problem.text) % problem.values}."
