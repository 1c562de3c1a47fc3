"""POST shops/{slug}/withdrawals: for other programs; the page posts its own form (`pages`)."""

from dataclasses import dataclass
from datetime import datetime

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from shop.core.limits.visitors import visitor_of
from shop.core.values.languages import active_language
from shop.core.wire.answers import json_of
from shop.core.wire.inputs import Input
from shop.web.rest import NO_STORE, shop_of_path, valid

from .actions.withdrawing import Declaration, check_declaration, declare_withdrawal
from .limits import count_declaration


class DeclarationInput(Input):
    idempotency_key = serializers.CharField(min_length=8, max_length=80)
    name = serializers.CharField(allow_blank=True, default="", trim_whitespace=False)
    contract = serializers.CharField(allow_blank=True, default="", trim_whitespace=False)
    email = serializers.CharField(allow_blank=True, default="")
    text = serializers.CharField(allow_blank=True, default="", trim_whitespace=False)
    items = serializers.ListField(child=serializers.CharField(), default=list)


@dataclass(frozen=True)
class WithdrawalAnswer:
    id: str
    declared_at: datetime


class WithdrawalsView(APIView):
    @extend_schema(
        description="Declares a withdrawal, the same words with the same key once. The answer is the same whether or "
        "not there is such an order.",
        request=DeclarationInput,
        responses={201: WithdrawalAnswer},
    )
    def post(self, request: Request, slug: str) -> Response:
        shop = shop_of_path(request, slug)
        data = valid(DeclarationInput(data=request.data))
        key = data.pop("idempotency_key")
        declaration = Declaration(**{**data, "items": tuple(data["items"])})
        check_declaration(declaration)  # invalid input is no attempt
        count_declaration(visitor_of(request._request), shop, declaration.email)
        row = declare_withdrawal(shop=shop, declaration=declaration, language=active_language(), key=key)
        answer = WithdrawalAnswer(str(row.pk), row.declared_at)
        return Response(json_of(answer), status=201, headers=NO_STORE)
