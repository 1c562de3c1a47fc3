"""What shoppers and staff get to read about the example; each reading is one text, the same every time."""

import json
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.core import mail as outbox
from django.db import models
from django.test import Client, override_settings
from django.utils import timezone

from cart.models import PaymentCode
from catalogue.models import Artist, Category, Event, Product, ProductVariant, Tour
from checkout.actions.invoices.invoicing import write_invoices
from checkout.actions.payments.disputing import book_dispute
from checkout.actions.payments.reminding import remind_overdue
from checkout.mails.together import send_with_others
from checkout.models import Dispute, Order
from checkout.payments.interface import Movement, ReportedDispute
from checkout.payments.ledger import record_capture
from shop.models import DiscountCode, Image, Mail, Shop, StaticKind
from tests.documents import everything
from tests.guest import Guest

from .example import DISCOUNT_CODE, PAYMENT_CODE, Example

LANGUAGES = ("de", "en")
Reading = Callable[[Example, str], str]

THINGS = {"artist": Artist, "category": Category, "product": Product, "event": Event, "tour": Tour}
TYPES = {"product": "MerchProduct"}
# What staff have lists of, and search in them.
IN_LISTS = (*THINGS.values(), ProductVariant, DiscountCode, PaymentCode, Image)
LISTS = {
    "artist": """merchProducts(first: 9) { nodes { id safety { manufacturerName } } }
        events(first: 9) { nodes { id } } tours { id }""",
    "category": "notEmpty merchProducts(first: 9) { nodes { id } } events(first: 9) { nodes { id } }",
}


def guest_of(example: Example, language: str) -> Guest:
    return Guest(Shop.objects.get(pk=example.shop.pk), language)


def wire_shop(example: Example, language: str) -> str:
    answer = guest_of(example, language).send({"query": f"{{ shop {everything('Shop')} }}"})
    return text_of(answer.data)


def rest_shop(example: Example, language: str) -> str:
    return text_of(guest_of(example, language).get("").json())


def news(example: Example, language: str) -> str:
    document = f"{{ news {{ nodes {everything('NewsEntry')} }} }}"
    return text_of(guest_of(example, language).send({"query": document}).data)


def wire_of(root: str) -> Reading:
    """All that the wire says about one thing, asked for by its id, and the shelves on which it lies."""
    document = f"query($id: ID!) {{ {root}(id: $id) {everything(TYPES.get(root, root.title()))} }}"

    def read(example: Example, language: str) -> str:
        key = str(example.things[THINGS[root]].pk)
        return text_of(guest_of(example, language).send({"query": document, "variables": {"id": key}}).data)

    return read


def wire_bundle(example: Example, language: str) -> str:
    document = f"query($id: ID!) {{ combinedProduct(id: $id) {everything('CombinedProduct')} }}"
    return text_of(guest_of(example, language).send({"query": document, "variables": {"id": example.box.slug}}).data)


def wire_lists(example: Example, language: str) -> str:
    """The lists' order and contents, and what hangs below artists and categories."""
    document = f"""{{
      artists(first: 9) {{ nodes {{ id {LISTS["artist"]} }} }}
      categories(first: 9) {{ nodes {{ id {LISTS["category"]} }} }}
      merchProducts {{ nodes {{ id }} }} events {{ nodes {{ id }} }}
      tours(first: 9) {{ nodes {{ id events {{ nodes {{ id }} }} }} }}
    }}"""
    return text_of(guest_of(example, language).send({"query": document}).body["data"])


def static_pages(example: Example, language: str) -> str:
    """The pages of the footer."""
    document = "query($id: ID!) { staticPage(id: $id) { title html textLanguage } }"
    guest = guest_of(example, language)
    return text_of([guest.send({"query": document, "variables": {"id": kind}}).data for kind in StaticKind.values])


def advent(example: Example, language: str) -> str:
    """The shop's newest calendar."""
    document = f"{{ advent {everything('AdventCalendar')} }}"
    return text_of(guest_of(example, language).send({"query": document}).data)


def theme(example: Example, _language: str) -> str:
    return Client(SERVER_NAME="localhost").get(f"/theme/{example.shop.slug}.0.css").content.decode()


