"""REST as far as the shop itself goes (catalogue §7 `GET shops/{slug}/`)."""

from typing import Any

from django.http import Http404, HttpRequest
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from shop.core.pictures.thumbnails import WIDTHS as THUMBNAIL_WIDTHS
from shop.core.values.html import clean_html
from shop.models import Image, Shop
from shop.pictures.addresses import PictureAddresses
from shop.queries import account_address
from shop.theme.assets import design_of, sheet_address
from shop.theme.tokens import theme_tokens
from shop.web.redirects import path_map

NO_STORE = {"Cache-Control": "private, no-store"}
META_COLUMNS = (
    "account_link", "home_link", "description", "site_description", "embed_youtube", "newsletter_popup",
    "discount_gate", "mailchimp_header", "redirect", "item_grid_columns", "item_image_carousel", "item_image_magnifier",
    "preferred_image_resolution", "slides_custom_pager", "trim_zero_decimals", "scroll_offset", "override_title",
    "show_event_filter", "show_event_door_time", "trackers", "kulturpass_link",
)  # fmt: skip
SHOP_COLUMNS = (
    "slug", "name", "default_locale", "is_band", "has_custom_domain", "has_calendar", "payment_blacklist",
    "order_merging_allowed",
)  # fmt: skip


def meta_values(shop: Shop) -> dict[str, Any]:
    """The plain fields of the shop's `meta`; a translated text that nobody wrote is None, and goes out empty."""
    values = {name: "" if (value := getattr(shop, name)) is None else value for name in META_COLUMNS}
    values |= {"trackers": shop.trackers_in_use, "account_link": account_address(shop)}
    return {**values, "mailchimp_customtext": clean_html(shop.mailchimp_customtext or "")}


def shop_of_path(request: Request | HttpRequest, slug: str) -> Shop:
    """The shop that `/api/v2/shops/{slug}/` names; CurrentShop has found it by then."""
    shop = getattr(request, "shop", None)
    if not isinstance(shop, Shop) or shop.slug != slug:
        raise Http404
    return shop


def valid(serializer: serializers.Serializer[Any]) -> dict[str, Any]:
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)


def picture_json(image: Image | None) -> dict[str, Any] | None:
    if image is None:
        return None
    files = PictureAddresses.of(image)
    thumbnails = {f"thumbnail_at_{width}": files.thumbnail(width) for width in THUMBNAIL_WIDTHS}
    files_for = {"srcset_avif": files.srcset("avif"), "srcset_webp": files.srcset("webp")}
    facts = {name: getattr(image, name) for name in ("alt", "width", "height", "colour", "focus_x", "focus_y")}
    return {"id": str(image.pk), "url": files.original, **facts, **files_for, **thumbnails}


def shop_json(shop: Shop) -> dict[str, Any]:
    """The shop with the wire's field names (catalogue §3), as far as each page tells them; ShopView tells the rest."""
    meta = meta_values(shop)
    meta |= {name: picture_json(getattr(shop, name)) for name in ("social_img", "share_image", "favicon")}
    meta["socials"] = shop.profiles
    moves = [{"source": source, "target": target} for source, target in path_map(shop).items()]
    fields = {"id": str(shop.pk), **{name: getattr(shop, name) for name in SHOP_COLUMNS}}
    meta |= {name: getattr(design_of(shop), name) for name in ("opening", "heading_style")}
    pictures = {name: picture_json(getattr(shop, name)) for name in ("hero", "hero_portrait")}
    return {**fields, "domain": shop.domain or "", **pictures, "redirects": moves, "meta": meta}


def design_json(shop: Shop) -> dict[str, Any]:
    design = design_of(shop)
    return {"style_sheet": sheet_address(design), "tokens": theme_tokens(design)}


class ShopView(APIView):
    """All fields of a shop (catalogue §7 `GET shops/{slug}/`). Of the password list it says only if there is one."""

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, slug: str) -> Response:
        shop = shop_of_path(request, slug)
        body = shop_json(shop)
        body["meta"] |= {"design": design_json(shop), "has_access_code": shop.access_codes.exists()}
        return Response(body, headers={"Cache-Control": "private, no-cache"})
