from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import Q
from tqdm import tqdm

from aftersale.models import RefundOffer, RefundRequest
from aftersale.refunds.actions import approve_request
from aftersale.refunds.actions.mass_refunds import RefundTotals, refund_order_by_offer, refund_preview
from aftersale.refunds.errors import RefundNeedsStaff, RequestDecided
from aftersale.refunds.queries import orders_to_refund
from checkout.models import Order
from checkout.payments.references import order_reference
from shop.core.values.formats import euros
from shop.core.values.numbers import whole_number


class Command(BaseCommand):
    help = (
        "Give the money for tickets back: of one order, of an event whose refund offer is open, or of all requests "
        "that wait. Started again after it was stopped, it goes on; nothing goes back twice."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument("--event", help="id or slug; everybody's money that can go back the way it came")
        which.add_argument("--order", help="reference; for all of its events whose offer is open")
        which.add_argument("--requests", action="store_true", help="those that could not go by themselves, once more")
        parser.add_argument("--dry-run", action="store_true", help="only tell what would be done")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["requests"]:
            self.requests(dry_run=options["dry_run"])
            return
        found = of_event(options["event"]) if options["event"] else of_order(options["order"])
        done = RefundTotals()
        for offer, order in tqdm(found, unit="order", disable=None, leave=False):
            done.add(
                *(
                    refund_preview(offer, order)
                    if options["dry_run"]
                    else refund_order_by_offer(offer=offer, order=order)
                )
            )
        self.report(done, "orders", dry_run=options["dry_run"])

    def requests(self, *, dry_run: bool) -> None:
        waiting = list(RefundRequest.objects.open().select_related("order", "offer").order_by("created_at"))
        done = RefundTotals()
        for request in tqdm(waiting, unit="request", disable=None, leave=False):
            tickets = request.tickets.count()
            if dry_run:
                done.add(request.amount, tickets)
                continue
            try:
                done.add(approve_request(request=request, staff=None).amount, tickets)
            except (RefundNeedsStaff, RequestDecided):
                done.add(None, 0)
        self.report(done, "requests", dry_run=dry_run)

    def report(self, done: RefundTotals, what: str, *, dry_run: bool) -> None:
        self.stdout.write(
            f"{'Would be given back' if dry_run else 'Given back'}: {done.number} {what}, {done.tickets} tickets, "
            f"{euros(done.money)}. Left to staff or to an account of the buyer's: {done.left}."
        )


def of_event(name: str) -> list[tuple[RefundOffer, Order]]:
    number = whole_number(name)
    which = Q(event=number) if number is not None else Q(event__slug=name)
    offer = RefundOffer.objects.open().select_related("event").filter(which).first()
    if offer is None:
        raise CommandError(f"No refund offer of an event “{name}” is open.")
    return pairs([offer], orders_to_refund(offer))


def of_order(reference: str) -> list[tuple[RefundOffer, Order]]:
    order = Order.objects.filter(placements__reference=order_reference(reference)).first()
    if order is None:
        raise CommandError(f"There is no order “{reference}”.")
    of_its_events = RefundOffer.objects.open().filter(event__variants__order_lines__placement__order=order)
    offers = list(of_its_events.select_related("event").distinct())
    if not offers:
        raise CommandError(f"No refund offer of an event of {order} is open.")
    return pairs(offers, [order])


def pairs(offers: Iterable[RefundOffer], orders: Iterable[Order]) -> list[tuple[RefundOffer, Order]]:
    known = list(orders)
    return [(offer, order) for offer in offers for order in known]
