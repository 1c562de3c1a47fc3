"""POST shops/{slug}/newsletter (purchase §7 "subscribeNewsletter")."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from shop.core.limits.visitors import client_address, visitor_of
from shop.core.values.languages import active_language
from shop.core.wire.inputs import Input
from shop.newsletter.actions import SignUp, checked_address, subscribe
from shop.newsletter.limits import count_attempt
from shop.web.rest import shop_of_path

# What is known about an address is no answer's business.
NOTHING = {"type": "object", "additionalProperties": False}


class WishInput(Input):
    email = serializers.CharField(allow_blank=True, default="", max_length=254)
    accepts_terms = serializers.BooleanField(default=False)


class NewsletterView(APIView):
    @extend_schema(request=WishInput, responses={202: NOTHING})
    def post(self, request: Request, slug: str) -> Response:
        shop = shop_of_path(request, slug)
        given = WishInput(data=request.data)
        given.is_valid(raise_exception=True)
        sign_up = SignUp(**given.validated_data, language=active_language(), address=client_address(request._request))
        checked_address(sign_up)  # a slip of the finger is no attempt
        count_attempt(visitor_of(request._request), shop, sign_up.email)
        subscribe(shop=shop, sign_up=sign_up)
        return Response({}, status=202, headers={"Cache-Control": "no-store"})
