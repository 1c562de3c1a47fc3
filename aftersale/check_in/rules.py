"""When a check-in is open, and which answers it takes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext

from shop.core.errors import FieldErrors

# The longest text answer.
LONGEST_ANSWER = 300
# Answers after this may be too late for the organiser (purchase §9).
RECOMMENDED_BEFORE = timedelta(hours=6)
TEXT, CHECKBOX = "text", "checkbox"


@dataclass(frozen=True)
class Window:
    """The time in which check-in is open."""

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
    """Return the answers to store, without empty ones. Raises FieldErrors with all errors at once."""
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
    """Return the answer (falsy if empty) and its error, if any."""
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
