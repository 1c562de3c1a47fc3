"""The end of what was declared: three years behind the end of its year, when nothing can be claimed any more
(§§ 195, 199 BGB).
"""

from datetime import datetime

import pgtrigger
from django.db import connection, transaction

from aftersale.models import Withdrawal
from checkout.models import not_held
from shop.core.retention import WITHDRAWALS
from shop.models import Mail

# Triggers to skip, as `pgtrigger.ignore` names them. That sends two statements in one, which cannot be prepared.
KEPT = [
    trigger.get_pgid(model)
    for model, trigger in pgtrigger.registered("aftersale.Withdrawal:stays", "aftersale.WithdrawalStep:stays")
]


def forget_old(now: datetime | None = None) -> int:
    """Delete old closed declarations with their mails. Returns how many. The only code that bypasses the trigger
    `stays`.
    """
    ended = Withdrawal.objects.filter(not_held("order"), state__in=Withdrawal.ENDED)
    old = list(ended.filter(declared_at__lt=WITHDRAWALS.end(now)).values_list("pk", flat=True))
    kinds = (Withdrawal.RECEIPT_MAIL, Withdrawal.NOTICE_MAIL, Withdrawal.ANSWER_MAIL)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT set_config('pgtrigger.ignore', %s, true)", [f"{{{','.join(KEPT)}}}"])
        Mail.objects.filter(kind__in=kinds, subject_key__in=[str(key) for key in old]).delete()
        Withdrawal.objects.filter(pk__in=old).delete()
        cursor.execute("SELECT set_config('pgtrigger.ignore', '{}', true)")
    return len(old)
