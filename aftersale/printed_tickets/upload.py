"""Reads a list that staff uploaded, in a process with limits on time and memory."""

from django.utils.translation import gettext

from shop.core.bounded.budget import MB, OverBudget, ResourceBudget
from shop.core.bounded.process import run_bounded
from shop.core.bounded.texts import over_budget_message

from .errors import PrintedListRefused
from .reading import ListedNumber, ListProblem, read_numbers

LARGEST = MB
# The longest list needs a tenth of this time and memory.
BUDGET = ResourceBudget(cpu=10, seconds=60, memory=512 * MB)


def read_upload(content: bytes) -> list[ListedNumber]:
    """Return the list's numbers. Raises PrintedListRefused with all problems, also if the budget is exceeded."""
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
    """Return the problem's text in the active language."""
    return gettext("Line %(line)s") % {"line": problem.line} + f": {gettext(problem.text) % problem.values}."
