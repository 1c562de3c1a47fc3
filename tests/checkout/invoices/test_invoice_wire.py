"""Who has an order's secret finds its invoices, through both APIs, and downloads them; nobody else does."""

from dataclasses import replace
from uuid import uuid4

import pytest

from checkout.actions import invalidate_line
from checkout.entry.limits import DOCUMENTS
from checkout.models import Invoice, Order, Placement
from checkout.payments.ledger import record_capture
from shop.models import AccessCode, Shop
from tests.checkout.invoicing import run_invoice_jobs, seller
from tests.factories import first_variant, make_product, make_shop
from tests.guest import Guest
from tests.proofs import proves

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_wire")]


@pytest.fixture
def shop() -> Shop:
    return seller("nachtfalter")


def paid(shop: Shop) -> tuple[Guest, Order]:
    guest = Guest(shop)
    guest.buy((first_variant(make_product(shop)), 1))
    order = Order.objects.get(shop=shop)
    payment = order.payments.get()
    record_capture(payment=payment, amount=payment.amount, event_id="statement")
    run_invoice_jobs()
    return guest, order


@proves(
    "purchase §3",
    "`order.invoices` in both APIs; a download for the order's secret in its shop alone, limited, kept by nobody",
)
def test_both_apis_list_them_with_where_their_files_are(shop: Shop) -> None:
    guest, order = paid(shop)
    invalidate_line(line=Placement.objects.get().lines.get())
    run_invoice_jobs()
    first, second = Invoice.objects.order_by("sequence")
    (one, other) = guest.ask("ORDER", order_id=order.secret).data["invoices"]
    assert one == {
        "id": str(first.pk), "number": "NACHTFALTER-00001", "kind": "invoice", "issuedOn": first.issued_on.isoformat(),
        "url": f"/api/v2/shops/nachtfalter/orders/{order.secret}/invoices/{first.pk}",
    }  # fmt: skip
    assert (other["number"], other["kind"]) == ("NACHTFALTER-00002", "cancellation")
    told = guest.get(f"orders/{order.secret}").json()["invoices"]
    assert [(row["id"], row["issued_on"]) for row in told] == [
        (str(first.pk), first.issued_on.isoformat()), (str(second.pk), second.issued_on.isoformat()),
    ]  # fmt: skip


def test_an_order_that_is_not_paid_has_none(shop: Shop) -> None:
    guest = Guest(shop)
    assert guest.buy((first_variant(make_product(shop)), 1))["invoices"] == []


@pytest.mark.parametrize("accept", ["*/*", "application/pdf", "text/html,application/xhtml+xml"])
def test_the_file_is_a_download_that_nobody_keeps(shop: Shop, accept: str) -> None:
    guest, order = paid(shop)
    (told,) = guest.ask("ORDER", order_id=order.secret).data["invoices"]
    answer = guest.client.get(told["url"], headers={"accept": accept})
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/pdf")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="Rechnung-NACHTFALTER-00001.pdf"'
    assert "no-store" in answer.headers["Cache-Control"]
    assert answer.content.startswith(b"%PDF-")


def test_another_orders_secret_another_shop_or_a_guess_opens_nothing(shop: Shop) -> None:
    guest, order = paid(shop)
    invoice = Invoice.objects.get()
    other = seller("kellerkind")
    _stranger, others_order = paid(other)
    tries = [
        f"nachtfalter/orders/{order.secret}/invoices/{uuid4()}", f"nachtfalter/orders/{order.secret}/invoices/1",
        f"nachtfalter/orders/guessed/invoices/{invoice.pk}", f"kellerkind/orders/{order.secret}/invoices/{invoice.pk}",
        f"kellerkind/orders/{others_order.secret}/invoices/{invoice.pk}",
        f"nachtfalter/orders/{order.reference}/invoices/{invoice.pk}",
    ]  # fmt: skip
    for path in tries:
        answer = guest.client.get(f"/api/v2/shops/{path}")
        assert answer.status_code == 404, path
        assert b"%PDF" not in answer.content


def test_a_gated_shops_files_want_its_code(shop: Shop) -> None:
    guest, order = paid(shop)
    (told,) = guest.ask("ORDER", order_id=order.secret).data["invoices"]
    AccessCode.objects.create(shop=shop, code="ROTLICHT")
    assert b"%PDF" not in Guest(shop).client.get(told["url"]).content


def test_one_browser_has_so_many_made_and_another_goes_on(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("checkout.entry.limits.DOCUMENTS", replace(DOCUMENTS, hard=2, soft=3))
    guest, order = paid(shop)
    (told,) = guest.ask("ORDER", order_id=order.secret).data["invoices"]
    assert [guest.client.get(told["url"]).status_code for _time in range(4)] == [200, 200, 429, 429]
    assert [Guest(shop).client.get(told["url"]).status_code for _time in range(2)] == [200, 429]
    assert Guest(shop, works=True).client.get(told["url"]).status_code == 200


def test_a_shop_without_sellers_data_shows_none() -> None:
    guest, order = paid(make_shop("merchstand"))
    assert guest.ask("ORDER", order_id=order.secret).data["invoices"] == []
