"""The job that writes what is missing of a placement's invoices, by its name."""

from uuid import UUID

from procrastinate.contrib.django import app

INVOICE_JOB = "checkout.write_invoices"


def queue_invoices(placement_id: UUID) -> None:
    """Store the job in the present transaction. However often it runs, it writes only what is missing."""
    app.configure_task(INVOICE_JOB).defer(placement_id=str(placement_id))