def home_page(example: Example, language: str) -> str:
    """Without a language of the visitor's own, the shop's."""
    shop = Shop.objects.get(pk=example.shop.pk)
    response = Client(SERVER_NAME="localhost").get(f"/{shop.slug}")
    written = re.sub(r'"now":"[^"]*"', "", response.content.decode())
    return f"{response.status_code} {response.headers.get('Location')} {written}"


def sale(example: Example, language: str) -> str:
    """A shirt and a ticket, with both kinds of codes, from the cart to the order and its mail, refusals included."""
    guest = guest_of(example, language)
    entered = guest.client.post(f"{guest.base}/discount", {"code": DISCOUNT_CODE}, content_type="application/json")
    answers: list[Any] = [entered.json(), guest.add((example.variant, 1)).body]
    bought = guest.add((example.ticket, 1), code=PAYMENT_CODE).body
    answers += [bought, guest.add((example.ticket, 1)).body if "errors" in bought else None]
    answers += [guest.enter_address().json(), guest.ask("PAYMENTMETHODS").body]
    carriers = guest.ask("SHIPPINGMETHODS", country_code="de").body
    offered = (carriers["data"] or {}).get("shippingMethods", {}).get("nodes", [])
    answers += [carriers, guest.choose(offered[-1]["id"] if offered else "-1").json(), guest.place().body]
    order = Order.objects.filter(shop=example.shop).last()
    if order is None:
        return without_chance(text_of(answers))
    answers.append(guest.get(f"orders/{order.secret}?include=items").json())
    stored = Mail.objects.get(kind="confirmation")
    send_with_others(str(stored.pk))
    message = outbox.outbox[-1]
    answers.append([message.from_email, message.subject, message.body, message.alternatives[0][0]])
    return without_chance(text_of(answers), order.secret, order.reference)


def ways_to_pay(example: Example, language: str) -> str:
    """A shirt, and a ticket, where cards are taken, too; and the VAT of a shirt that goes abroad."""
    answers = []
    with override_settings(STRIPE_SECRET_KEY="sk_test_1"):
        for thing in (example.variant, example.ticket):
            guest = guest_of(example, language)
            guest.add((thing, 1))
            answers.append(guest.enter_address(address="", post_code="", city="").json().get("errors"))
            answers.append(guest.ask("PAYMENTMETHODS").body)
    abroad = guest_of(example, language)
    if "errors" not in abroad.add((example.variant, 1)).body:
        answers.append(abroad.ask("CHANGECOUNTRY", input={"countryCode": "at"}).data["cart"]["vat"])
    return text_of(answers)


def ordered(example: Example, language: str) -> Order | None:
    """A shirt, by transfer; None where it cannot be bought."""
    guest = guest_of(example, language)
    if "errors" in guest.add((example.variant, 1)).body:
        return None
    guest.enter_address()
    guest.choose()
    guest.place()
    return Order.objects.filter(shop=example.shop).last()


def invoice(example: Example, language: str) -> str:
    """What the seller says of a sale once it is paid."""
    order = ordered(example, language)
    payment = order.payments.last() if order else None
    if order is None or payment is None:
        return ""
    record_capture(payment=payment, amount=payment.amount, event_id="statement")
    written = write_invoices(placement_id=order.placements.get().pk)
    return without_chance(text_of([[one.number, one.content] for one in written]), order.reference)


def disputed(example: Example, language: str) -> str:
    """What the buyer of a ticket reads of the order once the whole payment was lost to a dispute."""
    guest = guest_of(example, language)
    if "errors" in guest.add((example.ticket, 1)).body:
        return ""
    guest.enter_address()
    guest.choose("-1")
    guest.place()
    order = Order.objects.filter(shop=example.shop).last()
    payment = order.payments.last() if order else None
    if order is None or payment is None:
        return ""
    record_capture(payment=payment, amount=payment.amount, event_id="statement")
    payment.provider = "stripe"  # nobody takes a transfer back
    payment.save()
    taken = Movement("taken", -payment.amount, "EUR")
    book_dispute(payment, ReportedDispute("dispute", payment.amount, "EUR", "", Dispute.State.LOST, None, [taken]))
    return without_chance(
        text_of(guest.get(f"orders/{order.secret}?include=items").json()), order.secret, order.reference
    )


