"""How a visitor uses each budget of the project up, once, through its real address; by the budget's name."""

from collections.abc import Callable
from itertools import count
from typing import Any

from catalogue.models import Event
from checkout.models import Order
from sessions_queue.models import WaitingRoom
from sessions_queue.queries import session_cookie
from sessions_queue.waiting_room.actions import open_room
from sessions_queue.waiting_room.queue_place import place_cookie_name
from shop.models import AccessCode, Shop
from tests.aftersale.ticket_service.asked import PERMITS, open_service
from tests.aftersale.tickets.sold import GETEVENTBYTICKETID, pay
from tests.factories import first_variant, make_event, make_payment_code, make_product
from tests.guest import Guest
from tests.sample_address import ADDRESS

Once = Callable[[Guest], Any]
NUMBERS = count()
NO_SECRET = "x" * 22
MAKE = "mutation MAKERESUMEID($input: MakeResumeIdInput!) { makeResumeId(input: $input) { resumeId } }"


def new_mailbox() -> str:
    return f"somebody-{next(NUMBERS)}@example.org"


def without(guest: Guest, cookie: str) -> Guest:
    """The same browser, but for this cookie of the shop."""
    guest.client.cookies.pop(cookie, None)
    return guest


def begin_session(shop: Shop) -> Once:
    shirt = first_variant(make_product(shop, capacity=500))
    return lambda guest: without(guest, session_cookie(shop)).add((shirt, 1)).response


def take_place(shop: Shop) -> Once:
    open_room(room=WaitingRoom.objects.create(shop=shop, capacity=1, rate=60_000))
    return lambda guest: without(guest, place_cookie_name(shop)).get("session/queue")


def make_id_to_resume(shop: Shop) -> Once:
    shirt = first_variant(make_product(shop, capacity=500))

    def once(guest: Guest) -> Any:
        if not guest.token:
            assert guest.add((shirt, 1)).data
        return guest.send({"query": MAKE, "variables": {"input": {}}}).response

    return once


def place_order(shop: Shop) -> Once:
    ticket = first_variant(make_event(shop, price="10.00", capacity=1000))

    def once(guest: Guest) -> Any:
        assert without(guest, session_cookie(shop)).add((ticket, 1)).data
        body = {"billing_address": ADDRESS, "shipping_address": None, "email": new_mailbox()}
        assert guest.patch("cart/address", body).status_code == 200
        assert guest.choose("-1").status_code == 200
        return guest.place(idempotencyKey=guest.token, expectedTotal="10.00").response

    return once


def ordered(shop: Shop, **fields: Any) -> Order:
    """By somebody elsewhere."""
    Guest(shop, address="203.0.113.77").buy((first_variant(make_event(shop, **fields)), 1))
    order = Order.objects.get()
    pay(order)
    return order


def ask_payment_service(shop: Shop) -> Once:
    order = ordered(shop)
    given = {"orderId": order.secret, "paymentMethod": "nonsense"}
    return lambda guest: guest.ask("PAYORDER", input=given).response


def read_document(shop: Shop) -> Once:
    order = ordered(shop)
    return lambda guest: guest.get(f"orders/{order.secret}/tickets.pdf")


def name_tickets(shop: Shop) -> Once:
    order = ordered(shop)
    Event.objects.update(personalization_requirement=Event.Personalization.CHECK_IN)
    (told,) = Guest(shop).ask("ORDER", order_id=order.secret).data["items"]
    body = {"items": [{"id": told["id"], "personal_identifier": "Mira+Falk"}]}
    return lambda guest: guest.patch(f"orders/{order.secret}/items", body)


def guess_ticket(shop: Shop) -> Once:
    return lambda guest: guest.send({"query": GETEVENTBYTICKETID, "variables": {"ticket_id": "100000000001"}}).response


def answer_form(shop: Shop) -> Once:
    return lambda guest: guest.post("forms/check-in/responses", {"validation_code": "x"})


