from datetime import timedelta
from functools import partial
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import quote
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from redis.exceptions import RedisError
from unfold.decorators import action, display
from unfold.enums import ActionVariant
from unfold.widgets import UnfoldAdminIntegerFieldWidget

from sessions_queue.models import ActivityCount, VisitorSession, WaitingRoom
from sessions_queue.waiting_room import queue_store
from sessions_queue.waiting_room.actions import begin_rehearsal, close_room, open_room, pause_room
from sessions_queue.waiting_room.rooms import inside_of, zone_of
from shop.admin.base import BaseAdmin, ReadOnly
from shop.admin.step_pages import StepPages
from shop.core.values.formats import moment_text
from shop.core.values.numbers import whole_number
from shop.core.values.zones import shop_zone, zone_note
from shop.queries import shop_url
from shop.web.redirects import Redirect

STATES = {
    WaitingRoom.State.CLOSED: "default",
    WaitingRoom.State.OPEN: "success",
    WaitingRoom.State.PAUSED: "warning",
    WaitingRoom.State.REHEARSAL: "info",
}
RIGHT = "sessions_queue.change_waitingroom"


@admin.register(ActivityCount)
class ActivityCountAdmin(ReadOnly, BaseAdmin):
    shop_path = "shop"
    list_display = ["hour", "shop", "action", "detail", "count"]
    list_filter = [("shop", admin.RelatedOnlyFieldListFilter), "action"]
    list_select_related = ["shop"]
    date_hierarchy = "hour"


@admin.register(VisitorSession)
class VisitorSessionAdmin(ReadOnly, BaseAdmin):
    shop_path = "shop"
    list_display = ["id", "shop", "language", "state", "created_at", "expires_at"]
    list_filter = ["language", ("shop", admin.RelatedOnlyFieldListFilter), ("ended_at", admin.EmptyFieldListFilter)]
    list_select_related = ["shop"]
    search_fields = ["id"]
    ordering = ["-created_at"]
    # The token opens the guest's cart, so staff do not see it.
    fieldsets = [(None, {"fields": [("shop", "language"), ("created_at", "expires_at", "ended_at")]})]

    @display(description=_("state"), label={"alive": "success", "over": "default"})
    def state(self, session: VisitorSession) -> tuple[str, object]:
        alive = session.ended_at is None and session.expires_at > timezone.now()
        return ("alive", _("alive")) if alive else ("over", _("ended"))


def queue_summary(room: WaitingRoom) -> str:
    if room.state == WaitingRoom.State.CLOSED:
        return "–"
    try:
        waiting, turns = queue_store.figures(room)
    except RedisError:
        return str(_("Unknown: Valkey does not answer."))
    context = {"inside": inside_of(room), "turns": turns, "waiting": waiting, "served": room.served}
    return str(
        _(
            "Waiting: %(waiting)s · their turn, nothing reserved yet: %(turns)s · inside: %(inside)s · "
            "let in last: number %(served)s"
        )
        % context
    )


def chart_of(room: WaitingRoom) -> dict[str, Any]:
    """Return the chart of the last hour: each minute ten units wide, at most a hundred high."""
    first = timezone.now().replace(second=0, microsecond=0) - timedelta(minutes=59)
    minutes = list(room.minutes.filter(minute__gte=first))
    most = max((max(one.waiting, one.inside) for one in minutes), default=0)
    shown = []
    for one in minutes:
        x = 10 * round((one.minute - first).total_seconds() / 60)
        waiting, inside = (round(100 * number / max(most, 1)) for number in (one.waiting, one.inside))
        shown.append(
            {
                "minute": one.minute, "waiting": one.waiting, "inside": one.inside, "admitted": one.admitted, "x": x,
                "middle": x + 4, "waiting_y": 105 - waiting, "waiting_height": waiting, "inside_y": 105 - inside,
            }
        )  # fmt: skip
    return {"minutes": shown, "most": most, "width": 600}


class RehearsalForm(forms.Form):
    visitors = forms.IntegerField(
        label=_("visitors"), min_value=1, max_value=20_000, initial=2000, widget=UnfoldAdminIntegerFieldWidget
    )


