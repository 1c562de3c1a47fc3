"""REST for paired phones. A phone's key opens one event and nothing else of the shop."""

from base64 import b64encode
from datetime import UTC, datetime
from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from aftersale.models import EntranceDevice, Scan
from aftersale.tickets.codes import public_key
from catalogue.models import Event
from checkout.actions.orders.box_office import MOST_PIECES
from checkout.models import BoxOfficeMethod
from checkout.pricing.box_office import on_sale
from shop.core.database.clock import database_now
from shop.core.http.problems import described_problems
from shop.core.limits.visitors import visitor_of
from shop.core.wire.answers import json_of
from shop.core.wire.inputs import Input
from shop.web.rest import NO_STORE, valid

from .actions import DeviceScan, DoorSale, pair_device, record_scans, sell_at_door, seller_of, undo_admission
from .answers import (
    CountsAnswer,
    DoorOffer,
    EntrancePhone,
    ListAnswer,
    ListedEvent,
    OffersAnswer,
    PairingAnswer,
    SaleAnswer,
    ScansAnswer,
    SearchAnswer,
    found_answer,
    list_row,
    scan_answers,
)
from .errors import EntranceOver, NotInside
from .limits import count_scans, count_search, counted_pairing
from .queries import (
    counts_by_kind,
    device_of_key,
    ends_at,
    entrance_list,
    found_tickets,
    kind_of_variant,
    reports_end_at,
    tickets_for,
    wrong_admissions,
)

MOST_SCANS = 200
LONGEST_CODE = 400
MOST_KINDS = 50
BEARER = "Bearer "
# A clock without battery shows 1970; a time outside of these limits is no clock's.
FIRST, LAST = datetime(1970, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)


def caller_device(request: Request) -> EntranceDevice:
    """Return the device of the request's key. Raises DeviceUnknown."""
    sent = request.headers.get("Authorization", "")
    return device_of_key(sent.removeprefix(BEARER) if sent.startswith(BEARER) else "")


def selling_device(request: Request) -> EntranceDevice:
    """Return the device if it may sell now. Raises DeviceUnknown, SaleNotAllowed, EntranceOver."""
    device = caller_device(request)
    seller_of(device)
    if ends_at(device.event) <= database_now():
        raise EntranceOver
    return device


def refuse_long_over(event: Event) -> None:
    """Raises EntranceOver when the days for late reports of offline phones have passed."""
    if reports_end_at(event) <= database_now():
        raise EntranceOver


class PairingInput(Input):
    code = serializers.CharField(max_length=80)


class ScanInput(Input):
    id = serializers.UUIDField()
    said = serializers.CharField(max_length=LONGEST_CODE, trim_whitespace=False, allow_blank=True)
    scanned_at = serializers.DateTimeField()
    let_in = serializers.BooleanField(allow_null=True, default=None)
    read_by = serializers.ChoiceField(choices=[Scan.ReadBy.CAMERA, Scan.ReadBy.TYPED], default=Scan.ReadBy.UNTOLD)

    def validate_scanned_at(self, value: datetime) -> datetime:
        return clock_time(value)


class ScansInput(Input):
    now = serializers.DateTimeField()
    scans = ScanInput(many=True)

    def validate_now(self, value: datetime) -> datetime:
        return clock_time(value)

    def validate_scans(self, value: list[dict[str, Any]]) -> list[dict[str, Any]]:
        if len(value) > MOST_SCANS or len({one["id"] for one in value}) < len(value):
            raise serializers.ValidationError(
                gettext("At most %(most)s scans go at once, each of them once.") % {"most": MOST_SCANS}
            )
        return value


class SearchInput(Input):
    text = serializers.CharField(max_length=80)


class UndoInput(Input):
    number = serializers.CharField(max_length=20)


class SoldInput(Input):
    id = serializers.IntegerField(min_value=1, max_value=2**63 - 1)
    amount = serializers.IntegerField(min_value=1, max_value=MOST_PIECES)


class SaleInput(Input):
    id = serializers.UUIDField()
    tickets = serializers.ListField(child=SoldInput(), max_length=MOST_KINDS)
    total = serializers.DecimalField(max_digits=10, decimal_places=2)
    paid_by = serializers.ChoiceField(choices=BoxOfficeMethod.choices)


def clock_time(value: datetime) -> datetime:
    if not FIRST <= value <= LAST:
        raise serializers.ValidationError(gettext("No clock shows this time."))
    return value


