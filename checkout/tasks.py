from procrastinate.contrib.django import app

from shop.mails.sending import SENDING, send_mail
from shop.models import Mail

from .mails import ORDER_MAIL_JOB, write_order_mail
from .models import Order


@app.task(name=ORDER_MAIL_JOB, retry=SENDING)
def send_order_mail(mail_id: str, order_id: str) -> None:
    """Write and send an order's mail: tried again for two hours while the mail server is away, then left to staff."""
    mail = Mail.objects.select_related("shop").filter(pk=mail_id).first()
    if mail is None:
        return  # the order's address was corrected to one that has this mail already
    order = Order.objects.select_related("shop", "billing_address", "shipping_address").get(pk=order_id)
    send_mail(mail, lambda: write_order_mail(mail, order))
