"""Background jobs for staff: what failed is run again or put aside."""

from collections.abc import Callable
from copy import copy
from typing import Any

from django.contrib import admin, messages
from django.db import IntegrityError, connection, transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from procrastinate.contrib.django.models import ProcrastinateJob
from unfold.decorators import display

from shop.admin.base import BaseAdmin, ReadOnly
from shop.admin.scope import HOUSE

# By a job's argument: what it is about and the list where that is tried again.
MENDED_AT = {
    "image_id": (_("Picture"), "shop_image"),
    "fetch_id": (_("Picture to fetch"), "catalogue_picturefetch"),
    "mail_id": (_("Mail"), "shop_mail"),
    "refund_id": (_("Refund"), "checkout_refund"),
    "offer_id": (_("Refund offer"), "aftersale_refundoffer"),
}
PUT_ASIDE = "UPDATE procrastinate_jobs SET status = 'aborted' WHERE id = %s AND status = 'failed' RETURNING id"
RUN_AGAIN = """
    SELECT procrastinate_retry_job_v2(id, now(), NULL, NULL, NULL) FROM procrastinate_jobs
    WHERE id = %s AND status = 'failed'
"""


def run_again(job: ProcrastinateJob) -> bool:
    """Queue a failed job once more. False if it is not failed any more, or the same is queued already."""
    try:
        with transaction.atomic():
            return executed(RUN_AGAIN, job)
    except IntegrityError:  # its queueing lock
        return False


def put_aside(job: ProcrastinateJob) -> bool:
    """Take a failed job off the list of what failed; it stays in the database. False if it is not failed any more."""
    return executed(PUT_ASIDE, job)


def executed(statement: str, job: ProcrastinateJob) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(statement, [job.pk])
        return cursor.fetchone() is not None


class JobAdmin(ReadOnly, BaseAdmin):
    """Lists and forms call them what the menu calls them; the model's own names are in another package's migrations."""

    shop_path = HOUSE
    list_display = ["id", "task_name", "status", "about", "attempts", "scheduled_at"]
    list_filter = ["status", "task_name"]
    search_fields = ["task_name", "lock"]
    ordering = ["-id"]
    fields = ["task_name", "status", "about", "args", "lock", "queue_name", "attempts", "scheduled_at"]
    readonly_fields = ["about"]
    actions = ["run_again", "put_aside"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        named = copy(self.model._meta)
        named.verbose_name, named.verbose_name_plural = _("background job"), _("background jobs")
        named.app_config.verbose_name = _("Background jobs")
        self.opts = named

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        shown = super().get_changelist_instance(request)
        shown.opts = self.opts
        return shown

    def has_handle_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm("procrastinate.change_procrastinatejob"))

    @admin.action(description=_("Run again"), permissions=["handle"])
    def run_again(self, request: HttpRequest, queryset: QuerySet[ProcrastinateJob]) -> None:
        self.handle(request, queryset, run_again)

    @admin.action(description=_("Put aside"), permissions=["handle"])
    def put_aside(self, request: HttpRequest, queryset: QuerySet[ProcrastinateJob]) -> None:
        self.handle(request, queryset, put_aside)

    def handle(
        self, request: HttpRequest, jobs: QuerySet[ProcrastinateJob], handled: Callable[[ProcrastinateJob], bool]
    ) -> None:
        chosen = list(jobs.order_by("pk"))
        done = sum(handled(job) for job in chosen)
        if done:
            messages.success(request, ngettext("%(count)s job", "%(count)s jobs", done) % {"count": done})
        if left := len(chosen) - done:
            messages.warning(
                request,
                ngettext(
                    "%(count)s job has not failed or is queued", "%(count)s jobs have not failed or are queued", left
                )
                % {"count": left},
            )

    @display(description=_("to be mended at"))
    def about(self, job: ProcrastinateJob) -> str:
        """Where staff can do something about the cause."""
        for argument, (title, model) in MENDED_AT.items():
            if argument in job.args:
                address = reverse(f"admin:{model}_changelist")
                return format_html('<a href="{}?id__exact={}">{}</a>', address, job.args[argument], title)
        return "–"
