"""Staff's steps at an order: their pages, the click that confirms what was shown, the mails after it."""

from typing import Any

from django.test import Client

from checkout.mails.together import send_with_others
from checkout.models import Order
from shop.models import Mail
from tests.staff import fields_of


def page_of(order: Order, step: str = "change") -> str:
    return f"/admin/checkout/order/{order.pk}/{step}/"


def confirm(client: Client, path: str, preview: Any) -> Any:
    return client.post(path, fields_of(preview), follow=True)


def write_mails() -> None:
    for one in Mail.objects.waiting():
        send_with_others(str(one.pk))
