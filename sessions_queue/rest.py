"""A visitor's session by REST (purchase §7)."""

from dataclasses import dataclass
from datetime import datetime

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from shop.core.http.problems import described_problems
from shop.core.values.languages import LANGUAGES
from shop.core.wire.answers import json_of
from shop.core.wire.inputs import Input
from shop.web.rest import NO_STORE, shop_of_path, valid

from .errors import SessionEnded
from .queries import living_session, request_session
from .visitor_sessions.actions import change_language, heartbeat
from .waiting_room.gate import named_rooms, poll_rooms, rooms_to_poll
from .waiting_room.rules import QueueAnswer


class SessionInput(Input):
    language = serializers.ChoiceField(choices=LANGUAGES)


class SessionView(APIView):
    @extend_schema(request=SessionInput, responses=SessionInput)
    def patch(self, request: Request, slug: str) -> Response:
        session = living_session(request._request, shop_of_path(request, slug))
        data = valid(SessionInput(data=request.data))
        change_language(session=session, language=data["language"])
        return Response(data, headers=NO_STORE)


class QueueView(APIView):
    """The visitor's status in the queues. Polling keeps the place, and takes one if there is none yet. `room`: of the
    events' queues these only, as IN_QUEUE names them.
    """

    @extend_schema(
        description="`active`, waitingIndex, catalogWaitingIndex, waiting_percentage, trying_again_in (seconds).",
        responses={200: QueueAnswer, **described_problems(429, 503)},
    )
    def get(self, request: Request, slug: str) -> Response:
        response = Response(headers=NO_STORE)
        shop = shop_of_path(request, slug)
        session = request_session(request._request, shop) if shop.has_line else None
        named = named_rooms(request._request)
        rooms = rooms_to_poll(request._request, shop, session, named)
        response.data = poll_rooms(rooms, request._request, response, shop).of(named).poll_answer
        return response


@dataclass(frozen=True)
class HeartbeatAnswer:
    expires_at: datetime


class HeartbeatView(APIView):
    """Renews the session. The only GET that changes something."""

    @extend_schema(responses=HeartbeatAnswer)
    def get(self, request: Request, slug: str) -> Response:
        renewed = heartbeat(session=living_session(request._request, shop_of_path(request, slug)))
        if renewed is None:
            raise SessionEnded
        return Response(json_of(HeartbeatAnswer(renewed.expires_at)), headers=NO_STORE)
