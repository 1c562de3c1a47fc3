from django.apps import AppConfig
from django.db.models.signals import post_save
from django.utils.translation import gettext_lazy as _

from shop.answer_cache import expiry as expiry


class CatalogueConfig(AppConfig):
    name = "catalogue"
    verbose_name = _("Catalogue")

    def ready(self) -> None:
        expiry.WATCHED["catalogue_event"] = (
            ("presale_at", "happening_from", "happening_until"),
            "EXISTS (SELECT 1 FROM catalogue_event_listed_in l WHERE l.event_id = x.id AND l.shop_id = %(shop)s)",
        )
        from sessions_queue.signals import room_turned
        from sessions_queue.waiting_room.rooms import LEFT, NAMES, SHOPS, ZONES

        from .events.waiting_rooms import lead_there, left_of, name_in, shops_of, zone_at

        LEFT.append(left_of)
        SHOPS.append(shops_of)
        NAMES.append(name_in)
        ZONES.append(zone_at)
        room_turned.connect(lead_there, dispatch_uid="lead_there")
        # By whatever door a ticket comes, it draws on its category's seats.
        from .seating.tickets import ticket_saved

        post_save.connect(ticket_saved, sender="catalogue.ProductVariant", dispatch_uid="ticket_saved")
