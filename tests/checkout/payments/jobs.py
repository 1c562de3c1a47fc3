"""The worker in a test's one transaction."""

from datetime import datetime, timedelta

from django.db import connection
from django.db.models import Q
from django.utils import timezone
from procrastinate import JobContext
from procrastinate.contrib.django import app
from procrastinate.contrib.django.models import ProcrastinateJob

from checkout.actions.payments.reconciling import EVENT_JOB
from checkout.actions.refunds.refunding import REFUND_JOB

OF_MONEY = (EVENT_JOB, REFUND_JOB)
# Longer than any pause before a job is tried again for the first time.
LATER = timedelta(hours=1)


def run_jobs(*names: str, after: timedelta = timedelta(), every: bool = False) -> None:
    """Those of these names, or else that move money, which are due then, and what they defer; `every`: of all names.

    One that fails waits for as long as its own rule says, or has the test fail.
    """
    due = Q(scheduled_at=None) | Q(scheduled_at__lte=timezone.now() + after)
    waiting = ProcrastinateJob.objects.filter(due, status="todo").order_by("id")
    if not every:
        waiting = waiting.filter(task_name__in=names or OF_MONEY)
    done: set[int] = set()
    while job := waiting.exclude(pk__in=done).first():
        done.add(job.pk)
        run(job)


def run(job: ProcrastinateJob) -> None:
    task = app.tasks[job.task_name]
    try:
        call(job)
    except Exception as error:
        again = task.get_retry_exception(error, job.procrastinate_job)
        if again is None:
            raise
        store(job, "todo", job.attempts + 1, again.retry_decision.retry_at)
    else:
        store(job, "succeeded", job.attempts + 1, None)


def call(job: ProcrastinateJob) -> None:
    """Call the job's task as the worker does."""
    task = app.tasks[job.task_name]
    context = JobContext(app=app, job=job.procrastinate_job, start_timestamp=0.0, abort_reason=lambda: None)
    task(*[context] if task.pass_context else [], **job.args)


def store(job: ProcrastinateJob, status: str, attempts: int, scheduled_at: datetime | None) -> None:
    """Its model only reads."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE procrastinate_jobs SET status = %s::procrastinate_job_status, attempts = %s, scheduled_at = %s"
            " WHERE id = %s",
            [status, attempts, scheduled_at, job.pk],
        )
