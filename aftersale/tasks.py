"""Jobs. Each is stored in the transaction of the change that causes it (design §4, invariant 8)."""

from uuid import UUID

from django.core.files.storage import default_storage
from django.db import transaction
from procrastinate import RetryStrategy
from procrastinate.contrib.django import app

from shop.mails.sending import SENDING, send_mail
from shop.models import Mail

from .check_in.retention import erase_old_answers
from .entrance.retention import forget_entries
from .fulfilment.actions import SHIPPING_JOB, ship_listed
from .models import RefundOffer, Withdrawal
from .people.letters import forget_letters
from .people.retention import forget_requests_of_people
from .printed_tickets.actions.giving import GIVING_JOB, give_numbers_to_waiting
from .refunds.actions.ending import ENDING_JOB, end_batch, finish_ending, queue_ending_batch
from .refunds.actions.mass_refunds import MASS_REFUND_JOB, queue_refund_batch, refund_batch
from .refunds.mails import OFFER_MAIL_JOB, REFUND_MAIL_JOB, queue_offer_mail_batch, queue_offer_mails, write_refund_mail
from .refunds.retention import forget_accounts, forget_unconfirmed
from .ticket_service.mails import TICKET_SERVICE_MAIL_JOB, write_service_mail
from .ticket_service.retention import forget_requests, forget_uploads
from .ticket_service.uploads import DROPPING_JOB
from .tickets.actions.issuing import issue_forgotten
from .withdrawals.mails import WITHDRAWAL_MAIL_JOB, write_withdrawal_mail
from .withdrawals.retention import forget_old

# For an unavailable database, or orders that stay locked for long.
SHIPPING = RetryStrategy(max_attempts=8, exponential_wait=3)
RETURNING = SHIPPING
# For an unavailable store: tries for a day, because nothing else deletes these files.
DROPPING = RetryStrategy(max_attempts=10, exponential_wait=3)


@app.task(name=SHIPPING_JOB, retry=SHIPPING)
def ship_tracked(file_id: int) -> None:
    """Ship the parcels of a list of tracking numbers."""
    ship_listed(file_id)


@app.task(name=GIVING_JOB, retry=SHIPPING)
def give_numbers(event_id: int) -> None:
    """Give an event's printed numbers to waiting pieces."""
    give_numbers_to_waiting(event_id)


@app.periodic(cron="43 3 * * *")
@app.task(name="aftersale.give_forgotten", pass_context=False)
def give_forgotten_numbers(timestamp: int) -> None:
    """Give numbers to pieces that wait again, for example after a failed refund."""
    give_numbers_to_waiting()


@app.periodic(cron="33 3 * * *")
@app.task(name="aftersale.issue_forgotten", pass_context=False)
def issue_forgotten_tickets(timestamp: int) -> None:
    """Issue tickets of orders that were paid before the shop issued tickets."""
    issue_forgotten()


@app.periodic(cron="47 4 * * *")
@app.task(name="aftersale.erase_check_in_answers", pass_context=False)
def erase_check_in_answers(timestamp: int) -> None:
    erase_old_answers()


@app.task(name=WITHDRAWAL_MAIL_JOB, retry=SENDING)
def send_withdrawal_mail(mail_id: str) -> None:
    mail = Mail.objects.select_related("shop").get(pk=mail_id)
    withdrawal = Withdrawal.objects.select_related("shop").get(pk=mail.subject_key)
    send_mail(mail, lambda: write_withdrawal_mail(mail, withdrawal))


@app.periodic(cron="53 4 * * *")
@app.task(name="aftersale.forget_old_withdrawals", pass_context=False)
def forget_old_withdrawals(timestamp: int) -> None:
    forget_old()


@app.periodic(cron="58 4 * * *")
@app.task(name="aftersale.forget_letters", pass_context=False)
def forget_old_letters(timestamp: int) -> None:
    forget_letters()


@app.periodic(cron="57 4 * * *")
@app.task(name="aftersale.forget_entries", pass_context=False)
def forget_old_entries(timestamp: int) -> None:
    forget_entries()


@app.task(name=REFUND_MAIL_JOB, retry=SENDING)
def send_refund_mail(mail_id: str) -> None:
    mail = Mail.objects.select_related("shop").get(pk=mail_id)
    send_mail(mail, lambda: write_refund_mail(mail))


@app.task(name=OFFER_MAIL_JOB, retry=RETURNING)
def tell_holders(offer_id: int, after: str) -> None:
    """Queue an offer's mail to a batch of orders, and the job for the next batch."""
    offer = RefundOffer.objects.select_related("event").get(pk=offer_id)
    with transaction.atomic():
        last = queue_offer_mails(offer, UUID(after))
        if last is not None:
            queue_offer_mail_batch(offer, last)


@app.task(name=ENDING_JOB, retry=RETURNING)
def end_unpaid_tickets(offer_id: int, after: str, again: bool) -> None:
    """End unpaid tickets of a cancelled event for a batch of orders, and queue the job for the next batch."""
    offer = RefundOffer.objects.select_related("event").get(pk=offer_id)
    if not offer.event.is_cancelled:
        return
    last = end_batch(offer=offer, after=UUID(after))
    if last is not None:
        queue_ending_batch(offer, last, again=again)
    else:
        finish_ending(offer, again=again)


@app.task(name=MASS_REFUND_JOB, retry=RETURNING)
def return_money(offer_id: int, after: str) -> None:
    """Refund a batch of an event's orders, and queue the job for the next batch."""
    offer = RefundOffer.objects.select_related("event").get(pk=offer_id)
    if not (offer.by_itself and offer.is_open):
        return  # staff have stopped it
    last = refund_batch(offer=offer, after=UUID(after))
    if last is not None:
        queue_refund_batch(offer, last)


@app.periodic(cron="51 4 * * *")
@app.task(name="aftersale.forget_accounts", pass_context=False)
def forget_accounts_of_refunds(timestamp: int) -> None:
    forget_accounts()
    forget_unconfirmed()


@app.periodic(cron="59 4 * * *")
@app.task(name="aftersale.forget_person_requests", pass_context=False)
def forget_answered_people(timestamp: int) -> None:
    forget_requests_of_people()


@app.task(name=TICKET_SERVICE_MAIL_JOB, retry=SENDING)
def send_ticket_service_mail(mail_id: str) -> None:
    mail = Mail.objects.select_related("shop").get(pk=mail_id)
    send_mail(mail, lambda: write_service_mail(mail))


@app.periodic(cron="49 4 * * *")
@app.task(name="aftersale.forget_ticket_service", pass_context=False)
def forget_ticket_service(timestamp: int) -> None:
    forget_requests()


@app.task(name=DROPPING_JOB, retry=DROPPING)
def drop_pictures(names: list[str]) -> None:
    """Delete files from the store. Missing files are no error."""
    for name in names:
        default_storage.delete(name)


@app.periodic(cron="19 * * * *")
@app.task(name="aftersale.forget_uploads", pass_context=False)
def forget_unclaimed_uploads(timestamp: int) -> None:
    forget_uploads()
