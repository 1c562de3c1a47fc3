"""GET and PATCH shops/{slug}/events/{eventId}/refund_requests/{requestId} (purchase §7): `requestId` is
the order's secret.
"""

from decimal import Decimal
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from shop.core.limits.visitors import visitor_of
from shop.core.values.bank_accounts import masked_iban
from shop.core.values.languages import active_language
from shop.core.wire.inputs import Input
from shop.web.rest import NO_STORE, shop_of_path, valid

from .actions.requesting import EnteredRefund, submit_refund_request
from .limits import counted_guess
from .queries import RefundFormState, pending_step, refund_form, refund_state


class ItemDetail(Input):
    validation_code = serializers.CharField(allow_blank=True, max_length=200)


class BankAccount(Input):
    name = serializers.CharField(allow_blank=True, default="", max_length=400)
    iban = serializers.CharField(allow_blank=True, default="", max_length=400)


class RefundInput(Input):
    item_details = ItemDetail(many=True)
    bank_account = BankAccount(required=False, allow_null=True)
    email = serializers.CharField(allow_blank=True, allow_null=True, default="", max_length=400)


def form_json(form: RefundFormState) -> dict[str, Any]:
    """Return the form as in purchase §3, with `state`, `closes_at`, earlier requests and what they wait for. Shows only
    the end of an account number.
    """
    order, event = form.order, form.offer.event
    asked = [ticket for one in form.requests for ticket in one.tickets.all() if ticket.ticket]
    account = next((one for one in reversed(form.requests) if one.iban), None)
    return {
        "state": form.state,
        "refund_method": form.method,
        "order": {"reference": order.access.reference, "created_at": order.placed_at.isoformat()},
        "product": {"id": str(event.pk), "title": str(event), "name": event.name, "text": form.offer.message or ""},
        "tickets": [{"validation_code": one.ticket.number} for one in asked if one.ticket],
        "refundable_ticket_count": len(form.refundable),
        "bank_account": {"name": "", "iban": masked_iban(account.iban)} if account else None,
        "closes_at": form.offer.closes_at.isoformat() if form.offer.closes_at else None,
        "payment_amount": str(sum((one.amount for one in form.requests), Decimal("0.00"))),
        "payment_reference": form.reference,
        "waits_for": "mail" if form.waits_for_mail else pending_step(form.requests),
    }


class RefundRequestView(APIView):
    @extend_schema(
        description="What of an order's tickets for an event can be refunded, and how that stands. 409 NOT_REFUNDABLE, "
        "404 REFUND_NOT_FOUND.",
        responses={200: OpenApiTypes.OBJECT, 404: OpenApiTypes.OBJECT, 409: OpenApiTypes.OBJECT},
    )
    def get(self, request: Request, slug: str, event_id: str, secret: str) -> Response:
        shop = shop_of_path(request, slug)
        with counted_guess(visitor_of(request._request), secret):
            form = refund_form(shop, event_id, secret)
        return Response(form_json(form), headers=NO_STORE)

    @extend_schema(
        description="Asks for the money of tickets, by their numbers with or without check digit; the same ones once. "
        "An account makes a bank transfer of it; unless the money came from there, `waits_for` is `mail`: a link in "
        "one to the order's address. 422 NO_VALID_TICKET and 409 TICKET_USED name `validation_codes`.",
        request=RefundInput,
        responses={200: OpenApiTypes.OBJECT, 404: OpenApiTypes.OBJECT, 409: OpenApiTypes.OBJECT},
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
        body = {
            "payment_amount": str(asked.request.amount),
            "payment_reference": asked.payment.reference if asked.payment else "",
            "state": refund_state([asked.request]),
            "waits_for": pending_step([asked.request]),
        }
        return Response(body, headers=NO_STORE)
