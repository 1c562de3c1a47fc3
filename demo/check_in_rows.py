"""The check-in of a night: what it tells and asks, and two tickets of which one has checked in.

A form of its own has the listening session; the other events with online check-in want no more than the confirmation.
"""

from django.db import transaction

from aftersale.check_in.actions import check_in
from aftersale.models import CheckInForm, CheckInItem, Ticket
from cart.actions import AddRequest, add_to_cart
from cart.models import Cart
from catalogue.models import Event
from checkout.actions import PlaceRequest, confirm_tickets, enter_addresses, place_order
from checkout.models import Order, Placement
from checkout.orders.links import confirmation_token
from checkout.pricing.checkout import priced_checkout
from shop.models import Shop

from .plan import Text
from .quiet import settle_mails, without_jobs
from .texts import both

SHOP, EVENT = "nachtfalter", "nachtfalter-vorhoeren"
EMAIL = "noa@mail.example"
BUYER = {
    "first_name": "Noa", "last_name": "Nebel", "company": "", "address": "Kokonstraße 5", "address2": "",
    "post_code": "01099", "city": "Dresden", "country_code": "de",
}  # fmt: skip
# Known to whoever tries the check-in of the demo: the second one is still free.
NUMBERS = ("2100000123452", "2100000123469")
Kind = CheckInItem.Kind
FormType = CheckInItem.FormType


def text_item(header: Text, content: Text) -> CheckInItem:
    return CheckInItem(kind=Kind.CONTENT, **both("header", header), **both("content", content))


def asked(name: str, label: Text, form_type: str, *, required: bool = False) -> CheckInItem:
    return CheckInItem(kind=Kind.FORM, name=name, form_type=form_type, required=required, **both("label", label))


def items() -> list[CheckInItem]:
    order = (
        "Um 20 Uhr geht das Licht aus, danach kommt niemand mehr hinein. Die Testpressung läuft einmal, von vorn bis "
        "hinten, ohne Pause."
    )
    in_english = (
        "At 8 pm the lights go out, and nobody gets in after that. The test pressing plays once, from beginning to "
        "end, without a break."
    )
    chair = ("Brauchst du einen Stuhl oder einen Platz ohne Stufen?", "Do you need a chair, or a place without steps?")
    phone = ("Mein Telefon bleibt aus, bis sich die Nadel hebt.", "My phone stays off until the needle lifts.")
    cushion = ("Welcher Name soll auf dein Kissen?", "Which name shall be on your cushion?")
    return [
        text_item(("So läuft der Abend", "How the evening goes"), (order, in_english)),
        asked("kissen", cushion, FormType.TEXT, required=True),
        asked("barriere", chair, FormType.TEXT),
        asked("handy", phone, FormType.CHECKBOX, required=True),
    ]


def write_check_in_forms() -> None:
    """Unless there are some already."""
    event = Event.objects.filter(slug=EVENT).first()
    if event is None or CheckInForm.objects.exists():
        return
    form = CheckInForm.objects.create(event=event, allow_retake=True)
    for order, item in enumerate(items()):
        item.form, item.order = form, order
        item.full_clean()
        item.save()


@transaction.atomic
def write_check_in_order() -> None:
    """Unless it is there already, or the event is missing."""
    shop = Shop.objects.filter(slug=SHOP).first()
    event = Event.objects.filter(slug=EVENT).first()
    if shop is None or event is None or Order.objects.filter(email=EMAIL, shop=shop).exists():
        return
    with without_jobs():
        placement = order_tickets(shop, event)
        settle_mails(placement)
    tickets = Ticket.objects.filter(line__placement=placement).in_order()
    for ticket, number in zip(tickets, NUMBERS, strict=True):
        Ticket.objects.filter(pk=ticket.pk).update(number=number)
    check_in(shop=shop, code=NUMBERS[0], answers={"kissen": "Noa", "handy": True})


def order_tickets(shop: Shop, event: Event) -> Placement:
    """They cost nothing, and the link in the mail is followed."""
    wanted = AddRequest(event.variants.get().pk, len(NUMBERS))
    session = add_to_cart(shop=shop, session=None, language="de", requests=[wanted]).session
    enter_addresses(session=session, billing=BUYER, shipping=None, email=EMAIL)
    due = priced_checkout(Cart.objects.get(session=session)).due
    placement = place_order(session=session, request=PlaceRequest(f"demo-{EMAIL}", due, accepted_terms=True))
    return confirm_tickets(shop=shop, token=confirmation_token(placement))