def guess_paper(shop: Shop) -> Once:
    open_service(make_event(shop))
    said = {"content_type": "image/jpeg", "size": 10, "id": "400000000012", "name": "Ada", "order_id": "B-22222"}
    return lambda guest: guest.post(PERMITS, said)


def upload(shop: Shop) -> Once:
    return lambda guest: guest.post(PERMITS, {})


def guess_refund(shop: Shop) -> Once:
    event = make_event(shop)
    return lambda guest: guest.get(f"events/{event.pk}/refund_requests/guess-{next(NUMBERS)}")


def submit_refund_request(shop: Shop) -> Once:
    event = make_event(shop)
    return lambda guest: guest.get(f"events/{event.pk}/refund_requests/{NO_SECRET}")


def withdraw(shop: Shop) -> Once:
    def once(guest: Guest) -> Any:
        said = {"name": "Mira Falk", "contract": "B-22222", "email": new_mailbox()}
        return guest.post("withdrawals", {"idempotency_key": f"declared {next(NUMBERS)}", **said})

    return once


def subscribe(shop: Shop) -> Once:
    return lambda guest: guest.post("newsletter", {"email": new_mailbox(), "accepts_terms": True})


def consent(shop: Shop) -> Once:
    Shop.objects.filter(pk=shop.pk).update(trackers=["counts"])
    return lambda guest: guest.post("consent", {"allowed": True})


def guess_password(shop: Shop) -> Once:
    return lambda guest: guest.client.post("/admin/login/", {"username": "clerk", "password": "wrong"})


def guess_passwords_of_many(shop: Shop) -> Once:
    def once(guest: Guest) -> Any:
        said = {"username": f"name {next(NUMBERS)}", "password": "wrong"}
        return guest.client.post("/admin/login/", said)

    return once


def guess_access_code(shop: Shop) -> Once:
    AccessCode.objects.create(shop=shop, code="ROTLICHT")
    said = {"code": "wrong", "wanted": f"/{shop.slug}"}
    return lambda guest: guest.client.post(f"/{shop.slug}/access-code", said)


def guess_key(shop: Shop) -> Once:
    AccessCode.objects.create(shop=shop, code="ROTLICHT")
    return lambda guest: guest.client.get(f"/{shop.slug}/events/show.ics?key={40 * '0'}")


def guess_discount(shop: Shop) -> Once:
    return lambda guest: guest.post("discount", {"code": "WRONG"})


def guess_payment_code(shop: Shop) -> Once:
    event = make_event(shop, capacity=1000)
    make_payment_code(event, code="RIGHT")
    ticket = first_variant(event)
    return lambda guest: guest.add((ticket, 1), code="WRONG").response


def guess_reference(shop: Shop) -> Once:
    shirt = first_variant(make_product(shop, capacity=500))

    def once(guest: Guest) -> Any:
        if not guest.token:
            assert guest.add((shirt, 1)).data
        given = {"orderReference": f"B-{next(NUMBERS):05}", "expectedTotal": "20.00", "acceptedTerms": True}
        return guest.ask("MERGE_ORDER", input=given).response

    return once


CODES: dict[str, Callable[[Shop], Once]] = {
    "access-code": guess_access_code,
    "discount-code": guess_discount,
    "feed-key": guess_key,
    "order-reference": guess_reference,
    "payment-code": guess_payment_code,
}
SCENARIOS: dict[str, Callable[[Shop], Once]] = {
    "consent": consent,
    "form-responses": answer_form,
    "invoices": read_document,
    "made-to-resume": make_id_to_resume,
    "names": name_tickets,
    "newsletter-visitor": subscribe,
    "orders": place_order,
    "password-address": guess_passwords_of_many,
    "password-address-user": guess_password,
    "payments": ask_payment_service,
    "places-in-line": take_place,
    "refund-guesses": guess_refund,
    "refund-requests": submit_refund_request,
    "sessions": begin_session,
    "ticket-numbers": guess_ticket,
    "ticket-service-guesses": guess_paper,
    "ticket-service-uploads": upload,
    "withdrawals": withdraw,
    **CODES,
    **{f"{name}-few": guess for name, guess in CODES.items()},
}
