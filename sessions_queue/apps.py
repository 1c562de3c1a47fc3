from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SessionsQueueConfig(AppConfig):
    name = "sessions_queue"
    verbose_name = _("Visitors")
