"""A visitor's session on the wire (purchase §3 "Session", §7 HEARTBEAT)."""

from datetime import datetime, timedelta

import strawberry
from django.conf import settings
from django.utils import timezone

from shop.core.limits.visitors import visitor_of
from shop.web.graphql.context import GraphQLContext, GraphQLInfo

from .errors import ActivityUnknown, InQueue, SessionEnded
from .limits import count_activity, count_new_resume_id, counted_resume
from .models import Activity, VisitorSession
from .queries import living_session, request_session, session_by_token, session_cookie
from .visitor_sessions.actions import heartbeat
from .visitor_sessions.activity import log_activity
from .visitor_sessions.resuming import new_resume_id, resume
from .waiting_room.gate import poll_rooms, rooms_to_poll


@strawberry.type(name="Session")
class SessionType:
    expires_at: datetime | None
    may_act: strawberry.Private[bool] = False

    @strawberry.field(
        description="0 for who does not wait; IN_QUEUE (503) with waitingIndex, catalogWaitingIndex, "
        "waiting_percentage and trying_again_in for whose turn it is not yet."
    )
    def waiting_index(self, info: GraphQLInfo) -> int:
        return self._index(info.context)

    @strawberry.field(description="As waitingIndex, for the events whose tickets are waited for.")
    def catalog_waiting_index(self, info: GraphQLInfo) -> int:
        return self._index(info.context)

    def _index(self, context: GraphQLContext) -> int:
        """Poll once for both fields: a visitor without a place would otherwise take two."""
        if not self.may_act:
            require_turn(context)
            self.may_act = True
        return 0


def require_turn(context: GraphQLContext) -> None:
    """Poll the queues. Raises InQueue if it is not the visitor's turn. The response keeps the places."""
    if not context.shop.has_line:
        return
    rooms = rooms_to_poll(context.request, context.shop, guest_session(context))
    waiting = poll_rooms(rooms, context.request, context.response, context.shop)
    if not waiting.is_over:
        raise InQueue(waiting.queue_status, waiting.blocking_rooms)


@strawberry.input
class HeartbeatInput:
    client_mutation_id: str | None = None


@strawberry.type
class HeartbeatPayload:
    session: SessionType
    client_mutation_id: str | None


def guest_session(context: GraphQLContext) -> VisitorSession | None:
    return request_session(context.request, context.shop)


def session_to_order(context: GraphQLContext) -> VisitorSession:
    """Return the session, ended or not: it may ask for the order that it placed. Placing an order checks that it lives.
    Raises SessionEnded if there is none.
    """
    token = context.request.COOKIES.get(session_cookie(context.shop))
    session = session_by_token(context.shop, token, alive=False)
    if session is None:
        raise SessionEnded
    exempt_from_work(context, session)
    return session


def session_to_pay(context: GraphQLContext) -> VisitorSession:
    """Raises SessionEnded."""
    session = living_session(context.request, context.shop)
    exempt_from_work(context, session)
    return session


# Time to come back from a payment.
SPARED_AFTER_END = timedelta(hours=1)


def exempt_from_work(context: GraphQLContext, session: VisitorSession) -> None:
    """Exempt the visitor from work if the session has worked or came in by a turn, in whichever browser it goes on."""
    if session.work and timezone.now() - session.expires_at < SPARED_AFTER_END:
        visitor_of(context.request).exempt_session = f"session {session.pk}"


def keep_session_cookie(context: GraphQLContext, session: VisitorSession) -> None:
    """Set the session's cookie. It ends with the browser; the session itself ends by `expires_at`."""
    context.response.set_cookie(
        session_cookie(context.shop),
        session.token,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


@strawberry.type
class SessionQuery:
    @strawberry.field
    def session(self, info: GraphQLInfo) -> SessionType:
        session = guest_session(info.context)
        return SessionType(expires_at=session.expires_at if session else None)


@strawberry.input
class LogActivityInput:
    action: str = strawberry.field(
        description=f"one of {', '.join(map(repr, Activity.values))}; ACTIVITY_UNKNOWN for another"
    )
    client_mutation_id: str | None = None


@strawberry.type
class LogActivityPayload:
    client_mutation_id: str | None


@strawberry.input
class MakeResumeIdInput:
    client_mutation_id: str | None = None


@strawberry.type
class MakeResumeIdPayload:
    resume_id: strawberry.ID
    client_mutation_id: str | None


@strawberry.input
class ResumeSessionInput:
    session_id: strawberry.ID = strawberry.field(description="the id of the page checkout/resume")
    replace: bool = strawberry.field(default=False, description="end the session that this browser has")
    client_mutation_id: str | None = None


@strawberry.type
class SessionMutation:
    @strawberry.mutation(
        description="An id by which the session goes on in another browser, at checkout/resume: once, within ten "
        "minutes. SESSION_ENDED without a session."
    )
    def make_resume_id(self, info: GraphQLInfo, input: MakeResumeIdInput) -> MakeResumeIdPayload:
        count_new_resume_id(visitor_of(info.context.request))
        session = living_session(info.context.request, info.context.shop)
        return MakeResumeIdPayload(
            resume_id=strawberry.ID(new_resume_id(session=session)), client_mutation_id=input.client_mutation_id
        )

    @strawberry.mutation(
        description="Go on here with a session of another browser, which loses it. NOT_RESUMED, or SESSION_HERE where "
        "this browser has one and `replace` is not set."
    )
    def resume_session(self, info: GraphQLInfo, input: ResumeSessionInput) -> HeartbeatPayload:
        context = info.context
        with counted_resume(visitor_of(context.request)):
            session = resume(
                shop=context.shop, resume_id=input.session_id, here=guest_session(context), replaces=input.replace
            )
        keep_session_cookie(context, session)
        return HeartbeatPayload(
            session=SessionType(expires_at=session.expires_at), client_mutation_id=input.client_mutation_id
        )

    @strawberry.mutation(description="Tell what went wrong while paying, where the browser alone sees it.")
    def log_activity(self, info: GraphQLInfo, input: LogActivityInput) -> LogActivityPayload:
        if input.action not in Activity.values:
            raise ActivityUnknown
        count_activity(visitor_of(info.context.request))
        log_activity(shop=info.context.shop, action=Activity(input.action))
        return LogActivityPayload(client_mutation_id=input.client_mutation_id)

    @strawberry.mutation(description="20 more minutes; expiresAt is null when there is no session to renew.")
    def heartbeat(self, info: GraphQLInfo, input: HeartbeatInput) -> HeartbeatPayload:
        session = guest_session(info.context)
        renewed = heartbeat(session=session) if session is not None else None
        return HeartbeatPayload(
            session=SessionType(expires_at=renewed.expires_at if renewed else None),
            client_mutation_id=input.client_mutation_id,
        )
