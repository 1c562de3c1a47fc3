from django.contrib import admin
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from sessions_queue.models import ActivityCount, VisitorSession
from shop.admin.base import HouseAdmin, ReadOnly


@admin.register(ActivityCount)
class ActivityCountAdmin(ReadOnly, HouseAdmin):
    list_display = ["hour", "shop", "action", "detail", "count"]
    list_filter = [("shop", admin.RelatedOnlyFieldListFilter), "action"]
    list_select_related = ["shop"]
    date_hierarchy = "hour"


@admin.register(VisitorSession)
class VisitorSessionAdmin(ReadOnly, HouseAdmin):
    list_display = ["id", "shop", "language", "state", "created_at", "expires_at"]
    list_filter = ["language", ("shop", admin.RelatedOnlyFieldListFilter), ("ended_at", admin.EmptyFieldListFilter)]
    list_select_related = ["shop"]
    search_fields = ["id"]
    ordering = ["-created_at"]
    # The token opens the guest's cart; staff have no need of it.
    fieldsets = [(None, {"fields": [("shop", "language"), ("created_at", "expires_at", "ended_at")]})]

    @display(description=_("state"), label={"alive": "success", "over": "default"})
    def state(self, session: VisitorSession) -> tuple[str, object]:
        alive = session.ended_at is None and session.expires_at > timezone.now()
        return ("alive", _("alive")) if alive else ("over", _("ended"))
