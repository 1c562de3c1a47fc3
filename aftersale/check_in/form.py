"""The check-in's form (purchase §7)."""

from typing import Any

from rest_framework import serializers

from aftersale.forms.form import TRAP, Form, Respondent
from aftersale.tickets.limits import counted_number
from shop.core.wire.inputs import Input

from .actions import check_in


class CheckInInput(Input):
    also_known = frozenset({TRAP})

    validation_code = serializers.CharField(allow_blank=True, max_length=200)
    answers = serializers.DictField(default=dict)


def respond(respondent: Respondent, data: dict[str, Any]) -> dict[str, Any]:
    """Return the check-in as the ticket's personal identifier shows it. The answer does not name the ticket's holder: a
    ticket number alone proves little.
    """
    with counted_number(respondent.visitor):
        done = check_in(shop=respondent.shop, code=data["validation_code"], answers=data["answers"])
    return {"checked_in": True, "expires_on": done.expires_on.isoformat()}


CHECK_IN = Form(CheckInInput, respond)
