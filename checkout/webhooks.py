"""`/api/v2/payments/{provider}/events`: what payment providers report (docs/decisions/0040)."""

from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from shop.rest import NO_STORE
from shop.web.rate_limits import caller

from .actions.reconciling import receive
from .errors import EventTooLarge
from .limits import counted_forgery
from .payments import PROVIDERS

LARGEST_EVENT = 64 * 1024


class ProviderEventsView(APIView):
    """What a payment provider reports, of which nothing but its numbers is read: a job asks what happened.

    Its signature proves who sends it. Only forgeries are counted: a provider has few addresses, and no event may be
    lost.
    """

    takes_cross_site = True

    @extend_schema(
        description="For payment providers. 204: the event is kept, or was before. 400: its signature is wrong.",
        request=OpenApiTypes.OBJECT,
        responses={204: None} | dict.fromkeys((400, 404, 413, 429), OpenApiTypes.OBJECT),
    )
    def post(self, request: Request, provider: str) -> Response:
        known = PROVIDERS.get(provider)
        if known is None:
            raise Http404
        refuse_large(request._request)
        with counted_forgery(caller(request._request)):
            event = known.event(request._request)
        receive(provider=provider, event=event)
        return Response(status=204, headers=NO_STORE)


def refuse_large(request: HttpRequest) -> None:
    """Raises EventTooLarge."""
    try:
        size = len(request.body)
    except RequestDataTooBig:
        raise EventTooLarge from None
    if size > LARGEST_EVENT:
        raise EventTooLarge
