"""REST as far as the shop itself goes (catalogue §7 `GET shops/{slug}/`)."""

from typing import Any

from django.http import Http404, HttpRequest
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from shop.core.wire import answers  # noqa: F401 # describes dataclasses
from shop.models import Shop
from shop.web.shop_answer import ShopAnswer
from shop.web.shop_fields import whole_shop_json

NO_STORE = {"Cache-Control": "private, no-store"}


def shop_of_path(request: Request | HttpRequest, slug: str) -> Shop:
    """The shop that `/api/v2/shops/{slug}/` names; CurrentShop has found it by then."""
    shop = getattr(request, "shop", None)
    if not isinstance(shop, Shop) or shop.slug != slug:
        raise Http404
    return shop


def valid(serializer: serializers.Serializer[Any]) -> dict[str, Any]:
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)


class ShopView(APIView):
    """All fields of a shop (catalogue §7 `GET shops/{slug}/`). Of the password list it says only if there is one."""

    @extend_schema(responses=ShopAnswer)
    def get(self, request: Request, slug: str) -> Response:
        shop = shop_of_path(request, slug)
        return Response(whole_shop_json(shop), headers={"Cache-Control": "private, no-cache"})
