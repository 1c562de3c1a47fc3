from uuid import UUID

from procrastinate import JobContext, RetryStrategy
from procrastinate.contrib.django import app

from cart.models import Cart, TicketHolder
from shop.mails.sending import SENDING

from .actions.bank.bank_lines import forget_payers
from .actions.bank.bank_statements import BOOKING_JOB, book_file
from .actions.invoices.invoicing import queue_missing_invoices, write_invoices
from .actions.orders.confirming import end_unconfirmed
from .actions.orders.retention import erase_old_holders, forget_booked, forget_unpaid
from .actions.payments.expiring import end_holds, expire_overdue
from .actions.payments.inbox import PROVING_JOB, forget_unproven, prove
from .actions.payments.reconciling import EVENT_JOB, handle, reconcile, reconcile_unreported
from .actions.payments.reminding import remind_overdue
from .actions.refunds.refunding import REFUND_JOB, REFUND_TO_CODE_JOB, send_to_provider
from .actions.refunds.transfer_files import SENDING_JOB, book_sent, forget_accounts
from .invoices.queue import INVOICE_JOB
from .mails.order_mails import ORDER_MAIL_JOB
from .mails.together import send_waiting_now, send_with_others
from .models import BankFile, ProviderEvent, Refund, TransferFile
from .payments.codes import refund_to_code

# With twice as long a pause each time, about a day and a half.
ASKING = RetryStrategy(max_attempts=16, exponential_wait=2)

# The database was away, or others were at the same orders for long.
BOOKING = RetryStrategy(max_attempts=8, exponential_wait=3)


@app.task(name=ORDER_MAIL_JOB, retry=SENDING, pass_context=True)
def send_order_mail(context: JobContext, mail_id: str) -> None:
    """Tried for two hours while the mail server is away, then left to staff."""
    send_with_others(mail_id, job=context.job.id)


@app.periodic(cron="37 4 * * *")
@app.task(name="checkout.erase_ticket_holders", pass_context=False)
def erase_ticket_holders(timestamp: int) -> None:
    erase_old_holders()


@app.periodic(cron="41 4 * * *")
@app.task(name="checkout.forget_names_of_carts", pass_context=False)
def forget_names_of_carts(timestamp: int) -> None:
    """Ticket holders of what was taken out of a cart, or of carts that ended without an order."""
    TicketHolder.objects.filter(order_line=None).exclude(cart_line__cart__state=Cart.State.OPEN).delete()


@app.task(name=EVENT_JOB, retry=ASKING)
def handle_event(event_id: int) -> None:
    """Ask a provider what happened to a payment, until it answers."""
    handle(ProviderEvent.objects.get(pk=event_id))


@app.task(name=PROVING_JOB, retry=ASKING)
def prove_event(event_id: int) -> None:
    prove(event_id)


@app.periodic(cron="*/30 * * * *")
@app.task(name="checkout.forget_unproven", pass_context=False)
def forget_unproven_events(timestamp: int) -> None:
    forget_unproven()


@app.periodic(cron="*/10 * * * *")
@app.task(name="checkout.reconcile_forgotten", pass_context=False)
def reconcile_forgotten_payments(timestamp: int) -> None:
    reconcile_unreported()


@app.task(name=REFUND_JOB, retry=ASKING)
def send_refund(refund_id: str) -> None:
    """Ask a provider to send money back, until it answers; and whether it has gone, as its event may have come before
    its answer.
    """
    refund = Refund.objects.select_related("payment").get(pk=refund_id)
    send_to_provider(refund)
    reconcile(refund.payment)


@app.task(name=REFUND_TO_CODE_JOB, retry=BOOKING)
def refund_to_payment_code(refund_id: str) -> None:
    refund_to_code(Refund.objects.select_related("payment").get(pk=refund_id))


@app.task(name=BOOKING_JOB, retry=BOOKING)
def book_bank_file(file_id: int) -> None:
    """Book what was found in a bank statement, going on where the job was stopped."""
    book_file(BankFile.objects.select_related("booked_by").get(pk=file_id))


@app.task(name=SENDING_JOB, retry=BOOKING)
def book_transfer_file(file_id: int) -> None:
    """Book what a SEPA file has sent, going on where the job was stopped."""
    book_sent(TransferFile.objects.select_related("decided_by").get(pk=file_id))


# By day: nobody is woken by a mail about money. In UTC.
@app.periodic(cron="7 7-17 * * *")
@app.task(name="checkout.remind_overdue", pass_context=False)
def remind_of_open_payments(timestamp: int) -> None:
    remind_overdue()


@app.periodic(cron="37 7-17 * * *")
@app.task(name="checkout.expire_overdue", pass_context=False)
def end_unpaid_orders(timestamp: int) -> None:
    expire_overdue()


@app.periodic(cron="* * * * *")
@app.task(name="checkout.end_unconfirmed", pass_context=False)
def end_unconfirmed_tickets(timestamp: int) -> None:
    end_unconfirmed()


@app.periodic(cron="* * * * *")
@app.task(name="checkout.end_kept", pass_context=False)
def end_what_was_to_be_paid_at_once(timestamp: int) -> None:
    end_holds()


@app.periodic(cron="47 4 * * *")
@app.task(name="checkout.forget_payers", pass_context=False)
def forget_payers_of_transfers(timestamp: int) -> None:
    forget_payers()
    forget_accounts()


@app.periodic(cron="57 4 * * *")
@app.task(name="checkout.forget_buyers", pass_context=False)
def forget_buyers_of_orders(timestamp: int) -> None:
    forget_unpaid()
    forget_booked()


@app.task(name=INVOICE_JOB, retry=ASKING, pass_context=True)
def write_invoices_of(context: JobContext, placement_id: str) -> None:
    """Write what is missing, then send the mails about the payment: they wait for the invoice, but not if it cannot be
    written.
    """
    assert context.job.id is not None
    try:
        write_invoices(placement_id=UUID(placement_id))
    finally:
        send_waiting_now(UUID(placement_id), job=context.job.id)


@app.periodic(cron="23 3 * * *")
@app.task(name="checkout.write_forgotten_invoices", pass_context=False)
def write_forgotten_invoices(timestamp: int) -> None:
    queue_missing_invoices()
