"""Check-ins on the wire (purchase §3 "Check-in")."""

from datetime import date, datetime
from enum import Enum

import strawberry

from aftersale import models
from aftersale.check_in.errors import CheckInNotFound
from aftersale.check_in.queries import EventCheckIn, check_in_named, opens_at
from aftersale.check_in.rules import RECOMMENDED_BEFORE
from aftersale.tickets.limits import counted_number
from catalogue.graphql.events import Event, event_named
from shop.core.limits.visitors import visitor_of
from shop.core.values.html import clean_html
from shop.web.graphql.context import GraphQLInfo

REQUIRED = "required"


@strawberry.enum
class CheckInItemType(Enum):
    content = "content"
    form = "form"


@strawberry.enum
class CheckInFormType(Enum):
    text = "text"
    checkbox = "checkbox"


@strawberry.type
class CheckInItem:
    type: CheckInItemType
    header: str
    content: str = strawberry.field(description="harmless HTML")
    name: str
    label: str
    form_type: CheckInFormType
    tags: list[str] = strawberry.field(description="`required` where a field has to be filled in")
    value: str = strawberry.field(description="empty; clients keep here what is entered")


@strawberry.type
class CheckIn:
    event_id: strawberry.Private[int]
    content: list[CheckInItem]
    checkin_date: date | None = strawberry.field(description="the day on which it opens; none for a hidden date")
    check_in_start_at: datetime | None
    check_in_end_at: datetime | None
    recommended_until: datetime | None = strawberry.field(
        description="six hours before the event begins, while that lies ahead"
    )
    checkin_active: bool
    checkin_over: bool = strawberry.field(description="it is closed for good")
    allow_retake: bool
    ticket_known: bool = strawberry.field(description="false for that of an event: a ticket is still to be named")
    checked_in: bool
    expires_on: date | None

    @strawberry.field
    def event(self, info: GraphQLInfo) -> Event:
        found = event_named(info, str(self.event_id))
        if found is None:
            raise CheckInNotFound
        return found


def item_type(item: models.CheckInItem) -> CheckInItem:
    return CheckInItem(
        type=CheckInItemType(item.kind), header=item.header or "", content=clean_html(item.content or ""),
        name=item.name or "", label=item.label or "", form_type=CheckInFormType(item.form_type),
        tags=[REQUIRED] if item.required else [], value="",
    )  # fmt: skip


def check_in_type(found: EventCheckIn) -> CheckIn:
    """Return the check-in. None of its times reveals a hidden date."""
    shown, opens = not found.event.hide_date, opens_at(found.event)
    recommended = found.event.happening_from - RECOMMENDED_BEFORE
    return CheckIn(
        event_id=found.event.pk, content=[item_type(one) for one in found.items],
        checkin_date=found.event.at_venue(opens).date() if opens else None, check_in_start_at=opens,
        check_in_end_at=found.window.closes if shown else None,
        recommended_until=recommended if shown and found.now < recommended else None,
        checkin_active=found.window.is_open(found.now), checkin_over=found.window.is_over(found.now),
        allow_retake=found.allow_retake, ticket_known=found.ticket is not None,
        checked_in=found.check_in is not None, expires_on=found.check_in.expires_on if found.check_in else None,
    )  # fmt: skip


@strawberry.type
class CheckInQuery:
    @strawberry.field(
        description="The online check-in by the number of a ticket, with or without its check digit, or by the id or "
        "slug of an event. NOT_FOUND whatever is wrong with it, CHECK_IN_NOT_FOUND for an event without; RATE_LIMITED "
        "after 30 wrong ones in ten minutes, or WORK_NEEDED with a `challenge`."
    )
    def check_in(self, info: GraphQLInfo, id: strawberry.ID) -> CheckIn:
        with counted_number(visitor_of(info.context.request)):
            return check_in_type(check_in_named(info.context.shop, id))
