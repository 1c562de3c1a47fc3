"""POST shops/{slug}/events {kind}: one more of a kind today. No cookie is read or set, nobody is remembered."""

from django.db import connection
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from shop.core.limits.budgets import count_report
from shop.core.limits.counters import Limit
from shop.core.limits.visitors import visitor_of
from shop.core.wire.inputs import Input
from shop.models import Shop, Tracker, TrackingCount, TrackingKind
from shop.web.rest import shop_of_path

# More than anybody can click; counting is worth no protection when Valkey is down.
CLICKS = Limit("events", attempts=300, seconds=60, closed_when_down=False)


def count(shop: Shop, kind: str) -> None:
    table = TrackingCount._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(
            f'INSERT INTO "{table}" AS counts (shop_id, day, kind, count) VALUES (%s, %s, %s, 1) '  # noqa: S608
            "ON CONFLICT (shop_id, day, kind) DO UPDATE SET count = counts.count + 1",
            [shop.pk, timezone.localdate(), kind],
        )


class EventInput(Input):
    kind = serializers.ChoiceField(choices=TrackingKind.values)


class EventsView(APIView):
    @extend_schema(request=EventInput, responses={204: None})
    def post(self, request: Request, slug: str) -> Response:
        shop = shop_of_path(request, slug)
        given = EventInput(data=request.data)
        given.is_valid(raise_exception=True)
        count_report(CLICKS, visitor_of(request._request), "too many events")
        if Tracker.COUNTS in shop.trackers:
            count(shop, given.validated_data["kind"])
        return Response(status=204, headers={"Cache-Control": "no-store"})
