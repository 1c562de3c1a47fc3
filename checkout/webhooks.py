"""`/api/v2/payments/{provider}/events`: what payment providers report (docs/decisions/0040)."""

from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from shop.core.http.problems import described_problems
from shop.core.limits.visitors import client_network
from shop.web.rest import NO_STORE

from .actions.payments.inbox import keep_unproven
from .actions.payments.reconciling import receive
from .entry.limits import count_forgery
from .errors import EventTooLarge, ProofMissing, SignatureWrong
from .payments.interface import ProviderMessage
from .payments.methods import PROVIDERS

LARGEST_EVENT = 64 * 1024


class ProviderEventsView(APIView):
    """What a payment provider reports, of which nothing but its numbers is read: a job asks what happened.

    Its signature proves who sends it, and nobody is asked for that here: what cannot be proven without asking is kept
    as it came, for a job. What is not proven counts, whatever comes of it; what is does not, as a provider has few
    addresses and no event may be lost.
    """

    takes_cross_site = True

    @extend_schema(
        description="For payment providers. 204: the event is kept, or was before; what turns out not to be the"
        " provider's has no effect. 400: its signature is wrong.",
        request=OpenApiTypes.OBJECT,
        responses={204: None, **described_problems(400, 404, 413, 429)},
    )
    def post(self, request: Request, provider: str) -> Response:
        known = PROVIDERS.get(provider)
        if known is None:
            raise Http404
        asked = request._request
        refuse_large(asked)
        message = ProviderMessage(asked.body, {name: asked.headers.get(name, "") for name in known.signed_by})
        try:
            receive(provider=provider, event=known.event(message))
        except (SignatureWrong, ProofMissing) as unproven:
            count_forgery(client_network(asked))
            if isinstance(unproven, SignatureWrong):
                raise
            keep_unproven(provider=provider, message=message)
        return Response(status=204, headers=NO_STORE)


def refuse_large(request: HttpRequest) -> None:
    """Raises EventTooLarge."""
    try:
        size = len(request.body)
    except RequestDataTooBig:
        raise EventTooLarge from None
    if size > LARGEST_EVENT:
        raise EventTooLarge
