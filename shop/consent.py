"""POST shops/{slug}/consent {allowed, visitor?}: keeps the proof of a yes, and of its end. No cookie is set or read."""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid4

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from shop.core.limits.budgets import Budget, count_attempts
from shop.core.limits.visitors import visitor_of
from shop.core.retention import CONSENT
from shop.core.values.languages import active_language
from shop.core.wire.answers import json_of
from shop.core.wire.inputs import Input
from shop.models import ConsentDecision, ConsentText, Shop
from shop.texts import lang_text
from shop.web.rest import shop_of_path

# Whoever cannot make up their mind needs fewer.
DECISIONS = Budget("consent", hard=20, soft=300, seconds=60 * 60, closed_when_down=False)
QUESTION = (
    "LANG_CONSENT_TITLE", "LANG_CONSENT_TEXT", "LANG_CONSENT_DENY", "LANG_CONSENT_ALLOW", "LANG_CONSENT_ANALYTICS",
    "LANG_CONSENT_ANALYTICS_TEXT",
)  # fmt: skip


OF_REPORTS = ("LANG_CONSENT_ERRORS_TEXT",)


def keep_decision(shop: Shop, *, allowed: bool, visitor: UUID | None = None) -> UUID | None:
    """Store the decision. Returns the visitor's number in this shop.

    None, and nothing stored, if a visitor who never agreed declines.
    """
    if visitor is None or not ConsentDecision.objects.filter(shop=shop, visitor=visitor).exists():
        if not allowed:
            return None
        visitor = uuid4()  # nobody chooses their own
    ConsentDecision.objects.create(visitor=visitor, shop=shop, allowed=allowed, asked=question(active_language()))
    return visitor


def question(asked_in: str) -> ConsentText:
    """Return the current question in this language; stores it if it is new."""
    keys = (*QUESTION, *OF_REPORTS) if settings.SENTRY_DSN else QUESTION
    text = "\n".join(lang_text(key, asked_in) for key in keys)
    digest = hashlib.sha256(f"{asked_in}\n{text}".encode()).hexdigest()
    return ConsentText.objects.get_or_create(digest=digest, defaults={"language": asked_in, "text": text})[0]


def forget_old(now: datetime | None = None) -> int:
    """Delete proofs whose retention period is over. Returns how many."""
    return ConsentDecision.objects.filter(decided_at__lt=CONSENT.end(now)).delete()[0]


class ConsentInput(Input):
    allowed = serializers.BooleanField()
    visitor = serializers.UUIDField(required=False, allow_null=True)


@dataclass(frozen=True)
class ConsentAnswer:
    visitor: UUID | None


class ConsentView(APIView):
    @extend_schema(request=ConsentInput, responses={200: ConsentAnswer})
    def post(self, request: Request, slug: str) -> Response:
        shop = shop_of_path(request, slug)
        given = ConsentInput(data=request.data)
        given.is_valid(raise_exception=True)
        visitor = None
        if shop.trackers_in_use and (given.validated_data["allowed"] or given.validated_data.get("visitor")):
            count_attempts((DECISIONS, visitor_of(request._request)), message="too many decisions")
            visitor = keep_decision(shop, **given.validated_data)
        return Response(json_of(ConsentAnswer(visitor)), headers={"Cache-Control": "no-store"})
