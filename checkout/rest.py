"""REST of cart, checkout and orders under `/api/v2/shops/{slug}/` (purchase §7); snake_case, problem+json errors."""

from dataclasses import dataclass, fields
from decimal import Decimal
from typing import Any

from django.http import Http404, HttpResponse
from django.utils.translation import gettext
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from cart.actions import apply_discount, apply_payment_code, personalise
from cart.entry.discount_codes import entered_discount_code, forget, remember
from cart.entry.payment_codes import entered_payment_code
from cart.queries import CartContents, contents_of, open_cart
from sessions_queue.queries import living_session, request_session
from shop.core.http.problems import described_problems
from shop.core.limits.visitors import visitor_of
from shop.core.values.countries import country_name
from shop.core.values.languages import active_language
from shop.core.values.post_codes import post_code_pattern
from shop.core.wire.answers import json_of
from shop.core.wire.inputs import Input
from shop.mails.links import MAX_ENTERED
from shop.models import DiscountCode, Shop
from shop.web.downloads import download
from shop.web.rest import NO_STORE, shop_of_path, valid

from .actions import choose_logistics, enter_addresses, name_tickets, prefer_payment_method
from .entry.limits import counted_document, counted_names
from .entry.secrets import entered_secret
from .graphql.cart import CartType, cart_on_the_wire
from .graphql.order import OrderType, OrderWithoutItems, order_type
from .invoices.documents import PDF, invoice_pdf
from .models import Order
from .orders.access import access_order, invoice_of
from .payments.interface import PaymentOffer
from .pricing.offers import offers_for
from .shipping.reach import countries_of_session

# More lines than any cart has.
MAX_ITEMS = 1000
# A name for each of them.
LARGEST_NAMES = 256 * MAX_ITEMS
# As a cart keeps it.
MAX_EXTERNAL_ID = 120


def order_of_path(request: Request, slug: str, secret: str) -> Order:
    return entered_secret(request._request, shop_of_path(request, slug), secret)


@dataclass(kw_only=True)
class OlderNames:
    """The older REST names stand beside the newer ones (purchase §3 "Order")."""

    order_reference: str
    total_plus_shipping: Decimal


@dataclass(kw_only=True)
class OrderSummaryAnswer(OlderNames, OrderWithoutItems):
    pass


@dataclass(kw_only=True)
class OrderAnswer(OlderNames, OrderType):
    pass


def order_answer(order: Order, with_items: bool) -> Response:
    found = order_type(order, active_language())
    kind = OrderAnswer if with_items else OrderSummaryAnswer
    values: dict[str, Any] = {one.name: getattr(found, one.name) for one in fields(kind) if hasattr(found, one.name)}
    older: dict[str, Any] = {"order_reference": found.reference, "total_plus_shipping": found.total_including_shipping}
    return Response(json_of(kind(**values, **older)), headers=NO_STORE)


def cart_answer(contents: CartContents) -> Response:
    return Response(json_of(cart_on_the_wire(contents, active_language())), headers=NO_STORE)


class StrictInput(serializers.CharField):
    """A visitor's text: no rule below looks at one that is longer than any of them allows."""

    def __init__(self, **more: Any) -> None:
        super().__init__(max_length=MAX_ENTERED, **more)


class AddressInput(Input):
    """Lengths and required fields are the checkout's rules, which complain about all fields at once.

    `additional_address`: another name of `address2` (purchase §3).
    """

    # As clients show it; the code says which country it is.
    also_known = frozenset({"country_name"})

    first_name = StrictInput(allow_blank=True, default="")
    last_name = StrictInput(allow_blank=True, default="")
    company = StrictInput(allow_blank=True, default="")
    address = StrictInput(allow_blank=True, default="")
    address2 = StrictInput(allow_blank=True, default="")
    additional_address = StrictInput(allow_blank=True, default="")
    post_code = StrictInput(allow_blank=True, default="")
    city = StrictInput(allow_blank=True, default="")
    country_code = StrictInput(allow_blank=True, default="")

    def validate(self, attrs: dict[str, str]) -> dict[str, str]:
        other = attrs.pop("additional_address")
        if other and attrs["address2"] not in ("", other):
            raise serializers.ValidationError({"additional_address": gettext("It is another name of address2.")})
        return {**attrs, "address2": attrs["address2"] or other}


class AddressesInput(Input):
    billing_address = AddressInput()
    shipping_address = AddressInput(allow_null=True, default=None)
    email = StrictInput(allow_blank=True, default="")


