"""The sale beside a bare Django view and a bare row that is committed, all in the same run; part of `make bench`.

    python -m tests.benchmarks.sale

Guests are new ones, from many addresses, with the documents of the built pages; each row has web processes of its own
and begins in a quiet shop. After each nothing may be sold or held beyond what there is, else it ends with 1.
ROWS=holds,orders measures some kinds of rows only (holds, refusals, seats, orders, paid), SECONDS=5 is how long guests
begin in each row, JSON=file writes the figures. PROFILE=1 shows instead of which statements and functions a hold, a
refusal and an order are made.
"""

import os
import sys
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import product

from .load import worked, write_figures
from .sale_guests import Hold, HoldSeats, Look, Order
from .sale_load import Crowd, Ran, insert
from .sale_stage import Processes, Stage, paying_shop, stage
from .sale_statements import profile

KINDS = ("holds", "refusals", "seats", "orders", "paid")
SECONDS = float(os.environ.get("SECONDS", "5"))
# Until the connections of all threads have prepared their statements.
WARM_SECONDS = 5.0
FEW, MANY = 8, 64
VIEW, ROW = "bare view", "bare INSERT and COMMIT"
GROUPS = ("web", "database", "worker")
FREE = ""


@dataclass(frozen=True)
class Figures:
    """`rate`: guests a second; `p95`: ms that 19 of 20 took at most; `refused`: their share; `cpu`: ms of CPU time a
    guest by groups of processes, "guests" their own.
    """

    rate: float
    p95: float
    refused: float
    cpu: dict[str, float]

    @property
    def cost(self) -> float:
        return sum(self.cpu.get(group, 0.0) for group in GROUPS)


@dataclass
class Bench:
    on: Stage
    crowd: Crowd
    found: dict[str, Figures] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    def measure(
        self,
        name: str,
        processes: Processes,
        run: Callable[[float], Ran],
        *,
        expected: Collection[str] = (FREE,),
        settle: Callable[[], None] | None = None,
    ) -> None:
        """`settle` waits for what follows from the visits; it is measured with them."""
        settled(run(WARM_SECONDS), settle)
        before = {group: worked(process) for group, process in processes.items()}
        ran = settled(run(SECONDS), settle)
        seconds = {group: worked(process) - before[group] for group, process in processes.items()}
        number = len(ran.took)
        cpu = {group: spent * 1000 / number for group, spent in [*seconds.items(), ("guests", ran.cpu)]}
        self.found[name] = Figures(ran.rate, ran.p95 * 1000, 1 - ran.codes[FREE] / number, cpu)
        if other := {code: times for code, times in ran.codes.items() if code not in expected}:
            self.problems.append(f"{name}: {other}")
        print(line(name, self.found[name], self.ratios(name)), flush=True)

    def ratios(self, name: str) -> dict[str, float]:
        """In how much CPU time a bare view takes, and in how much time on the clock a bare row takes."""
        one, view, row = self.found[name], self.found[VIEW], self.found.get(ROW)
        return {"views": one.cost / view.cost} | ({"rows": row.rate / one.rate} if row else {})

    def bare(self) -> None:
        with self.on.bare() as (port, processes):
            self.measure(VIEW, processes, partial(self.crowd.play, Look(port), port, FEW))
        inserting = partial(insert, self.on.database, FEW)
        on_disk = {"database": self.on.postgres}
        self.measure(ROW, on_disk, lambda seconds: self.crowd.run(partial(inserting, seconds)))

    @contextmanager
    def cleared_up(self) -> Iterator[None]:
        yield
        if broken := self.on.clear_up():
            self.problems.append(f"broken, with so many rows: {broken}")

    @contextmanager
    def shop(self) -> Iterator[tuple[int, Processes]]:
        with self.on.shop() as running, self.cleared_up():
            yield running

    def holds(self) -> None:
        for (stock, sold), clients in product((("fresh", "none"), ("sold", "120 000")), (FEW, MANY)):
            with self.shop() as (port, processes):
                run = partial(self.crowd.play, Hold(port, self.on.tickets[stock]), port, clients)
                self.measure(f"holds, {sold} sold, {clients} at once", processes, run)

    def refusals(self) -> None:
        for clients in (FEW, MANY):
            with self.shop() as (port, processes):
                run = partial(self.crowd.play, Hold(port, self.on.tickets["gone"]), port, clients)
                self.measure(f"refusals, {clients} at once", processes, run, expected=("SOLD_OUT",))

    def seats(self) -> None:
        """Guests apart, and eight who all want the same."""
        halls = zip(self.on.halls, ((1, "apart"), (FEW, "the same")), strict=True)
        for (ticket, groups), (each, how) in halls:
            with self.shop() as (port, processes):
                run = partial(self.crowd.play, HoldSeats(port, ticket, groups, each), port, FEW)
                expected = (FREE,) if each == 1 else (FREE, "SEATS_NOT_AVAILABLE")
                self.measure(f"4 seats of 20 000, {how}", processes, run, expected=expected)

    def orders(self) -> None:
        with self.shop() as (port, processes):
            run = partial(self.crowd.play, Order(port, self.on.tickets["orders"], "bank_transfer"), port, FEW)
            self.measure("orders placed", processes, run)

    def paid(self) -> None:
        with paying_shop(self.on) as shop, self.cleared_up():
            run = partial(self.crowd.play, Order(shop.port, self.on.tickets["orders"], "redirect"), shop.port, FEW)
            self.measure("orders paid, with mails", shop.processes, run, settle=shop.settle)


def settled(ran: Ran, settle: Callable[[], None] | None) -> Ran:
    if settle:
        settle()
        ran.ended = time.monotonic()
    return ran


HEAD = ("a second", "p95, ms", "refused", "web ms", "database", "worker", "guests", "views", "rows")


def line(name: str, one: Figures, ratios: dict[str, float]) -> str:
    cpu = [f"{one.cpu[group]:10.2f}" if group in one.cpu else f"{'':10}" for group in (*GROUPS, "guests")]
    against = [f"{ratios[what]:10.1f}" if what in ratios else f"{'':10}" for what in ("views", "rows")]
    return f"{name:32}{one.rate:10.1f}{one.p95:10.1f}{one.refused:10.0%}{''.join(cpu + against)}"


def main() -> int:
    if os.environ.get("PROFILE") == "1":
        profile()
        return 0
    kinds = [kind for kind in KINDS if kind in (os.environ.get("ROWS") or ",".join(KINDS)).split(",")]
    print("\nThe sale: CPU time of one in ms, by whose it is; in how many bare views' CPU time it is made; in how many")
    print("bare rows' time on the clock. Eight guests at once, where nothing else is said; they share the machine.\n")
    print(f"{'':32}" + "".join(f"{name:>10}" for name in HEAD))
    with stage() as on, Crowd() as crowd:
        bench = Bench(on, crowd)
        bench.bare()
        for kind in kinds:
            getattr(bench, kind)()
    print("\n" + ("\n".join(bench.problems) or "0 oversold, no seat given twice, all orders as they must be"))
    write_figures({"sale": {name: asdict(one) | bench.ratios(name) for name, one in bench.found.items()}})
    return 1 if bench.problems else 0


if __name__ == "__main__":
    sys.exit(main())
