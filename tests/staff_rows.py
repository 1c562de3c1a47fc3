"""Rows of everything that staff can look at."""

from dataclasses import replace
from io import BytesIO
from itertools import count
from uuid import uuid4

from django.contrib.auth.models import Group, User
from django.core.files.base import ContentFile
from django.utils import timezone
from PIL import Image as Pillow

from aftersale.entrance.actions import DeviceScan, record_scans
from aftersale.fulfilment.actions import store_tracking_list
from aftersale.models import (
    CheckIn,
    CheckInForm,
    EntranceDevice,
    PersonRequest,
    RefundOffer,
    RefundRequest,
    Ticket,
    TicketServicePeriod,
    TicketServiceRequest,
)
from aftersale.printed_tickets.actions import import_numbers, store_printed_list
from aftersale.tickets.codes import code_of
from aftersale.withdrawals.actions.handling import advance
from aftersale.withdrawals.actions.withdrawing import Declaration, declare_withdrawal
from catalogue.models import AdventCalendar, Manufacturer, PictureFetch, PricingCategory, ProductPicture, Tour
from checkout.actions import place_order
from checkout.actions.bank.bank_statements import import_statements
from checkout.actions.invoices.invoicing import first_drafts, sold_lines, store_invoices
from checkout.models import (
    Carrier,
    CarrierRate,
    Country,
    Dispute,
    Hold,
    Placement,
    ProviderEvent,
    Refund,
    SellerBooks,
    TransferFile,
)  # fmt: skip
from checkout.orders.order_state import refunded_of_line
from sessions_queue.models import Activity, ActivityCount, WaitingRoom
from shop.core.values.countries import country_codes
from shop.models import (
    AccessCode,
    ConsentDecision,
    ConsentText,
    DiscountCode,
    FaqEntry,
    GuaranteeNotice,
    Image,
    LegalText,
    News,
    NewsletterSubscription,
    StaticKind,
    TrackingCount,
    TrackingKind,
)  # fmt: skip
from tests.checkout.bank.statements import camt, entry
from tests.checkout.placing import ready_cart
from tests.factories import (
    first_variant,
    make_artist,
    make_category,
    make_event,
    make_payment_code,
    make_product,
    make_seat_map,
    make_shop,
    make_variant,
)

_numbers = count(1)
IBAN = "DE89370400440532013000"


