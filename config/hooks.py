"""What the lower apps ask of the higher ones, filled in: the order of what follows is the order of the lines here.

mypy compares each class with the protocol `Above` in its app's `hooks.py`.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Protocol
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Exists, QuerySet

import aftersale.invariants
import catalogue.hooks
import checkout.hooks
import checkout.invariants
import sessions_queue.hooks
import shop.hooks
from aftersale.check_in.links import links_of_lines
from aftersale.exchanges import used
from aftersale.printed_tickets.actions import follow_parcel, give_numbers, match_numbers
from aftersale.printed_tickets.queries import lacking
from aftersale.refunds import asking
from aftersale.ticket_mails import enclosed_tickets
from aftersale.ticket_service.actions import keep_deadlines
from aftersale.tickets.actions import issue_tickets, match_tickets
from aftersale.tickets.mails import TICKETS_MAIL
from aftersale.tickets.queries import numbers_of_lines, valid_positions
from cart.actions import expire_carts
from cart.inside import holds_something, visitors_inside
from catalogue.events.turning_points import TURNING_POINTS
from catalogue.events.waiting_rooms import left_of, mark_event_room, name_in, shops_of, zone_at
from catalogue.models import Event
from catalogue.queries.advent import contest_year, has_calendar
from catalogue.queries.gated_pictures import gated_pictures
from checkout.actions.payments.paid import follow_payment, send_paid_mails
from checkout.hooks import CheckInLink, MailParts
from checkout.models import Delivery, OrderLine, Placement, Refund
from checkout.payments.code_invariants import INVARIANTS as CODE_INVARIANTS
from checkout.pricing.delivery_terms import DeliveryTerms, delivery_terms
from sessions_queue.hooks import TicketsLeft
from sessions_queue.models import VisitorSession, WaitingRoom
from shop.hooks import TurningPoints
from shop.models import Shop
from shop.web.graphql.context import GraphQLContext


class Schema(Protocol):
    """`config.graphql.schema`"""

    def execute(self, operation_name: str, variables: dict[str, Any], context: GraphQLContext) -> dict[str, Any]: ...

    def is_public_document(self, key: str) -> bool: ...


@cache
def graphql_schema() -> Schema:
    """Import the schema when the first document runs. The import takes a quarter of Django's start, and most commands
    run no document.
    """
    from config.graphql import schema

    return schema


class AboveShop:
    def answer_document(self, operation: str, variables: dict[str, Any], context: GraphQLContext) -> dict[str, Any]:
        return graphql_schema().execute(operation, variables, context)

    def is_public_document(self, key: str) -> bool:
        return graphql_schema().is_public_document(key)

    def gated_pictures(self) -> Mapping[str, frozenset[int]]:
        return gated_pictures()

    def has_calendar(self) -> Exists:
        return has_calendar()

    def contest_year(self, shop: Shop) -> int | None:
        return contest_year(shop)

    def delivery_terms(self, shop: Shop) -> DeliveryTerms:
        return delivery_terms(shop)

    def turning_points(self) -> Mapping[str, TurningPoints]:
        return TURNING_POINTS

    def invariants(self) -> Mapping[str, str]:
        of_apps = (checkout.invariants.INVARIANTS, CODE_INVARIANTS, aftersale.invariants.INVARIANTS)
        found = {name: statement for each in of_apps for name, statement in each.items()}
        assert len(found) == sum(map(len, of_apps))
        return found


class AboveSessions:
    def sessions_ended(self, session_ids: Sequence[UUID]) -> None:
        expire_carts(session_ids=session_ids)

    def room_state_changed(self, room: WaitingRoom) -> None:
        mark_event_room(room=room)

    def visitors_inside(self, room: WaitingRoom) -> int:
        return visitors_inside(room)

    def has_reserved(self, session: VisitorSession) -> bool:
        return holds_something(session)

    def tickets_left(self, room: WaitingRoom) -> TicketsLeft:
        return left_of(room)

    def shops_behind(self, room: WaitingRoom) -> Collection[int]:
        return shops_of(room)

    def event_name(self, room: WaitingRoom, shop: Shop) -> str:
        return name_in(room, shop)

    def time_zone(self, room: WaitingRoom) -> ZoneInfo:
        return zone_at(room)


class AboveCatalogue:
    def time_zone_changed(self, events: QuerySet[Event], *, before: str, after: str) -> None:
        keep_deadlines(events=events, before=before, after=after)


class AfterSale:
    def placement_paid(self, placement: Placement) -> None:
        follow_payment(placement=placement)
        issue_tickets(placement=placement)
        give_numbers(placement=placement)
        send_paid_mails(placement=placement)

    def lines_ended(self, placement: Placement, *, refunded: Collection[OrderLine] = ()) -> None:
        match_tickets(placement=placement, refunded=refunded)
        match_numbers(placement=placement)

    def delivery_sent_again(self, delivery: Delivery, *, again: Delivery) -> None:
        follow_parcel(delivery=delivery, again=again)

    def lines_without_numbers(self, lines: QuerySet[OrderLine]) -> QuerySet[OrderLine]:
        return lacking(lines)

    def used_lines(self, lines: QuerySet[OrderLine]) -> QuerySet[OrderLine]:
        return used(lines)

    def valid_tickets(self, lines: Iterable[OrderLine]) -> Mapping[UUID, Sequence[int]]:
        return valid_positions(lines)

    def ticket_numbers(self, lines: Iterable[OrderLine]) -> Mapping[UUID, Sequence[str]]:
        return numbers_of_lines(lines)

    def check_in_links(self, shop: Shop, lines: Iterable[OrderLine]) -> Sequence[CheckInLink]:
        return links_of_lines(shop, lines)

    def enclosed(self, kind: str, placement: Placement) -> MailParts:
        return enclosed_tickets(placement) if kind == TICKETS_MAIL.name else MailParts()

    def refund_request_relations(self) -> Sequence[str]:
        return [asking.RELATION]

    def refund_request_account(self, refund: Refund) -> tuple[str, str] | None:
        return asking.account_of(refund)

    def refund_request_page(self, refund: Refund) -> str:
        return asking.page_of(refund)

    def refund_request_right(self) -> str:
        return asking.RIGHT


def fill_hooks() -> None:
    """Called by `ConfigConfig.ready`, before anything is answered."""
    shop.hooks.above = AboveShop()
    sessions_queue.hooks.above = AboveSessions()
    catalogue.hooks.above = AboveCatalogue()
    checkout.hooks.above = AfterSale()