class WaitingRoomForm(forms.ModelForm):
    def _get_validation_exclusions(self) -> set[str]:
        """Validate `scope`, which the form does not show: a shop has one room of its own."""
        excluded: set[str] = super()._get_validation_exclusions()  # type: ignore[misc]
        return excluded - {"scope"}


@admin.register(WaitingRoom)
class WaitingRoomAdmin(StepPages, BaseAdmin):
    shop_path = "shop"
    form = WaitingRoomForm
    step_templates = "admin/sessions_queue/waiting_room"
    list_display = ["before", "status", "capacity", "rate", "begins", "opened_at"]
    list_filter = ["scope", "state"]
    list_select_related = ["shop"]
    search_fields = ["shop__name", "name"]
    autocomplete_fields = ["shop"]
    fields = [
        "shop", "name", "state", ("capacity", "rate"), "starts_at", "opens_by_load", "opened_at", "live_status", "draw",
        "link",
    ]  # fmt: skip
    readonly_fields = ["name", "state", "opened_at", "live_status", "draw", "link"]
    actions_detail = ["open_now", "pause", "close", "rehearse"]

    class Media:
        js = (forms.Script("staff/live.js", defer=True),)

    def changeform_view(
        self, request: HttpRequest, object_id: str | None = None, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Show times on the clock of the room's sale."""
        room = WaitingRoom.objects.filter(pk=whole_number(object_id or "") or 0).first()
        with timezone.override(zone_of(room) if room else shop_zone()):
            response: HttpResponse = super().changeform_view(request, object_id, form_url, extra_context)
            return response.render() if isinstance(response, TemplateResponse) else response

    def get_fieldsets(self, request: HttpRequest, obj: WaitingRoom | None = None) -> Any:
        """Name that clock if it is not the shop's."""
        note = zone_note(zone_of(obj).key) if obj else ""
        context = {"description": f"{_('All times are those of the clock at the venue.')} ({note})"} if note else {}
        return [(title, {**shown, **context}) for title, shown in super().get_fieldsets(request, obj)]

    @display(description=_("sale begins"), ordering="starts_at")
    def begins(self, room: WaitingRoom) -> str:
        return moment_text(room.starts_at, zone_of(room)) if room.starts_at else "–"

    def save_model(self, request: HttpRequest, obj: WaitingRoom, form: forms.ModelForm, change: bool) -> None:
        """Save only the changed fields of an existing room: its numbers go on meanwhile."""
        obj.save(update_fields=form.changed_data if change else None)

    def get_readonly_fields(self, request: HttpRequest, obj: WaitingRoom | None = None) -> list[str]:
        """Fix the start of the sale once visitors may take part in its draw."""
        if obj is None:
            return self.readonly_fields
        settled = ["shop"] if obj.state == WaitingRoom.State.CLOSED else ["shop", "starts_at"]
        return [*self.readonly_fields, *settled]

    def get_fields(self, request: HttpRequest, obj: WaitingRoom | None = None) -> list[Any]:
        """Show the event's name and link for an event's room, and the draw if there is one. Only a shop's room can
        open by itself; staff open an event's room for its sale.
        """
        of_event = obj is not None and obj.scope == WaitingRoom.Scope.EVENT
        hidden = {"opens_by_load"} if of_event else {"name", "link"}
        if obj is None or obj.starts_at is None or obj.state == WaitingRoom.State.CLOSED:
            hidden.add("draw")
        if obj is not None and obj.starts_at is None and obj.state != WaitingRoom.State.CLOSED:
            hidden.add("starts_at")
        return [one for one in self.fields if one not in hidden]

    @display(description=_("in front of"), ordering="shop")
    def before(self, room: WaitingRoom) -> str:
        return str(room)

    @display(description=_("draw"))
    def draw(self, room: WaitingRoom) -> str:
        if room.lots is None:
            return str(
                _("Visitors can check the draw later by this SHA-256 of its secret. You need not do anything: %s")
                % room.commitment
            )
        return str(_("%(lots)s took part; the secret was %(seed)s.") % {"lots": room.lots, "seed": room.seed})

    @display(description=_("address for fans"))
    def link(self, room: WaitingRoom) -> str:
        """Return the room's address. Fans can use it before the sale begins, when they cannot add anything to a cart
        yet.
        """
        return f"{shop_url(room.shop)}/queue?room={room.pk}"

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Allow deleting only a closed room: visitors may wait in an open one."""
        return super().has_delete_permission(request, obj) and (obj is None or obj.state == WaitingRoom.State.CLOSED)

    @display(description=_("state"), label=STATES)
    def status(self, room: WaitingRoom) -> tuple[str, str]:
        return room.state, room.get_state_display()

    @display(description=_("just now"))
    def live_status(self, room: WaitingRoom) -> str:
        return render_to_string(
            "admin/sessions_queue/waiting_room/line.html", {"told": queue_summary(room), **chart_of(room)}
        )

    def has_state(self, object_id: Any, *states: str) -> bool:
        return object_id is None or WaitingRoom.objects.filter(pk=object_id, state__in=states).exists()

    def has_open_now_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        shut = WaitingRoom.State.CLOSED, WaitingRoom.State.PAUSED, WaitingRoom.State.REHEARSAL
        return bool(request.user.has_perm(RIGHT)) and self.has_state(object_id, *shut)

    def has_pause_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return bool(request.user.has_perm(RIGHT)) and self.has_state(object_id, WaitingRoom.State.OPEN)

    def has_close_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        on = WaitingRoom.State.OPEN, WaitingRoom.State.PAUSED, WaitingRoom.State.REHEARSAL
        return bool(request.user.has_perm(RIGHT)) and self.has_state(object_id, *on)

    def has_rehearse_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return bool(request.user.has_perm(RIGHT)) and self.has_state(object_id, WaitingRoom.State.CLOSED)

    @action(
        description=_("Open"), url_path="open", icon="door_open", permissions=["open_now"],
        variant=ActionVariant.PRIMARY,
    )  # fmt: skip
    def open_now(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self.change_state(
            request, object_id, "open", _("Open"), open_room, _("From now on visitors wait for their turn.")
        )

    @action(description=_("Pause"), url_path="pause", icon="pause", permissions=["pause"])
    def pause(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self.change_state(
            request, object_id, "pause", _("Pause"), pause_room, _("Nobody is let in until you open it.")
        )

    @action(
        description=_("Close"), url_path="close", icon="door_front", permissions=["close"],
        variant=ActionVariant.DANGER,
    )  # fmt: skip
    def close(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self.change_state(request, object_id, "close", _("Close"), close_room, _("Nobody waits any more."))

    @action(description=_("Rehearse"), url_path="rehearse", icon="theater_comedy", permissions=["rehearse"])
    def rehearse(self, request: HttpRequest, object_id: str) -> HttpResponse:
        form = RehearsalForm(request.POST or None)
        if request.method == "POST" and not form.is_valid():
            return self.step_page(request, object_id, "rehearse", _("Rehearse"), form)
        turn = partial(begin_rehearsal, visitors=form.cleaned_data["visitors"]) if form.is_bound else None
        return self.change_state(
            request, object_id, "rehearse", _("Rehearse"), turn, _("Simulated visitors come now."), form
        )

    def change_state(
        self, request: HttpRequest, object_id: str, step: str, title: Any, turn: Any, done: Any, form: Any = None
    ) -> HttpResponse:
        """Ask for confirmation first, then call `turn` on the room."""
        if request.method != "POST":
            return self.step_page(request, object_id, step, title, form)
        room = get_object_or_404(WaitingRoom, pk=object_id)
        turn(room=room)
        messages.success(request, done)
        return Redirect(self.page_of(room))

    def step_page(self, request: HttpRequest, object_id: str, step: str, title: Any, form: Any) -> HttpResponse:
        room = get_object_or_404(WaitingRoom.objects.select_related("shop"), pk=object_id)
        return self.step(request, "step", title, self.page_of(room), room=room, step=step, form=form)

    def page_of(self, room: WaitingRoom) -> str:
        return reverse("admin:sessions_queue_waitingroom_change", args=[quote(room.pk)])
