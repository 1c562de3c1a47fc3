"""Jobs: each is stored in the transaction of the change that causes it (design §4, invariant 8)."""

from procrastinate import RetryStrategy
from procrastinate.contrib.django import app

from shop.audit.retention import forget_old as forget_old_changes
from shop.consent import forget_old as forget_old_decisions
from shop.mails.sending import SENDING, send_mail
from shop.models import Image, Mail, NewsletterSubscription
from shop.models.image import THUMBNAIL_JOB
from shop.newsletter.actions import forget_old
from shop.newsletter.mails import NEWSLETTER_MAIL_JOB, write_newsletter_mail
from shop.pictures.jobs import make_thumbnails
from shop.staff_log_in.mails import STAFF_MAIL_JOB, write_new_browser_mail
from shop.staff_log_in.sessions import forget_ended


@app.task(name=THUMBNAIL_JOB, priority=-10, retry=RetryStrategy(max_attempts=4, exponential_wait=5))
def make_thumbnails_of(image_id: int) -> None:
    image = Image.objects.filter(pk=image_id, thumbnails_ready=False).first()
    if image is not None:
        make_thumbnails(image)


@app.task(name=NEWSLETTER_MAIL_JOB, retry=SENDING)
def send_newsletter_mail(mail_id: str, subscription_id: int) -> None:
    """Nothing is sent to an address that has unsubscribed since."""
    subscription = NewsletterSubscription.objects.select_related("shop").filter(pk=subscription_id).first()
    if subscription is not None and subscription.unsubscribed_at is None:
        mail = Mail.objects.select_related("shop").get(pk=mail_id)
        send_mail(mail, lambda: write_newsletter_mail(mail, subscription))
    else:
        Mail.objects.waiting().filter(pk=mail_id).delete()


@app.task(name=STAFF_MAIL_JOB, retry=SENDING)
def send_staff_mail(mail_id: str, username: str, browser: str, at: str) -> None:
    mail = Mail.objects.select_related("shop").get(pk=mail_id)
    send_mail(mail, lambda: write_new_browser_mail(mail, username, browser, at))


@app.periodic(cron="41 4 * * *")
@app.task(name="shop.forget_staff_sessions", pass_context=False)
def forget_staff_sessions(timestamp: int) -> None:
    forget_ended()


@app.periodic(cron="23 4 * * *")
@app.task(name="shop.forget_old_newsletter_wishes", pass_context=False)
def forget_old_newsletter_wishes(timestamp: int) -> None:
    forget_old()


@app.periodic(cron="29 4 * * *")
@app.task(name="shop.forget_old_consent", pass_context=False)
def forget_old_consent(timestamp: int) -> None:
    forget_old_decisions()


@app.periodic(cron="37 4 * * *")
@app.task(name="shop.forget_old_changes", pass_context=False)
def forget_old_audit(timestamp: int) -> None:
    forget_old_changes()
