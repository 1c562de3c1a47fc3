"""The advent calendar on the wire (catalogue §3 "Advent door"). A closed door is a day and nothing else."""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import strawberry

from catalogue.models import AdventDoor as DoorModel
from catalogue.queries import statements
from catalogue.queries.advent import OpenCalendar, open_calendar, zone
from catalogue.rules import DOORS, door_opens
from shop.core.values.html import clean_html
from shop.core.wire.paging import MAX_FIRST, PageRequest
from shop.web.graphql.context import GraphQLInfo

from .batching import Batch

if TYPE_CHECKING:
    from .products import MerchProduct

ALL = PageRequest(MAX_FIRST)


@strawberry.type
class AdventDoorMeta:
    band: str
    solution: str


@strawberry.type
class AdventDoor:
    batch: strawberry.Private[Batch]
    key: strawberry.Private[int]
    day: int
    open: bool
    opens_at: datetime
    name: str
    text: str
    meta: AdventDoorMeta

    @strawberry.field
    def items(
        self, info: GraphQLInfo
    ) -> list[Annotated["MerchProduct", strawberry.lazy("catalogue.graphql.products")]]:
        """Also those that listings hide; of open doors only."""
        return self.batch.load_list(self.key, info, "MerchProduct", statements.products_of_doors) if self.open else []


@strawberry.type
class AdventCalendar:
    id: strawberry.ID
    year: int
    title: str
    text: str
    years: list[int]
    opened: int
    next_opening: datetime | None
    doors: list[AdventDoor]


def calendar_of(info: GraphQLInfo, year: int | None) -> AdventCalendar | None:
    found = open_calendar(info.context.shop, year)
    if found is None:
        return None
    info.context.ends_at(found.until)
    return AdventCalendar(
        id=strawberry.ID(str(found.row.pk)),
        year=found.row.year,
        title=found.row.title or "",
        text=clean_html(found.row.text or ""),
        years=found.years,
        opened=found.opened,
        next_opening=found.next_opening,
        doors=doors_of(found),
    )


def doors_of(calendar: OpenCalendar) -> list[AdventDoor]:
    batch = Batch([door.pk for door in calendar.doors.values()])
    nothing = DoorModel(name="", text="", band="", solution="")
    doors = []
    for day in range(1, DOORS + 1):
        door = calendar.doors.get(day, nothing)
        doors.append(
            AdventDoor(
                batch=batch,
                key=door.pk or 0,
                day=day,
                open=day <= calendar.opened,
                opens_at=door_opens(calendar.row.year, day, zone()),
                name=door.name or "",
                text=clean_html(door.text or ""),
                meta=AdventDoorMeta(band=door.band, solution=door.solution or ""),
            )
        )
    return doors