def unpaid(example: Example, language: str) -> str:
    """The mails of a sale that nobody has paid in time."""
    order = ordered(example, language)
    if order is None:
        return ""
    long_ago = timezone.now() - timedelta(days=9)
    order.placements.update(placed_at=long_ago, pay_by=long_ago)
    remind_overdue()
    outbox.outbox.clear()
    for stored in Mail.objects.order_by("kind"):
        send_with_others(str(stored.pk))
    written = [[one.subject, one.body] for one in outbox.outbox]
    return without_chance(text_of(written), order.secret, order.reference)


def staff_name(model: type[models.Model]) -> str:
    return f"staff {model.__name__}"


def staff_list(model: type[models.Model]) -> Reading:
    """The staff's list of what is changed here, and what a search there finds for the words that a change writes."""
    address = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"

    def read(example: Example, _language: str) -> str:
        client = Client(SERVER_NAME="localhost")
        client.force_login(get_user_model().objects.create_superuser("staff"))
        pages = [address]
        for words in ("", "Changed"):
            page = re.sub(r'"now":"[^"]*"', "", client.get(address, {"q": words} if words else {}).content.decode())
            pages += re.findall(r'<table[^>]*id="result_list".*?</table>', page, re.S)
        return re.sub(r'name="csrf\w+" value="\w+"', "…", "\n".join(pages))

    return read


def staff_preview(example: Example, _language: str) -> str:
    """What staff see below a bundle's parts."""
    client = Client(SERVER_NAME="localhost")
    client.force_login(get_user_model().objects.create_superuser("staff"))
    page = client.get(f"/admin/catalogue/product/{example.box.pk}/change/").content.decode()
    return "".join(re.findall(r'<section[^>]*aria-labelledby="bundle-preview".*?</section>', page, re.S))


READINGS: dict[str, Reading] = {
    **{root: wire_of(root) for root in THINGS},
    "bundle": wire_bundle,
    "shop": wire_shop,
    "news": news,
    "rest": rest_shop,
    "lists": wire_lists,
    "static": static_pages,
    "advent": advent,
    "theme": theme,
    "home": home_page,
    "sale": sale,
    "ways to pay": ways_to_pay,
    "invoice": invoice,
    "unpaid": unpaid,
    "disputed": disputed,
    "preview": staff_preview,
    **{staff_name(model): staff_list(model) for model in IN_LISTS},
}
# That are quick to read.
QUICK = list(READINGS)[: list(READINGS).index("sale")]
STAFF_LISTS = set(map(staff_name, IN_LISTS))
# What is the same whatever language a visitor has.
IN_ANY_LANGUAGE = {"theme", "home", "preview", *STAFF_LISTS}
FIRST = {
    "Shop": "shop", "ShopSocial": "shop", "PathRedirect": "shop", "ShopDesign": "theme", "Artist": "artist",
    "Category": "category",
    "LegalText": "static", "FaqEntry": "static", "News": "news", "Tour": "tour", "Venue": "event", "Event": "event",
    "DiscountCode": "sale", "PaymentCode": "sale", "PricingCategory": "event", "AdventCalendar": "advent",
    "AdventDoor": "advent", "Combination": "bundle", "BundlePart": "bundle",
}  # fmt: skip


def readings_for(kind: type[models.Model]) -> list[str]:
    """The names of all readings, the likeliest first."""
    own = [name for name in (FIRST.get(kind.__name__, "product"), staff_name(kind)) if name in READINGS]
    return list(dict.fromkeys((own[0], *QUICK, *own, *READINGS)))


def readings_of_texts(kind: type[models.Model]) -> list[str]:
    """Those that bring many texts at once: no staff's lists of other things."""
    return [name for name in readings_for(kind) if name == staff_name(kind) or name not in STAFF_LISTS]


def readings_by_words(kind: type[models.Model]) -> list[str]:
    """For a text that none of those brings: staff may still find by it."""
    return sorted(readings_for(kind), key=lambda name: name != staff_name(kind))


def text_of(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, sort_keys=True, indent=1)


def without_chance(text: str, *secrets: str) -> str:
    """Without what is drawn anew at each sale: ids, secrets, moments."""
    for secret in secrets:
        text = text.replace(secret, "…")
    text = re.sub(r"[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}", "…", text)
    return re.sub(r'"(valid_until|validUntil|createdAt|created_at)": "[^"]*"', "…", text)
