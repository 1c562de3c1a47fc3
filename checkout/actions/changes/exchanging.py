"""Exchange ordered pieces: another size, kind of ticket or seat (docs/decisions/0055)."""

from django.db import transaction
from django.utils import timezone, translation

from cart.models import CartLine
from cart.pricing.priced import PricedLine
from cart.queries import item_of
from cart.rules import demand
from catalogue.seating.claims import sell_seat
from catalogue.seating.free_seats import seats_with_rows
from catalogue.stock.actions import lock_exchange, sell_pieces
from checkout.actions.orders.lines import invalidate_line, pieces_to_end
from checkout.actions.orders.order_rows import order_lines, store_lines
from checkout.actions.orders.steps import StaffAction, begin_step, refuse_if_changed
from checkout.actions.refunds.giving_back import StepOutcome, earlier_outcome, store_refunds
from checkout.actions.shipping.delivering import copy_delivery
from checkout.errors import LineInvalidated, LineNotSplit, NotExchangeable, RefundNotAllowed
from checkout.locks import lock_order
from checkout.mails.order_mails import queue_order_mail
from checkout.mails.steps import EXCHANGED_MAIL
from checkout.models import Delivery, Order, OrderLine, OrderStep, Placement
from checkout.models.order import new_reference
from checkout.orders.deadlines import dates_of
from checkout.orders.order_state import order_with_state
from checkout.orders.texts import exchange_text
from checkout.payments.ledger import settle
from checkout.pricing.checkout import taxed_lines
from checkout.pricing.exchanges import ExchangeableLine, ExchangeCommand, alternatives, exchangeable_lines, price_of
from checkout.rules import vat_split
from shop.core.database.transactions import retry_transaction
from shop.core.values.money import NOTHING


@retry_transaction
@transaction.atomic
def exchange_line(*, order: Order, command: ExchangeCommand, action: StaffAction, may_refund: bool) -> StepOutcome:
    """Void pieces of a paid line and sell others of the same product or event in a new placement, at today's prices. A
    higher price is owed, a lower one is refunded. The ticket holder and the personalisation move to the new line. Sends
    a mail to the buyer. Locks the order, the seat's row, then the stocks.

    Raises NotExchangeable, LineInvalidated, LineNotSplit, SoldOut, SeatsNotAvailable, RefundTooLarge, OrderChanged, or
    RefundNotAllowed if money would be refunded without `may_refund`. Changes nothing then.
    """
    locked = lock_order(order.pk)
    if done := earlier_outcome(action):
        return done
    found = line_to_exchange(locked, command)
    old = pieces_to_end(found.line, command.pieces)
    new = priced_line(locked, old, command)
    if new.reduced_total < old.reduced_total and not may_refund:
        raise RefundNotAllowed
    placement = new_placement(locked, old, new)
    with translation.override(locked.language):
        [line] = order_lines(placement, [new], None)
    step = begin_step(locked, OrderStep.Kind.EXCHANGE, action)
    outcome = StepOutcome(step, changes=[exchange_text(old, [line])])
    replace_line(old, new, placement, outcome, action)
    settle(locked)
    outcome.to_pay = order_with_state(locked).to_pay
    refuse_if_changed(outcome.digest, action)
    queue_order_mail(EXCHANGED_MAIL, placement)
    return outcome


def line_to_exchange(order: Order, command: ExchangeCommand) -> ExchangeableLine:
    """Return the line of the command. Raises NotExchangeable, LineInvalidated, LineNotSplit."""
    found = next((one for one in exchangeable_lines(order) if one.line.pk == command.line), None)
    if found is None:
        raise LineInvalidated
    if found.obstacle is not None:
        raise NotExchangeable(found.obstacle)
    if not 0 < command.pieces <= found.line.amount:
        raise LineNotSplit
    target = next((one for one in found.targets if one.variant.pk == command.variant), None)
    if (
        target is None
        or target.is_seated != (command.seat is not None)
        or (command.seat and command.seat == found.line.seat_id)
    ):
        raise NotExchangeable
    if target.is_seated and command.pieces > 1:
        raise LineNotSplit
    return found


