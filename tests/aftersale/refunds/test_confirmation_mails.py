"""The mail that asks to confirm a refund to another account: what it says, and how often it goes."""

from typing import Any

import pytest
from django.core import mail as outbox
from django.db.models import F

from aftersale.models import RefundOffer, RefundRequest
from aftersale.refunds.actions import confirm_request
from aftersale.refunds.rules import MAILED_AGAIN_AFTER, MOST_MAILS
from shop.models import Mail
from tests.proofs import proves

from .bought import CARD, ask, numbers, tickets_paid
from .confirmation import LINK, MALLORYS, link_mailed

pytestmark = pytest.mark.django_db
State = RefundRequest.State


@proves(
    "docs/decisions/0058",
    "who asks for the same account again after ten minutes gets the mail again, within the five of a day",
)
def test_a_mail_that_may_be_lost_is_sent_again(offer: RefundOffer) -> None:
    order = tickets_paid(offer.event, 1)
    mails = Mail.objects.filter(kind="refund_confirm")
    sent = []
    for _time in range(MOST_MAILS + 2):
        for _press in range(2):
            request = ask(order, offer, *numbers(order), **MALLORYS).request
        sent.append(mails.count())
        mails.update(created_at=F("created_at") - MAILED_AGAIN_AFTER)
    assert sent == [1, 2, 3, 4, 5, 5, 5] and RefundRequest.objects.get() == request
    assert confirm_request(shop=order.shop, token=link_mailed(order.email)).state == State.APPROVED


@pytest.mark.parametrize(
    "language,subject,asked",
    [("de", "Bitte bestätigen", "Jemand möchte 30,00"), ("en", "Please confirm", "Somebody asked to have 30,00")],
)
def test_the_mail_asks_in_either_language_and_tells_the_accounts_end(
    offer: RefundOffer, language: str, subject: str, asked: str
) -> None:
    order = tickets_paid(offer.event, 1, by=CARD)
    ask(order, offer, *numbers(order), email="m@evil.example", **MALLORYS)
    Mail.objects.update(language=language)
    link_mailed(order.email)
    sent: Any = outbox.outbox[-1]
    parts = [sent.body, *(content for content, _kind in sent.alternatives)]
    assert subject in sent.subject
    for text in parts:
        assert asked in text and "0785" in text and LINK.search(text) and order.secret in text
        assert not any(part in text for part in (*MALLORYS.values(), "m@evil.example"))
