"""Reading a plan that somebody sent or named: in a process that ends when the plan asks for too much."""

from shop.core.bounded.budget import MB, OverBudget, ResourceBudget
from shop.core.bounded.process import run_bounded
from shop.core.bounded.texts import over_budget_message

from .problems import PlanProblem, PlanRefused
from .reading import PlanReading, read_plan

# A plan of 100 000 seats takes about a tenth of the time and a third of the memory.
BUDGET = ResourceBudget(cpu=20, seconds=120, memory=768 * MB)


def read_upload(content: bytes) -> PlanReading:
    """Raises PlanRefused, also for what cannot be read within the budget."""
    try:
        return run_bounded(read_plan, content, budget=BUDGET)
    except OverBudget as error:
        raise PlanRefused([PlanProblem(over_budget_message(error))]) from error
