from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AftersaleConfig(AppConfig):
    name = "aftersale"
    verbose_name = _("After the sale")

    def ready(self) -> None:
        from django.db.models import QuerySet

        from catalogue.events.venue_times import move
        from catalogue.models import Event
        from catalogue.signals import zone_changed
        from checkout.mails.order_mails import ENCLOSING
        from checkout.models import Delivery, Placement
        from checkout.orders.check_ins import OFFERED
        from checkout.orders.wallets import ISSUED
        from checkout.pricing.exchanges import USED
        from checkout.refunds.refundable import ASKING
        from checkout.shipping.deliveries import UNNUMBERED
        from checkout.signals import lines_ended, placement_paid, sent_again
        from shop.invariants import tell_invariants

        from .check_in.links import links_of_lines
        from .exchanges import used
        from .invariants import INVARIANTS
        from .models import TicketServicePeriod
        from .printed.actions import follow_parcel, give_numbers, match_numbers
        from .printed.queries import lacking
        from .refunds.asking import ASKED_FOR
        from .ticket_mails import enclosed_tickets
        from .tickets.actions import issue_tickets, match_tickets
        from .tickets.mails import TICKETS_MAIL
        from .tickets.queries import valid_positions

        def issue(sender: object, placement: Placement, **_rest: object) -> None:
            issue_tickets(placement=placement)
            give_numbers(placement=placement)

        def match(sender: object, placement: Placement, **_rest: object) -> None:
            match_tickets(placement=placement)
            match_numbers(placement=placement)

        def follow(sender: object, delivery: Delivery, again: Delivery, **_rest: object) -> None:
            follow_parcel(delivery=delivery, again=again)

        def keep_deadlines(sender: object, events: QuerySet[Event], before: str, after: str, **_rest: object) -> None:
            periods = TicketServicePeriod.objects.filter(event__in=events)
            move(periods, ("change_until", "cancel_until"), before=before, after=after)

        zone_changed.connect(keep_deadlines, weak=False, dispatch_uid="aftersale.keep_deadlines")
        placement_paid.connect(issue, weak=False, dispatch_uid="aftersale.issue_tickets")
        lines_ended.connect(match, weak=False, dispatch_uid="aftersale.match_tickets")
        sent_again.connect(follow, weak=False, dispatch_uid="aftersale.follow_parcel")
        UNNUMBERED.append(lacking)
        USED.append(used)
        ISSUED.append(valid_positions)
        OFFERED.append(links_of_lines)
        ASKING.append(ASKED_FOR)
        ENCLOSING[TICKETS_MAIL] = enclosed_tickets
        tell_invariants(INVARIANTS)