def priced_line(order: Order, old: OrderLine, command: ExchangeCommand) -> PricedLine:
    """Return the new line, priced as in a cart and taxed as the old one was sold."""
    variants = {one.pk: one for one in alternatives(order, [old])}
    variant, seat = (
        variants[command.variant],
        seats_with_rows([command.seat] if command.seat else []).get(command.seat or 0),
    )
    price = price_of(old, variants[old.variant_id], variant, order.country_code, as_before=command.as_before)
    line = CartLine(
        variant=variant, amount=command.pieces, seat=seat, personal_identifier=old.personal_identifier,
        ticket_holder=old.ticket_holder,
    )  # fmt: skip
    item = item_of(variant, command.pieces, old.personal_identifier, seat)
    return PricedLine(line=line, item=item, price=price.piece, tax=old.tax, problem=None, discount=price.discount)


def new_placement(order: Order, old: OrderLine, new: PricedLine) -> Placement:
    """Return an unsaved placement with the terms of the old one. It never expires by itself: the buyer has paid
    already.
    """
    of, now = old.placement, timezone.now()
    discount = {"discount_code": of.discount_code, "discount_percent": of.discount_percent} if new.discount else {}
    return Placement(
        order=order,
        number=order.placements.count() + 1,
        reference=free_reference(),
        shop_id=order.shop_id,
        items_total=new.total,
        discount_total=new.discount,
        shipping_total=NOTHING,
        total=new.reduced_total,
        placed_at=now,
        pay_by=dates_of(order.shop, now, [new.variant]).pay_by,
        **discount,
    )


def free_reference() -> str:
    reference = new_reference()
    while Placement.objects.filter(reference=reference).exists():
        reference = new_reference()
    return reference


def replace_line(
    old: OrderLine, new: PricedLine, placement: Placement, outcome: StepOutcome, action: StaffAction
) -> None:
    """Store the exchange. The seat comes first, because another buyer may be faster; then the stocks of both lines, in
    the order of all locks.
    """
    variant, seat = new.variant, new.line.seat
    if seat is not None:
        assert variant.event is not None
        sell_seat(
            event=variant.event, seat_id=seat.pk, category=variant.pricing_category_id, buyer=placement.pk,
            party=old.placement_id,
        )  # fmt: skip
    lock_exchange(buyer=old.placement_id, stock_ids=new.item.stocks)
    cheaper = old.reduced_total - new.reduced_total
    if cheaper > 0:  # before the line is voided: money of a pending refund must not cover anything else
        outcome.refunds += store_refunds(placement.order, {old: cheaper}, {}, outcome.step, action, None)
    OrderLine.objects.filter(pk=old.pk).update(ticket_holder=None)
    old.ticket_holder = None
    outcome.ended.append(invalidate_line(line=old, step=outcome.step))
    store_exchange(placement, old, new, outcome.step)
    sell_pieces(buyer=placement.pk, demand=demand([new.item]))


def store_exchange(placement: Placement, old: OrderLine, new: PricedLine, step: OrderStep) -> None:
    placement.step, placement.idempotency_key = step, f"exchange {step.pk}"
    placement.save(force_insert=True)
    placement.accepted_texts.set(old.placement.accepted_texts.all())
    with translation.override(placement.order.language):
        store_lines(placement, [new], vat_split(taxed_lines([new]), NOTHING), delivery_for(old))


def delivery_for(old: OrderLine) -> Delivery | None:
    """Return the old line's parcel if it is empty now, otherwise a new one that joins the others once it is paid."""
    parcel = old.delivery
    if parcel is None or not parcel.lines.counting().exists():
        return parcel
    separate_delivery = copy_delivery(parcel, origin=None)
    separate_delivery.shippable_from = old.shippable_from
    separate_delivery.save(update_fields=["shippable_from"])
    return separate_delivery
