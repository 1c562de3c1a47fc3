"""No single seat is left over (purchase §4): picks are moved by at most one seat. Pure, over one run of a row.

The free stretch that a pick lies in ends at an aisle, at the row's end and at every seat that somebody has.
"""

from collections.abc import Hashable, Iterator, Sequence

# What an arrangement costs, the worst first: single seats left over, seats moved, gaps, moves to the right.
Cost = tuple[int, int, int, int]


def places_without_single_seats(
    free: Sequence[bool], wanted: Sequence[int], *, alike: Sequence[Hashable] | None = None, distance: int = 0
) -> list[int]:
    """The places to give for the `wanted` ones, both ascending places of the run.

    `free`: may be taken by this buyer; all wanted places are. Each group of neighbours moves as one, to places that are
    `alike` (a seat's price). Nobody moves unless fewer single seats are left by it. `distance`: that many seats beside
    a party stay empty, so a gap leaves a single seat when it is one larger.
    """
    given: list[int] = []
    for start, end in free_stretches(free):
        groups = neighbours([place for place in wanted if start <= place < end])
        if groups:
            given += _arranged(start, end, groups, alike, distance)
    return given


def free_stretches(free: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Start and end (exclusive) of what is free side by side."""
    start = None
    for place, is_free in enumerate(free):
        if is_free and start is None:
            start = place
        elif not is_free and start is not None:
            yield start, place
            start = None
    if start is not None:
        yield start, len(free)


def neighbours(places: Sequence[int]) -> list[tuple[int, int]]:
    """First place and size of each group of ascending places without a gap."""
    groups: list[tuple[int, int]] = []
    for place in places:
        if groups and sum(groups[-1]) == place:
            groups[-1] = (groups[-1][0], groups[-1][1] + 1)
        else:
            groups.append((place, 1))
    return groups


def leaves_single(gap: int, parties: int, distance: int) -> bool:
    """Whether others find exactly one seat in a gap that this many parties' seats border on."""
    return gap - parties * distance == 1


def _arranged(
    start: int, end: int, groups: list[tuple[int, int]], alike: Sequence[Hashable] | None, distance: int
) -> list[int]:
    """The cheapest arrangement, group by group from the left; kept: the best one for each end of the last group."""
    best: dict[int, tuple[Cost, list[int]]] = {start: ((0, 0, 0, 0), [])}
    for number, (first, size) in enumerate(groups):
        reached: dict[int, tuple[Cost, list[int]]] = {}
        parties = 1 if number == 0 else 2
        for move in (0, -1, 1):
            at = first + move
            if at < start or at + size > end or (move and alike and not _are_alike(alike, first, at, size)):
                continue
            for before, (cost, places) in best.items():
                gap = at - before
                if gap < 0:
                    continue
                now = (
                    cost[0] + leaves_single(gap, parties, distance),
                    cost[1] + (size if move else 0),
                    cost[2] + (gap > 0),
                    cost[3] + (move > 0),
                )
                if at + size not in reached or now < reached[at + size][0]:
                    reached[at + size] = (now, [*places, *range(at, at + size)])
        best = reached
    return min(_ended(cost, end - before, distance, places) for before, (cost, places) in best.items())[1]


def _ended(cost: Cost, gap: int, distance: int, places: list[int]) -> tuple[Cost, list[int]]:
    return (cost[0] + leaves_single(gap, 1, distance), cost[1], cost[2] + (gap > 0), cost[3]), places


def _are_alike(alike: Sequence[Hashable], first: int, at: int, size: int) -> bool:
    return all(alike[first + step] == alike[at + step] for step in range(size))
