"""The check-in's form (purchase §7)."""

from dataclasses import dataclass
from datetime import date
from typing import Any, Literal

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from aftersale.forms.form import TRAP, Form, Respondent
from aftersale.tickets.limits import counted_number
from shop.core.wire.inputs import Input

from .actions import check_in


@extend_schema_field({"type": "object", "additionalProperties": {"type": ["string", "boolean", "null"]}})
class AnswersField(serializers.DictField):
    """By the names of the event's own fields, whose rules the check-in applies."""


class CheckInInput(Input):
    also_known = frozenset({TRAP})

    validation_code = serializers.CharField(allow_blank=True, max_length=200)
    answers = AnswersField(default=dict)


@dataclass(frozen=True)
class CheckInAnswer:
    checked_in: Literal[True]
    expires_on: date


def respond(respondent: Respondent, data: dict[str, Any]) -> CheckInAnswer:
    """Return the check-in as the ticket's personal identifier shows it. The answer does not name the ticket's holder: a
    ticket number alone proves little.
    """
    with counted_number(respondent.visitor):
        done = check_in(shop=respondent.shop, code=data["validation_code"], answers=data["answers"])
    return CheckInAnswer(True, done.expires_on)


CHECK_IN = Form(CheckInInput, respond, CheckInAnswer)
