from typing import Any

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CartConfig(AppConfig):
    name = "cart"
    verbose_name = _("Carts")

    def ready(self) -> None:
        from sessions_queue.signals import sessions_ended
        from sessions_queue.waiting_room.rooms import HOLDING, INSIDE

        from .actions import expire_carts
        from .inside import holds_something, visitors_inside

        def give_back(sender: object, session_ids: list[Any], **_rest: object) -> None:
            expire_carts(session_ids=session_ids)

        INSIDE.append(visitors_inside)
        HOLDING.append(holds_something)
        sessions_ended.connect(give_back, weak=False, dispatch_uid="cart.expire_carts")
