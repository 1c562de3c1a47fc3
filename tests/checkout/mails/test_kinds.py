import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.db.models import F
from django.test import Client
from django.utils.translation import gettext_lazy, override

from aftersale.tickets.mails import TICKETS_MAIL
from checkout.mails.kinds import KINDS, MailKind, kind_again, kind_name
from checkout.mails.parcels import SHIPPED_MAIL
from shop.mails.keys import BEFORE_MOMENT, joined, part_of, parted
from shop.mails.kind_labels import AGAIN, LABELS
from shop.models import Mail
from tests.factories import make_shop
from tests.proofs import proves
from tests.staff import log_in

TEMPLATES = Path(settings.BASE_DIR) / "templates/mails"
# What several mails include.
PARTS = {"summary"}
INCLUDED = {
    "address", "back", "bank_details", "hints", "refund_approved", "thanks", "ticket_list", "ticket_part",
    "ticket_service_items", "together", "withdrawal_said",
}  # fmt: skip
DECLARED = "import django; django.setup(); from checkout.mails.kinds import KINDS; print(*sorted(KINDS))"


def stored(kind: str, number: int) -> Mail:
    return Mail.objects.create(
        shop=make_shop(), kind=kind, subject_key="1", recipient="m@example.org", language="de", message_id=f"<{number}>"
    )


@pytest.mark.parametrize("ending", ["txt", "html"])
def test_each_kind_has_its_templates_and_each_template_its_kind(ending: str) -> None:
    names = {path.stem.removeprefix("order_") for path in TEMPLATES.glob(f"order_*.{ending}")}
    assert names - PARTS == set(KINDS)


def test_all_kinds_are_declared_once_django_is_set_up() -> None:
    found = subprocess.run([sys.executable, "-c", DECLARED], capture_output=True, text=True, check=True)
    assert found.stdout.split() == sorted(KINDS)


def test_no_two_kinds_have_one_name() -> None:
    with pytest.raises(ValueError, match="two kinds of mails named shipped"):
        MailKind("shipped", gettext_lazy("Shipped by air"))
    assert KINDS["shipped"] is SHIPPED_MAIL


@pytest.mark.django_db
def test_staff_read_the_kind_of_the_first_mail() -> None:
    first = stored(TICKETS_MAIL.stored(2), 1)
    again = stored(kind_again(first), 2)
    last = stored(kind_again(again), 3)
    with override("en"):
        assert kind_name(last, [first, again, last]) == "Tickets"
        # A kind that was given up stands as it is stored; what repeats a deleted mail has no kind.
        assert kind_name(Mail(kind="gone:7"), []) == "gone:7"
        assert kind_name(last, [last]) == ""


@pytest.mark.django_db
def test_the_rows_of_a_kind_are_those_about_something_too() -> None:
    wanted = {stored(TICKETS_MAIL.stored(), 1).pk, stored(TICKETS_MAIL.stored(2), 2).pk}
    stored("tickets_of_others", 3)
    assert set(Mail.objects.filter(TICKETS_MAIL.rows).values_list("pk", flat=True)) == wanted


@proves("design §4", "staff read and filter mails by the name of their kind")
@pytest.mark.django_db
def test_the_list_names_kinds_and_finds_all_of_one(client: Client) -> None:
    log_in(client)
    for number, kind in enumerate(["invoice:1", "invoice:2", "refund_offer:202701011900", "again:" + "0" * 32]):
        stored(kind, number)
    page = client.get("/admin/shop/mail/", headers={"accept-language": "en"}).content.decode()
    for shown in ("Invoice", "The event was cancelled, postponed or moved", "Sent again"):
        assert shown in page
    for raw in ("invoice:1", "refund_offer", "again:"):
        assert f">{raw}" not in page
    assert client.get("/admin/shop/mail/", {"kind": "invoice"}).context["cl"].result_count == 2


def test_each_mail_of_the_shop_has_a_name() -> None:
    mails = {path.stem.removeprefix("order_") for path in TEMPLATES.glob("*.txt")}
    written = {path.stem.removeprefix("order_") for path in TEMPLATES.glob("*.html")}
    assert (mails & written) - PARTS - INCLUDED == set(LABELS) - {AGAIN}


@pytest.mark.parametrize("separator", [":", BEFORE_MOMENT])
@pytest.mark.parametrize(("key", "parts"), [("a", ("a", "")), ("a{}7", ("a", "7")), ("a{}7{}8", ("a", "7{}8"))])
@pytest.mark.django_db
def test_python_and_sql_part_keys_alike(key: str, parts: tuple[str, str], separator: str) -> None:
    key, (first, second) = key.replace("{}", separator), (one.replace("{}", separator) for one in parts)
    assert parted(key, separator=separator) == (first, second)
    assert joined(first, second, separator=separator) == key
    stored(key, 1)
    rows = Mail.objects.values_list(*(part_of(F("kind"), number, separator=separator) for number in (1, 2)))
    assert list(rows) == [(first, second.partition(separator)[0])]
