"""A customer declares a withdrawal. It is stored exactly as it came in (§ 356a BGB)."""

import hashlib
import json
from dataclasses import asdict, dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from aftersale.models import Withdrawal
from aftersale.models.withdrawal import MAX_CONTRACT, MAX_NAME, MAX_TEXT
from aftersale.withdrawals.limits import contact_of
from aftersale.withdrawals.mails import queue_withdrawal_mail
from aftersale.withdrawals.rules import refund_deadline
from shop.core.database.clock import database_now
from shop.core.database.compiled_statements import insert_if_absent
from shop.core.errors import FieldErrors
from shop.core.values.languages import DEFAULT_LANGUAGE
from shop.core.values.mail_addresses import is_mail_address
from shop.models import Shop

# More lines than any order has.
MAX_ITEMS, MAX_ITEM = 200, 400


@dataclass(frozen=True)
class Declaration:
    """A customer's input. `items`: the items to withdraw, in words; empty: the whole contract."""

    name: str
    contract: str
    email: str
    text: str = ""
    items: tuple[str, ...] = ()


def check_declaration(declaration: Declaration) -> None:
    """Check only required fields and lengths, as the law demands; compares nothing with orders.

    Raises FieldErrors with all errors at once.
    """
    errors: dict[str, list[dict[str, str]]] = {}

    def complain(field: str, code: str, message: str) -> None:
        errors.setdefault(field, []).append({"code": code, "message": message})

    for field, most in (("name", MAX_NAME), ("contract", MAX_CONTRACT), ("text", MAX_TEXT)):
        value = getattr(declaration, field)
        if field != "text" and not value.strip():
            complain(field, "required", gettext("This field is required."))
        elif len(value) > most:
            complain(field, "too_long", gettext("Use at most %(most)s characters.") % {"most": most})
    if not declaration.email.strip():
        complain("email", "required", gettext("This field is required."))
    elif not is_mail_address(declaration.email.strip()):
        complain("email", "invalid", gettext("This is no e-mail address."))
    if len(declaration.items) > MAX_ITEMS or any(len(one) > MAX_ITEM for one in declaration.items):
        complain(
            "items",
            "too_long",
            gettext("Name at most %(most)s things, in %(characters)s characters each.")
            % {"most": MAX_ITEMS, "characters": MAX_ITEM},
        )
    if errors:
        raise FieldErrors(errors)


@transaction.atomic
def declare_withdrawal(*, shop: Shop, declaration: Declaration, language: str, key: str) -> Withdrawal:
    """Store the declaration, its receipt and the notice to the shop.

    The same input with the same key is stored once. Looks up no order, so that the answer never shows whether one
    exists. Raises FieldErrors.
    """
    check_declaration(declaration)
    now = database_now()
    canonical = json.dumps([key, asdict(declaration)])
    row = Withdrawal(
        shop=shop,
        key=hashlib.sha256(canonical.encode()).hexdigest(),
        language=language,
        name=declaration.name,
        contract=declaration.contract,
        items=list(declaration.items),
        text=declaration.text,
        email=declaration.email.strip(),
        declared_at=now,
        deadline=refund_deadline(timezone.localdate(now)),
    )
    if not insert_if_absent(row):
        return Withdrawal.objects.get(shop=shop, key=row.key)
    queue_withdrawal_mail(Withdrawal.RECEIPT_MAIL, row, to=row.email)
    queue_withdrawal_mail(Withdrawal.NOTICE_MAIL, row, to=contact_of(shop), language=DEFAULT_LANGUAGE)
    return row
