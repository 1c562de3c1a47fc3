"""A whole file: read, then product by product, so that one failure stops nothing else."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from django.db import DatabaseError

from shop.core.bounded.budget import MB, OverBudget, ResourceBudget
from shop.core.bounded.process import run_bounded
from shop.core.bounded.texts import over_budget_message
from shop.models import Shop

from .actions import import_product
from .parsed import ParsedProduct
from .plan import PriceMissing, ProductPlan, plan_product
from .problems import CellProblem, FileRefused
from .queries import load
from .shopify import parse
from .target import ImportTarget

# The largest file possible takes about a quarter of the time and most of the memory.
BUDGET = ResourceBudget(cpu=120, seconds=300, memory=1536 * MB, answer=256 * MB)
Progress = Callable[[Iterable[ParsedProduct]], Iterable[ParsedProduct]]


@dataclass
class ImportSummary:
    problems: list[CellProblem] = field(default_factory=list)
    plans: list[ProductPlan] = field(default_factory=list)

    @property
    def refused_lines(self) -> set[int]:
        return {problem.line for problem in self.problems if problem.refused}

    @property
    def created(self) -> int:
        return sum(plan.is_new for plan in self.plans)

    @property
    def changed(self) -> int:
        return sum(not plan.is_new and bool(plan.changes()) for plan in self.plans)

    @property
    def unchanged(self) -> int:
        return len(self.plans) - self.created - self.changed

    @property
    def pictures(self) -> int:
        return sum(len(plan.pictures_new) for plan in self.plans)


def import_file(
    content: bytes, *, shop: Shop, language: str, dry_run: bool = False, progress: Progress = iter
) -> ImportSummary:
    """Import the file, or only plan it. Raises FileRefused if it is no product CSV."""
    try:
        parsed = run_bounded(parse, content, budget=BUDGET)
    except OverBudget as error:
        raise FileRefused(over_budget_message(error)) from error
    target = ImportTarget(shop, language, parsed.names, list(parsed.problems))
    summary = ImportSummary(target.problems)
    for product in progress(parsed.products):
        try:
            if dry_run:
                summary.plans.append(plan_product(product, load(shop, product.handle), language))
            else:
                summary.plans.append(import_product(target=target, parsed=product))
        except PriceMissing:
            message = f"“{product.handle}” was left out: a new product needs a price, and the file has no such column."
            target.problems.append(CellProblem(product.line, "Variant Price", message))
        except DatabaseError as error:
            reason = str(error).partition("\n")[0]
            message = f"“{product.handle}” was left out, the database refused it: {reason}"
            target.problems.append(CellProblem(product.line, parsed.names["handle"], message))
    target.problems.sort()
    return summary
