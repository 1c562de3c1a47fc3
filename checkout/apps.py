from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CheckoutConfig(AppConfig):
    name = "checkout"
    verbose_name = _("Sale")

    def ready(self) -> None:
        from .mails import queue_order_mail
        from .models import Order
        from .signals import order_paid

        def tell_the_buyer(sender: object, order: Order, **_rest: object) -> None:
            if order.due > 0:
                queue_order_mail("payment_received", order)

        order_paid.connect(tell_the_buyer, weak=False, dispatch_uid="checkout.tell_the_buyer")
