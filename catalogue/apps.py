from django.apps import AppConfig
from django.db.models.signals import post_save
from django.utils.translation import gettext_lazy as _


class CatalogueConfig(AppConfig):
    name = "catalogue"
    verbose_name = _("Catalogue")

    def ready(self) -> None:
        # By whatever door a ticket comes, it draws on its category's seats.
        from .seating.tickets import ticket_saved

        post_save.connect(ticket_saved, sender="catalogue.ProductVariant", dispatch_uid="ticket_saved")
