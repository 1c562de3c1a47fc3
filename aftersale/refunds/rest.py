"""GET and PATCH shops/{slug}/events/{eventId}/refund_requests/{requestId} (purchase §7): `requestId` is
the order's secret.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from shop.core.http.problems import described_problems
from shop.core.limits.visitors import visitor_of
from shop.core.values.bank_accounts import masked_iban
from shop.core.values.languages import active_language
from shop.core.wire.answers import json_of
from shop.core.wire.inputs import Input
from shop.web.rest import NO_STORE, shop_of_path, valid

from .actions.requesting import EnteredRefund, submit_refund_request
from .limits import counted_guess
from .queries import PendingStep, RefundFormState, WireState, pending_step, refund_form, refund_state


class ItemDetail(Input):
    validation_code = serializers.CharField(allow_blank=True, max_length=200)


class BankAccount(Input):
    name = serializers.CharField(allow_blank=True, default="", max_length=400)
    iban = serializers.CharField(allow_blank=True, default="", max_length=400)


class RefundInput(Input):
    item_details = ItemDetail(many=True)
    bank_account = BankAccount(required=False, allow_null=True)
    email = serializers.CharField(allow_blank=True, allow_null=True, default="", max_length=400)


@dataclass(frozen=True)
class RefundOrder:
    reference: str
    created_at: datetime


@dataclass(frozen=True)
class RefundProduct:
    id: str
    title: str
    name: str
    text: str


@dataclass(frozen=True)
class RefundTicket:
    validation_code: str


@dataclass(frozen=True)
class RefundAccount:
    """`iban`: only its end."""

    name: str
    iban: str


@dataclass(frozen=True)
class RefundAnswer:
    """`waits_for`: the link in a mail, or staff; empty for nothing."""

    payment_amount: Decimal
    payment_reference: str
    state: WireState
    waits_for: PendingStep


@dataclass(frozen=True)
class RefundFormAnswer(RefundAnswer):
    """The form as in purchase §3, with `closes_at`, earlier requests and their state."""

    refund_method: str
    order: RefundOrder
    product: RefundProduct
    tickets: list[RefundTicket]
    refundable_ticket_count: int
    bank_account: RefundAccount | None
    closes_at: datetime | None


def form_answer(form: RefundFormState) -> RefundFormAnswer:
    order, event = form.order, form.offer.event
    asked = [ticket for one in form.requests for ticket in one.tickets.all() if ticket.ticket]
    account = next((one for one in reversed(form.requests) if one.iban), None)
    return RefundFormAnswer(
        state=form.state,
        refund_method=form.method,
        order=RefundOrder(order.access.reference, order.placed_at),
        product=RefundProduct(str(event.pk), str(event), event.name, form.offer.message or ""),
        tickets=[RefundTicket(one.ticket.number) for one in asked if one.ticket],
        refundable_ticket_count=len(form.refundable),
        bank_account=RefundAccount("", masked_iban(account.iban)) if account else None,
        closes_at=form.offer.closes_at,
        payment_amount=sum((one.amount for one in form.requests), Decimal("0.00")),
        payment_reference=form.reference,
        waits_for="mail" if form.waits_for_mail else pending_step(form.requests),
    )


class RefundRequestView(APIView):
    @extend_schema(
        description="What of an order's tickets for an event can be refunded, and how that stands. 409 NOT_REFUNDABLE, "
        "404 REFUND_NOT_FOUND.",
        responses={200: RefundFormAnswer, **described_problems(404, 409)},
    )
    def get(self, request: Request, slug: str, event_id: str, secret: str) -> Response:
        shop = shop_of_path(request, slug)
        with counted_guess(visitor_of(request._request), secret):
            form = refund_form(shop, event_id, secret)
        return Response(json_of(form_answer(form)), headers=NO_STORE)

    @extend_schema(
        description="Asks for the money of tickets, by their numbers with or without check digit; the same ones once. "
        "An account makes a bank transfer of it; unless the money came from there, `waits_for` is `mail`: a link in "
        "one to the order's address. 422 NO_VALID_TICKET and 409 TICKET_USED name `validation_codes`.",
        request=RefundInput,
        responses={200: RefundAnswer, **described_problems(404, 409)},
    )
    def patch(self, request: Request, slug: str, event_id: str, secret: str) -> Response:
        shop = shop_of_path(request, slug)
        data = valid(RefundInput(data=request.data))
        account = data.get("bank_account") or {}
        entered = EnteredRefund(
            [one["validation_code"] for one in data["item_details"]],
            account.get("name", ""), account.get("iban", ""), data["email"] or "",
        )  # fmt: skip
        with counted_guess(visitor_of(request._request), secret):
            asked = submit_refund_request(
                shop=shop, event_id=event_id, secret=secret, entered=entered, language=active_language()
            )
        answer = RefundAnswer(
            payment_amount=asked.request.amount,
            payment_reference=asked.payment.reference if asked.payment else "",
            state=refund_state([asked.request]),
            waits_for=pending_step([asked.request]),
        )
        return Response(json_of(answer), headers=NO_STORE)