def grow() -> None:
    """One more row of everything, each with things of its own around it."""
    number = next(_numbers)
    shop = make_shop(seller_address="Weg 1", seller_vat_id="DE123456788")
    AccessCode.objects.create(shop=shop, code=f"code {number}")
    DiscountCode.objects.create(shop=shop, code=f"code {number}", percent=10)
    written = BytesIO()
    Pillow.new("RGB", (40, 50)).save(written, "PNG")
    image = Image.objects.create(file=ContentFile(written.getvalue(), name="x.png"), alt=f"Picture {number}")
    GuaranteeNotice.objects.get_or_create(language="de", defaults={"file": image.file.name})
    artist = make_artist(shop, square_image=image, landscape_image=image)
    category = make_category(shop, artist=artist, square_image=image)
    maker = Manufacturer.objects.create(name=f"Maker {number}", address="Weg 1", contact="a@b.de")
    product = make_product(
        shop, category=category, artist=artist, manufacturer=maker, capacity=5, variants=("S", "M"),
        overlay_listing_image=image,
    )  # fmt: skip
    ProductPicture.objects.create(product=product, image=image)
    PictureFetch.objects.create(product=product, url=f"https://pictures.example/{number}.png", position=number)
    event = make_event(shop, image=image, capacity=50)
    PricingCategory.objects.create(event=event, name=f"Block {number}")
    make_payment_code(event)
    make_seat_map(make_event(shop), rows=1, seats=2)
    tour = Tour.objects.create(owner=shop, slug=f"tour-{number}", name="Tour", ticket_image=image)
    tour.dates.create(event=event)
    LegalText.objects.create(shop=shop, kind=StaticKind.TERMS).versions.create(body="<p>Terms</p>")
    FaqEntry.objects.create(shop=shop, key=f"question-{number}", question="Why?", answer="Because.")
    News.objects.create(shop=shop, title=f"News {number}", image=image)
    NewsletterSubscription.objects.create(
        shop=shop, email=f"fan{number}@mail.example", language="de", form_text="Yes", requested_at=timezone.now(),
        mailed_at=timezone.now(), confirmed_at=timezone.now(),
    )  # fmt: skip
    ActivityCount.objects.create(shop=shop, hour=timezone.now(), action=Activity.PAYPAL_OTHER, count=number)
    TrackingCount.objects.create(shop=shop, day=timezone.localdate(), kind=TrackingKind.values[0], count=number)
    asked = ConsentText.objects.create(digest=str(number), language="de", text="?")
    ConsentDecision.objects.create(shop=shop, allowed=True, asked=asked)
    PersonRequest.objects.create(kind="erased", digest=str(number), counts={"orders": number})
    AdventCalendar.objects.create(shop=shop, year=2026)
    session, request = ready_cart((first_variant(product), 1), (first_variant(event), 1))
    placement = place_order(session=session, request=replace(request, idempotency_key=f"key {number}"))
    write_invoice(placement)
    ticket = Ticket.objects.create(line=placement.lines.get(ticket=True), position=1)
    CheckInForm.objects.create(event=event).items.create(kind="form", name="name", label="Name?")
    CheckIn.objects.create(ticket=ticket, checked_in_at=timezone.now(), expires_on=timezone.localdate())
    device = EntranceDevice.objects.create(event=event, name=f"Door {number}")
    now = timezone.now()
    record_scans(device=device, scans=[DeviceScan(uuid4(), code_of(ticket), now, read_by="camera")], device_now=now)
    ProviderEvent.objects.create(provider="stripe", event_id=f"evt_{number}", external_id="pi_1", problem="?")
    Refund.objects.create(payment=placement.payments.get(), amount=1, reason="paid after it was cancelled")
    Dispute.objects.create(
        payment=placement.payments.get(), external_id=f"du_{number}", state=Dispute.State.TO_ANSWER, amount=1,
        reason="fraudulent", answer_by=now,
    )  # fmt: skip
    holder = User.objects.create_user(f"holder {number}")
    Hold.objects.create(order=placement.order, reason="A lawsuit", look_at=timezone.localdate(), set_by=holder)
    filed = Refund.objects.create(payment=placement.payments.get(), amount=1, reason="paid twice")
    TransferFile.objects.create().transfers.create(
        refund=filed, debtor_name="Shop", debtor_iban=IBAN, name=f"Fan {number}", iban=IBAN, purpose="Refund"
    )
    told = camt(entry("1.00", f"Unknown {number}"), entry("2.00", f"BAX{placement.order.reference}"))
    clerk = User.objects.create_user(f"clerk {number}")
    import_statements(content=told, name=f"statement {number}.xml", staff=clerk)
    said = Declaration(f"Fan {number}", placement.reference, f"fan{number}@mail.example")
    withdrawal = declare_withdrawal(shop=shop, declaration=said, language="de", key=f"key {number}")
    advance(withdrawal=withdrawal, state="awaited", staff=clerk)
    listed = f"{placement.order.reference};{number}".encode()
    store_tracking_list(content=listed, name=f"numbers {number}.csv", tracked_by="dhl", staff=clerk)
    printed = make_event(shop, only_online_tickets=False)
    make_variant(event=printed, physical=True)
    for text in (f"Row-{number}", f"Row-{number}0"):
        kept, _new = store_printed_list(event=printed, content=text.encode(), name=f"list {text}.csv", staff=clerk)
    import_numbers(listed=kept)
    WaitingRoom.objects.create(shop=shop)
    offer = RefundOffer.objects.create(event=event, cause="cancelled", opened_at=timezone.now())
    RefundRequest.objects.create(offer=offer, order=placement.order, origin="guest", language="de", amount=1)
    TicketServicePeriod.objects.create(event=event, change_until=timezone.now())
    wish = TicketServiceRequest.objects.create(kind="change", order=placement.order, language="de", name="Fan")
    wish.items.create(position=0, type="online", number=ticket.number, line=ticket.line, ticket=ticket, name="Fan")
    SellerBooks.objects.create(seller=shop, consultant=1001, client=number + 1).accounts.create(account="8400")
    carrier = Carrier.objects.create(name=f"Carrier {number}", only_single_disc=True)
    known = set(Country.objects.values_list("code", flat=True))
    country = Country.objects.create(code=min(country_codes() - known))
    CarrierRate.objects.create(carrier=carrier, country=country, price=3)
    User.objects.create_user(f"user {number}")
    Group.objects.create(name=f"group {number}")


def write_invoice(placement: Placement) -> None:
    """As if it were paid: the order still waits for its money, which staff can book."""
    lines = list(placement.lines.select_related("variant__event").annotate(**refunded_of_line()))
    placement.paid_at = timezone.now()
    sold = sold_lines(placement, lines)
    store_invoices(placement, first_drafts(placement, lines, sold, [], placement.shipping_total), batch=1)
