"""Reads a file as a plan: in pretix' format, our own or the published one, recognized by their keys."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import ngettext

from .json_lines import read_json, with_lines
from .own_format import read_own
from .plan import Plan
from .pretix_format import PretixReader
from .problems import PlanProblem, PlanRefused, TooManyProblems
from .problems import gettext_noop as _
from .published_format import PublishedReader, is_published
from .validator import PlanValidator


@dataclass(frozen=True, slots=True)
class PlanReading:
    """A valid plan, and what was repaired in it."""

    plan: Plan
    repaired_ids: int = 0
    """Seats whose id another seat of the file had; section, row and number tell them apart."""
    assumed: Sequence[PlanProblem] = ()
    """What the file left open, and how it was read."""

    def notes(self) -> list[str]:
        assumed = [one.message for one in self.assumed]
        if not self.repaired_ids:
            return assumed
        seats = ngettext(
            "%(repaired)s of %(seats)s seats had the id of another one; it goes by section, row and number.",
            "%(repaired)s of %(seats)s seats had the id of another one; they go by section, row and number.",
            self.repaired_ids,
        )
        return [seats % {"repaired": self.repaired_ids, "seats": self.plan.size}, *assumed]


def read_plan(content: bytes) -> PlanReading:
    """Read a plan. Raises PlanRefused with all problems and their lines."""
    data = read_json(content)
    validator = PlanValidator()
    repaired = 0
    plan = None
    try:
        if isinstance(data, dict) and "zones" in data:
            reader = PretixReader(validator)
            plan = reader.read(data)
            repaired = reader.repaired
        elif isinstance(data, dict) and "sections" in data and is_published(data):
            plan = PublishedReader(validator).read(data)
        elif isinstance(data, dict) and "sections" in data:
            plan = read_own(data, validator)
        else:
            text = _("is no seating plan: neither “zones” (pretix) nor “sections” (our own format) is there")
            raise PlanRefused([PlanProblem(text, line=1)])
    except TooManyProblems:
        pass
    if validator.problems or plan is None:
        raise PlanRefused(with_lines(content, validator.problems))
    return PlanReading(plan, repaired, tuple(validator.assumed))