class LogisticsInput(Input):
    shipping_method = StrictInput(allow_null=True, default=None)
    payment_method = StrictInput(allow_null=True, default=None)
    payment_external_id = serializers.RegexField(
        r"^pm_[A-Za-z0-9_]+\Z", max_length=MAX_EXTERNAL_ID, allow_null=True, default=None
    )


class PersonalIdentifierInput(Input):
    personal_identifier = StrictInput(allow_blank=True)


class NamedLineInput(PersonalIdentifierInput):
    order_id = StrictInput(allow_blank=True, allow_null=True, default="")


class NamedItemInput(PersonalIdentifierInput):
    id = StrictInput()


class PersonalIdentifiersInput(Input):
    items = NamedItemInput(many=True, allow_empty=False, max_length=MAX_ITEMS)  # type: ignore[call-arg] # of lists


class PreferredMethodInput(Input):
    preferred_payment_method = StrictInput()


@dataclass(frozen=True)
class CountryAnswer:
    """`post_code_pattern`: what a whole postal code matches; empty where none is known."""

    country_code: str
    name: str
    post_code_pattern: str


class CountriesView(APIView):
    @extend_schema(
        parameters=[OpenApiParameter("of", enum=["cart"], description="where all that is in the cart can go")],
        responses=list[CountryAnswer],
    )
    def get(self, request: Request, slug: str) -> Response:
        shop = shop_of_path(request, slug)
        language = active_language()
        is_of_cart = request.query_params.get("of") == "cart"
        session = request_session(request._request, shop) if is_of_cart else None
        countries = [
            json_of(CountryAnswer(country.code, country_name(country.code, language), post_code_pattern(country.code)))
            for country in countries_of_session(shop, session)
        ]
        kept = NO_STORE if is_of_cart else {"Cache-Control": "public, max-age=300"}
        return Response(countries, headers={**kept, "Vary": "Accept-Language"})


class CartAddressView(APIView):
    @extend_schema(request=AddressesInput, responses=CartType)
    def patch(self, request: Request, slug: str) -> Response:
        session = living_session(request._request, shop_of_path(request, slug))
        data = valid(AddressesInput(data=request.data))
        contents = enter_addresses(
            session=session,
            billing=data["billing_address"],
            shipping=data["shipping_address"],
            email=data["email"],
        )
        return cart_answer(contents)


class CartLogisticsView(APIView):
    @extend_schema(request=LogisticsInput, responses=CartType)
    def patch(self, request: Request, slug: str) -> Response:
        session = living_session(request._request, shop_of_path(request, slug))
        return cart_answer(choose_logistics(session=session, **valid(LogisticsInput(data=request.data))))


class CartItemView(APIView):
    @extend_schema(
        operation_id="shops_cart_item_partial_update",
        description="What stands on a line of the cart; with `order_id`, the order's secret, on a line of that order, "
        "as PATCH orders/{secret}/items has it, and the answer is the order.",
        request=NamedLineInput,
        responses=CartType | OrderAnswer,
    )
    def patch(self, request: Request, slug: str, line_id: str) -> Response:
        data = valid(NamedLineInput(data=request.data))
        if data["order_id"]:
            return named_answer(request, slug, data["order_id"], {line_id: data["personal_identifier"]})
        session = living_session(request._request, shop_of_path(request, slug))
        return cart_answer(personalise(session=session, texts={line_id: data["personal_identifier"]}))


class CartItemsView(APIView):
    largest_body = LARGEST_NAMES

    @extend_schema(
        description="All lines at once, or none: what PATCH cart/items/{line_id} changes of one.",
        request=PersonalIdentifiersInput,
        responses=CartType,
    )
    def patch(self, request: Request, slug: str) -> Response:
        session = living_session(request._request, shop_of_path(request, slug))
        items = valid(PersonalIdentifiersInput(data=request.data))["items"]
        texts = {item["id"]: item["personal_identifier"] for item in items}
        return cart_answer(personalise(session=session, texts=texts))


class CodeInput(Input):
    code = serializers.CharField(allow_blank=True, max_length=200)


@dataclass(frozen=True)
class DiscountAnswer:
    """`cart`: as it is now, None if there is none yet."""

    percent: int
    cart: CartType | None


@dataclass(frozen=True)
class NoDiscountAnswer:
    percent: None
    cart: CartType | None


