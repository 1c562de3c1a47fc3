"""The mail that asks whether money may go to another account, and who wishes it to."""

import re

from django.core import mail as outbox

from aftersale.tasks import send_refund_mail
from shop.models import Mail

LINK = re.compile(r"http\S+/refund/confirm/([\w:-]+)")
MALLORYS = {"account_name": "M. Allory", "iban": "FI2112345600000785"}


def link_mailed(to: str) -> str:
    """The token of the link in the last mail that asks to confirm, as it is sent there."""
    mail = Mail.objects.filter(kind="refund_confirm", recipient=to).latest("created_at")
    Mail.objects.filter(pk=mail.pk).update(sent_at=None)
    send_refund_mail(mail_id=str(mail.pk))
    found = LINK.search(str(outbox.outbox[-1].body))
    assert found is not None and outbox.outbox[-1].to == [to]
    return found[1]
