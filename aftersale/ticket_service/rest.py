"""Permits for pictures that prove a printed ticket's destruction, and their upload to the store (purchase §7)."""

from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from aftersale.forms.errors import FormNotFound
from shop.core.errors import FieldErrors
from shop.core.http.origin import is_same_origin
from shop.core.http.problems import described_problems
from shop.core.limits.visitors import visitor_of
from shop.core.wire.answers import json_of
from shop.core.wire.inputs import Input
from shop.mails.links import one_line
from shop.web.rest import NO_STORE, shop_of_path, valid

from .drawing import LARGEST_PROOF
from .errors import UploadRefused
from .form import LONGEST
from .limits import count_upload, counted_guess
from .queries import Kind, open_events, printed_ticket_to_cancel
from .rules import typed_number
from .uploads import check_announced, permit_upload, store_upload


class PermitInput(Input):
    content_type = serializers.CharField(max_length=100)
    size = serializers.IntegerField(min_value=1)
    id = serializers.CharField(allow_blank=True, default="", max_length=LONGEST)
    name = serializers.CharField(allow_blank=True, default="", max_length=LONGEST)
    order_id = serializers.CharField(allow_blank=True, allow_null=True, default="", max_length=LONGEST)


@dataclass(frozen=True)
class PermitAnswer:
    """`fields`: of the store, which names them."""

    file: str
    url: str
    fields: dict[str, str]


class UploadPermitsView(APIView):
    @extend_schema(
        description="Allows one picture (JPEG, PNG, WebP) of at most 4 MB for a printed ticket, named as in the form: "
        "POST the answer's `fields` and, last, the `file` to its `url` as multipart/form-data; then name it in the "
        "form by the answer's `file`. 404 FORM_NOT_FOUND while no event opens the form, 422 TICKETS_UNKNOWN, 409 "
        "TICKET_SERVICE_CLOSED, 413 UPLOAD_TOO_LARGE, 429 RATE_LIMITED, UPLOADS_FULL.",
        request=PermitInput,
        responses={201: PermitAnswer, **described_problems(404, 413)},
    )
    def post(self, request: Request, slug: str) -> Response:
        shop = shop_of_path(request, slug)
        count_upload(visitor_of(request._request))
        data = valid(PermitInput(data=request.data))
        if not open_events(shop, Kind.CANCEL):
            raise FormNotFound
        try:
            check_announced(data["content_type"], data["size"])
        except ValidationError as error:
            raise FieldErrors({"content_type": [{"code": error.code or "", "message": str(error.message)}]}) from None
        with counted_guess(visitor_of(request._request)):
            printed = printed_ticket_to_cancel(
                shop, typed_number(data["id"]) or data["id"], one_line(data["name"]), data["order_id"] or ""
            )
        permit = permit_upload(shop=shop, printed=printed, content_type=data["content_type"], size=data["size"])
        answer = PermitAnswer(permit.file, permit.url, dict(permit.fields))
        return Response(json_of(answer), status=201, headers=NO_STORE)


class UploadsView(APIView):
    """Takes uploads with the same fields if no bucket takes them from browsers."""

    parser_classes = [MultiPartParser]
    # No JSON; the fields are signed, and the origin is checked here.
    takes_cross_site = True
    # A picture and its multipart frame.
    largest_body = LARGEST_PROOF + 64 * 1024

    @extend_schema(exclude=True)
    def post(self, request: Request, slug: str) -> Response:
        shop = shop_of_path(request, slug)
        if not is_same_origin(request._request):
            raise UploadRefused
        count_upload(visitor_of(request._request))
        data: Any = request.data
        fields = {name: value for name, value in data.items() if isinstance(value, str)}
        store_upload(shop, fields, request.FILES.get("file"))
        return Response(status=204, headers=NO_STORE)
