"""Both forms of the ticket service (purchase §3, §7)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rest_framework import serializers

from aftersale.forms.errors import FormNotFound
from aftersale.forms.form import TRAP, Form, Respondent
from aftersale.models import TicketServiceRequest
from shop.core.wire.inputs import Input

from .actions import EnteredServiceRequest, submit_requests
from .limits import counted_guess
from .queries import Kind, TicketEntry, is_offered

LONGEST, MOST = 400, 20


class TicketInput(Input):
    type = serializers.CharField(allow_blank=True, default="", max_length=LONGEST)
    id = serializers.CharField(allow_blank=True, default="", max_length=LONGEST)
    name = serializers.CharField(allow_blank=True, default="", max_length=LONGEST)
    name_new = serializers.CharField(allow_blank=True, allow_null=True, default="", max_length=LONGEST)
    file = serializers.CharField(allow_blank=True, allow_null=True, default="", max_length=LONGEST)


class TicketServiceInput(Input):
    also_known = frozenset({TRAP})

    name = serializers.CharField(allow_blank=True, default="", max_length=LONGEST)
    email = serializers.CharField(allow_blank=True, default="", max_length=LONGEST)
    order_id = serializers.CharField(allow_blank=True, allow_null=True, default="", max_length=LONGEST)
    comment = serializers.CharField(allow_blank=True, allow_null=True, default="", max_length=10 * LONGEST)
    tickets = TicketInput(many=True, max_length=MOST)  # type: ignore[call-arg]


@dataclass(frozen=True)
class TicketServiceAnswer:
    """`tickets`: how many."""

    state: TicketServiceRequest.State
    tickets: int


def responding(kind: str) -> Callable[[Respondent, dict[str, Any]], TicketServiceAnswer]:
    def respond(respondent: Respondent, data: dict[str, Any]) -> TicketServiceAnswer:
        """Return the request's state. The answer shows neither the ticket's holder nor the order."""
        if not is_offered(respondent.shop, kind):
            raise FormNotFound
        entries = [
            TicketEntry(one["type"], one["id"], one["name"], one["name_new"] or "", one["file"] or "")
            for one in data["tickets"]
        ]
        entered = EnteredServiceRequest(
            kind, data["name"], data["email"], data["order_id"] or "", data["comment"] or "", entries
        )
        with counted_guess(respondent.visitor):
            requests = submit_requests(shop=respondent.shop, entered=entered, language=respondent.language)
        return TicketServiceAnswer(TicketServiceRequest.State(requests[0].state), len(entries))

    return respond


TICKET_CHANGE = Form(TicketServiceInput, responding(Kind.CHANGE), TicketServiceAnswer)
TICKET_CANCEL = Form(TicketServiceInput, responding(Kind.CANCEL), TicketServiceAnswer)
