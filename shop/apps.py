from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ShopConfig(AppConfig):
    name = "shop"
    verbose_name = _("Shops and pictures")

    def ready(self) -> None:
        from .error_reports.client import start

        start()
