"""Mails about a withdrawal: the receipt, the notice to the shop, and the answer if there is no right to withdraw."""

import re

from django.utils.translation import gettext_lazy as _
from procrastinate.contrib.django import app

from aftersale.models import Withdrawal, WithdrawalStep
from shop.mails.kind_labels import LABELS
from shop.mails.links import has_link
from shop.mails.sending import Content, render_mail, store_mail
from shop.models import Mail

WITHDRAWAL_MAIL_JOB = "aftersale.send_withdrawal_mail"
LABELS.update(
    {
        Withdrawal.RECEIPT_MAIL: _("withdrawal received"),
        Withdrawal.NOTICE_MAIL: _("withdrawal: notice to the shop"),
        Withdrawal.ANSWER_MAIL: _("answer to a withdrawal"),
    }
)
# Where mail programs recognise addresses and links.
JOINT = re.compile(r"(?<=\w)([.@])(?=\w)|(:)(?=//)")


def queue_withdrawal_mail(kind: str, withdrawal: Withdrawal, *, to: str, language: str = "") -> None:
    """Store the mail and queue its job in the caller's transaction."""
    mail = store_mail(
        shop=withdrawal.shop,
        kind=kind,
        about=str(withdrawal.pk),
        language=language or withdrawal.language,
        recipient=to,
    )
    if mail is not None:
        app.configure_task(WITHDRAWAL_MAIL_JOB).defer(mail_id=str(mail.pk))


def write_withdrawal_mail(mail: Mail, withdrawal: Withdrawal) -> Content:
    texts = [withdrawal.name, withdrawal.contract, *withdrawal.items, withdrawal.text]
    parted = [without_links(one) for one in texts]
    name, contract, *items, text = parted
    answer = WithdrawalStep.objects.filter(withdrawal=withdrawal, state=Withdrawal.State.EXEMPT).last()
    return render_mail(
        shop=withdrawal.shop,
        template=mail.kind,
        language=mail.language,
        context={
            "withdrawal": withdrawal,
            "name": name,
            "contract": contract,
            "items": items,
            "text": text,
            "is_parted": parted != texts,
            "answer": answer.note if answer else "",
        },
    )


def without_links(text: str) -> str:
    """Return the text in a form that no mail program turns into links: anybody can have it mailed to any address."""
    return JOINT.sub(r"\1\2 ", text) if has_link(text) else text
