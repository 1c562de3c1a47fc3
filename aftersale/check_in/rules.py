"""When a check-in is open, and which answers it takes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext

from shop.core.errors import FieldErrors

# Of a line of text.
LONGEST_ANSWER = 300
# Later it may be too late for those who prepare the evening (purchase §9).
RECOMMENDED_BEFORE = timedelta(hours=6)
TEXT, CHECKBOX = "text", "checkbox"


@dataclass(frozen=True)
class Window:
    """From when until when one can check in."""

    opens: datetime
    closes: datetime

    def is_over(self, now: datetime) -> bool:
        return now >= self.closes

    def is_open(self, now: datetime) -> bool:
        return self.opens <= now < self.closes


@dataclass(frozen=True)
class Field:
    """`kind`: TEXT or CHECKBOX."""

    name: str
    kind: str
    required: bool


def accepted_answers(fields: Iterable[Field], answers: Mapping[str, Any]) -> dict[str, str | bool]:
    """What is kept of them: nothing that was left empty. Raises FieldErrors with all complaints at once."""
    known = {field.name: field for field in fields}
    errors: dict[str, list[dict[str, str]]] = {}
    if answers.keys() - known.keys():
        errors["answers"] = [{"code": "unknown", "message": gettext("There is no such field.")}]
    kept: dict[str, str | bool] = {}
    for name, field in known.items():
        answer, complaint = read_answer(field, answers.get(name))
        if complaint:
            errors[f"answers.{name}"] = [complaint]
        elif answer:
            kept[name] = answer
    if errors:
        raise FieldErrors(errors)
    return kept


def read_answer(field: Field, answer: Any) -> tuple[str | bool, dict[str, str]]:
    """The answer, falsy where there is none, and what is wrong with it."""
    empty: str | bool = "" if field.kind == TEXT else False
    if answer is None:
        answer = empty
    if type(answer) is not type(empty):
        return empty, {
            "code": "invalid",
            "message": gettext("A text belongs here.")
            if field.kind == TEXT
            else gettext("True or false belongs here."),
        }
    if isinstance(answer, str):
        answer = answer.strip()
        if len(answer) > LONGEST_ANSWER:
            return empty, {
                "code": "too_long",
                "message": gettext("Use at most %(most)s characters.") % {"most": LONGEST_ANSWER},
            }
    if field.required and not answer:
        return empty, {"code": "required", "message": gettext("This field is required.")}
    return answer, {}
