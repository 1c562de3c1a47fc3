from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CheckoutConfig(AppConfig):
    name = "checkout"
    verbose_name = _("Sale")

    def ready(self) -> None:
        from .actions.delivering import join_deliveries
        from .invoices.queue import queue_invoices
        from .mails import queue_order_mail
        from .models import Placement
        from .payments.ledger import own_money
        from .signals import placement_paid

        def tell_the_buyer(sender: object, placement: Placement, **_rest: object) -> None:
            # Nobody is told of money where a code paid, or nothing was left to pay.
            if placement.due > 0 and any(
                money for (_one, by_code), money in own_money(placement.order).items() if not by_code
            ):
                queue_order_mail("payment_received", placement)

        def ship_together(sender: object, placement: Placement, **_rest: object) -> None:
            join_deliveries(placement.order)

        placement_paid.connect(ship_together, weak=False, dispatch_uid="checkout.ship_together")

        def write_its_invoices(sender: object, placement: Placement, **_rest: object) -> None:
            if placement.total > 0:
                queue_invoices(placement.pk)

        placement_paid.connect(write_its_invoices, weak=False, dispatch_uid="checkout.write_its_invoices")
        placement_paid.connect(tell_the_buyer, weak=False, dispatch_uid="checkout.tell_the_buyer")
