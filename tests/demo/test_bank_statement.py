"""The demo's bank statement is one that the shop reads."""

from collections import Counter
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command

from checkout.actions.bank.bank_statements import import_statements
from tests.checkout.bank.booking import order_of
from tests.factories import make_shop

pytestmark = pytest.mark.django_db


def test_it_tells_of_all_open_transfers_and_something_to_settle() -> None:
    for _order in range(4):
        order_of(make_shop())
    written = StringIO()
    call_command("bank_statement", stdout=written)
    file, _new = import_statements(
        content=written.getvalue().encode(), name="demo.xml", staff=User.objects.create_user("clerk")
    )
    assert file.notes == []
    assert Counter(file.lines.values_list("kind", flat=True)) == {"matched": 3, "under": 1, "unknown": 1}
