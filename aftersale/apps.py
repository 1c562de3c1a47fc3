from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AftersaleConfig(AppConfig):
    name = "aftersale"
    verbose_name = _("After the sale")