class PairingView(APIView):
    @extend_schema(
        description="Pairs a phone by the code that staff show: its key, told once.", request=PairingInput,
        responses={200: PairingAnswer, **described_problems(404, 429)},
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        data = valid(PairingInput(data=request.data))
        with counted_pairing(visitor_of(request._request)):
            device, key = pair_device(code=data["code"])
        return answered(PairingAnswer(key, device.name))


class ListView(APIView):
    @extend_schema(
        description="The event of the device and all its tickets, to go on without a network. No names.",
        responses={200: ListAnswer, **described_problems(401, 410)},
    )
    def get(self, request: Request) -> Response:
        device = caller_device(request)
        event, now = device.event, database_now()
        if ends_at(event) <= now:
            raise EntranceOver
        answer = ListAnswer(
            ListedEvent(event.pk, str(event), event.happening_from, str(event.venue), ends_at(event)),
            EntrancePhone(device.name, device.may_undo, device.may_sell, device.may_admit_by_number),
            public_key=b64encode(public_key()).decode(),
            now=now,
            tickets=[list_row(one) for one in entrance_list(event)],
        )
        return answered(answer)


class ScansView(APIView):
    # Enough for MOST_SCANS scans with the longest code.
    largest_body = MOST_SCANS * (6 * LONGEST_CODE + 200)

    @extend_schema(
        description="Tells what a device read, `read_by` its camera or as it was typed: `let_in` null asks; true or "
        "false was decided offline. A number without a signed code lets in only where it was typed into a device that "
        "may. Told again, a scan is answered as before. Also answers who is in and whom two gates let in with one "
        "ticket.",
        request=ScansInput,
        responses={200: ScansAnswer, **described_problems(401, 409, 410, 429)},
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        device = caller_device(request)
        data = valid(ScansInput(data=request.data))
        refuse_long_over(device.event)
        if data["scans"]:
            count_scans(str(device.pk), sum(one["let_in"] is None for one in data["scans"]))
        sent = [
            DeviceScan(one["id"], one["said"], one["scanned_at"], one["let_in"], one["read_by"])
            for one in data["scans"]
        ]
        found = record_scans(device=device, scans=sent, device_now=data["now"]) if sent else []
        trouble = wrong_admissions(device.event)
        counts = counts_by_kind(device.event)
        return answered(ScansAnswer(scan_answers(found), counts, scan_answers(trouble)))


class SearchView(APIView):
    @extend_schema(
        description="The event's tickets by holder, buyer, order or number, at most 20, and whether this device lets "
        "them in by number.",
        request=SearchInput,
        responses={200: SearchAnswer, **described_problems(401, 429)},
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        device = caller_device(request)
        data = valid(SearchInput(data=request.data))
        count_search(str(device.pk))
        if ends_at(device.event) <= database_now():
            raise EntranceOver
        tickets = [found_answer(one) for one in found_tickets(device.event, data["text"])]
        return answered(SearchAnswer(device.may_admit_by_number, tickets))


class OffersView(APIView):
    @extend_schema(
        description="What a device that may sells at the door: each kind with its price in euros and how many are "
        "left, null for no limit.",
        responses={200: OffersAnswer, **described_problems(401, 403)},
    )
    def get(self, request: Request) -> Response:
        device = selling_device(request)
        offers = [
            DoorOffer(one.variant.pk, kind_of_variant(one.variant), one.price, one.free)
            for one in on_sale(device.event)
        ]
        return answered(OffersAnswer(offers))


class SalesView(APIView):
    @extend_schema(
        description="Sells tickets for money that was taken, and lets their buyers in; once for each id. 409 SOLD_OUT, "
        "TOTAL_CHANGED with what it is, 403 SALE_NOT_ALLOWED.",
        request=SaleInput,
        responses={200: SaleAnswer, **described_problems(401, 403, 409, 429)},
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        device = selling_device(request)
        data = valid(SaleInput(data=request.data))
        count_scans(str(device.pk), 1)
        pieces = {one["id"]: one["amount"] for one in data["tickets"]}
        scans = sell_at_door(device=device, sale=DoorSale(data["id"], pieces, data["total"], data["paid_by"]))
        return answered(SaleAnswer(scan_answers(scans), data["total"], counts_by_kind(device.event)))


class UndoView(APIView):
    @extend_schema(
        description="Undoes the entry of a ticket, on a device that may.", request=UndoInput,
        responses={200: CountsAnswer, **described_problems(403, 409, 410)},
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        device = caller_device(request)
        data = valid(UndoInput(data=request.data))
        refuse_long_over(device.event)
        ticket = tickets_for(device.event).filter(number=data["number"]).first()
        if ticket is None:
            raise NotInside
        undo_admission(ticket=ticket, device=device)
        return answered(CountsAnswer(counts_by_kind(device.event)))


def answered(answer: Any) -> Response:
    return Response(json_of(answer), headers=NO_STORE)
