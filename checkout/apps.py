from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CheckoutConfig(AppConfig):
    name = "checkout"
    verbose_name = _("Sale")

    def ready(self) -> None:
        from shop.invariants import tell_invariants

        from .actions.payments.paid import follow_payment
        from .invariants import INVARIANTS
        from .models import Placement
        from .signals import placement_paid

        def follow(sender: object, placement: Placement, **_rest: object) -> None:
            follow_payment(placement=placement)

        placement_paid.connect(follow, weak=False, dispatch_uid="checkout.follow_payment")
        tell_invariants(INVARIANTS)