class DiscountView(APIView):
    """The discount gate (catalogue §2). Without a cart, the code waits in a cookie for the first thing in one."""

    @extend_schema(request=CodeInput, responses=DiscountAnswer)
    def post(self, request: Request, slug: str) -> Response:
        shop = shop_of_path(request, slug)
        code = entered_discount_code(request._request, shop, valid(CodeInput(data=request.data))["code"])
        answer = DiscountAnswer(code.percent, self.reduced(request, shop, code))
        response = Response(json_of(answer), headers=NO_STORE)
        remember(response, code)
        return response

    @extend_schema(responses={200: NoDiscountAnswer})
    def delete(self, request: Request, slug: str) -> Response:
        shop = shop_of_path(request, slug)
        answer = NoDiscountAnswer(None, self.reduced(request, shop, None))
        response = Response(json_of(answer), headers=NO_STORE)
        forget(response, shop)
        return response

    def reduced(self, request: Request, shop: Shop, code: DiscountCode | None) -> CartType | None:
        cart = open_cart(request_session(request._request, shop))
        if cart is None:
            return None
        cart = apply_discount(session=cart.session, code=code)
        return cart_on_the_wire(contents_of(cart), active_language())


class PaymentCodeView(APIView):
    """A culture pass's code for the cart that is there (purchase §1)."""

    @extend_schema(request=CodeInput, responses=CartType)
    def post(self, request: Request, slug: str) -> Response:
        shop = shop_of_path(request, slug)
        session = living_session(request._request, shop)
        entered = valid(CodeInput(data=request.data))["code"]
        code = entered_payment_code(request._request, shop, entered)
        return cart_answer(contents_of(apply_payment_code(session=session, code=code)))

    @extend_schema(responses={200: CartType})
    def delete(self, request: Request, slug: str) -> Response:
        session = living_session(request._request, shop_of_path(request, slug))
        return cart_answer(contents_of(apply_payment_code(session=session, code=None)))


class OrderView(APIView):
    @extend_schema(parameters=[OpenApiParameter("include", enum=["items"])], responses=OrderAnswer | OrderSummaryAnswer)
    def get(self, request: Request, slug: str, secret: str) -> Response:
        order = order_of_path(request, slug, secret)
        return order_answer(order, with_items=request.query_params.get("include") == "items")

    @extend_schema(request=PreferredMethodInput, responses=OrderSummaryAnswer)
    def patch(self, request: Request, slug: str, secret: str) -> Response:
        order = order_of_path(request, slug, secret)
        method = valid(PreferredMethodInput(data=request.data))["preferred_payment_method"]
        prefer_payment_method(order=order, method=method)
        return order_answer(access_order(shop_of_path(request, slug), secret), with_items=False)


class OrderItemsView(APIView):
    largest_body = LARGEST_NAMES

    @extend_schema(
        description="Whose the order's tickets are, until 48 hours before their event: all of them at once, or none.",
        request=PersonalIdentifiersInput,
        responses=OrderAnswer,
    )
    def patch(self, request: Request, slug: str, secret: str) -> Response:
        items = valid(PersonalIdentifiersInput(data=request.data))["items"]
        return named_answer(request, slug, secret, {item["id"]: item["personal_identifier"] for item in items})


def named_answer(request: Request, slug: str, secret: str, texts: dict[str, str]) -> Response:
    """The order once its tickets are named."""
    order = order_of_path(request, slug, secret)
    with counted_names(visitor_of(request._request), secret):
        name_tickets(order=order, texts=texts)
    return order_answer(access_order(shop_of_path(request, slug), secret), with_items=True)


class OrderPaymentMethodsView(APIView):
    @extend_schema(responses=list[PaymentOffer])
    def get(self, request: Request, slug: str, secret: str) -> Response:
        order = order_of_path(request, slug, secret)
        return Response([json_of(offer) for offer in offers_for(order)], headers=NO_STORE)


class AnyKind(BaseContentNegotiation):
    """A file is what it is, whatever somebody would rather have."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        return parsers[0]

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        return renderers[0], renderers[0].media_type


class OrderInvoiceView(APIView):
    content_negotiation_class = AnyKind

    @extend_schema(
        description="A PDF, for companies with the invoice as data inside (ZUGFeRD, EN 16931).",
        responses={(200, PDF): OpenApiTypes.BINARY, **described_problems(404, 429)},
    )
    def get(self, request: Request, slug: str, secret: str, invoice_id: str) -> HttpResponse:
        invoice = invoice_of(order_of_path(request, slug, secret), invoice_id)
        if invoice is None:
            raise Http404
        with counted_document(visitor_of(request._request), secret):
            file = invoice_pdf(invoice)
        return download(file, PDF, invoice.file_name)
