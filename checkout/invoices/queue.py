"""The job that writes a placement's missing invoices, by its name."""

from uuid import UUID

from procrastinate.contrib.django import app

INVOICE_JOB = "checkout.write_invoices"


def queue_invoices(placement_id: UUID) -> None:
    """Store the job in the present transaction. It writes only what is missing, however often it runs."""
    app.configure_task(INVOICE_JOB).defer(placement_id=str(placement_id))
