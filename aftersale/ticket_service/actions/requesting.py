"""A guest asks for tickets to be cancelled, or for another name on them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext

from aftersale.models import ProofUpload, TicketServiceItem, TicketServiceRequest
from aftersale.models.ticket_service import MAX_COMMENT, MAX_NAME, MAX_NUMBER
from aftersale.numbers.tickets import sent_number
from aftersale.ticket_service.errors import ProofRefused, TicketNotFree, TicketServiceClosed, TicketsUnknown
from aftersale.ticket_service.mails import queue_service_mails
from aftersale.ticket_service.queries import (
    Entry,
    Found,
    Kind,
    Type,
    closed_places,
    meant_tickets,
    standing_request,
    taken_places,
)
from aftersale.ticket_service.rules import MOST_TICKETS, name_parts, typed_number
from aftersale.ticket_service.uploads import claimable, drawn, drop_raw, keep
from aftersale.tickets.locks import lock_tickets
from cart.ticket_holders import LONGEST, SIGN
from checkout.locks import lock_order
from checkout.payments.references import order_reference
from shop.core.database.transactions import tried_again
from shop.core.errors import FieldErrors
from shop.core.values.mail_addresses import is_mail_address
from shop.mails.links import has_link_or_sign, one_line
from shop.models import Shop

Groups = dict[UUID, list[Found]]


@dataclass(frozen=True)
class Wish:
    """What a guest typed."""

    kind: str
    name: str
    email: str
    reference: str
    comment: str
    tickets: Sequence[Entry]


class Complaints:
    """All that is wrong with a form, by its fields."""

    def __init__(self) -> None:
        self.errors: dict[str, list[dict[str, str]]] = {}

    def add(self, field: str, code: str, message: str) -> None:
        self.errors.setdefault(field, []).append({"code": code, "message": message})

    def name(self, field: str, text: str) -> None:
        if not text:
            self.add(field, "required", gettext("This field is required."))
        elif len(text) > MAX_NAME:
            self.add(field, "too_long", gettext("Use at most %(most)s characters.") % {"most": MAX_NAME})
        elif has_link_or_sign(text):
            self.add(field, "link", gettext("A link cannot stand in a name."))

    def new_name(self, field: str, text: str) -> None:
        """It becomes a holder's: first and last name, as long as these may be."""
        self.name(field, text)
        if field in self.errors:
            return
        parts = name_parts(text)
        if SIGN in text:
            self.add(field, "link", gettext("This sign cannot stand in a name."))
        elif len(parts[0]) > LONGEST["first_name"] or len(parts[1]) > LONGEST["last_name"]:
            self.add(field, "too_long", gettext("This name is too long."))


def tidied(wish: Wish) -> Wish:
    """Without stray blanks, breaks and what nobody sees."""
    tickets = [
        Entry(
            one.type, typed_number(one.number) or one.number, one_line(one.name), one_line(one.name_new), one.file
        )
        for one in wish.tickets
    ]  # fmt: skip
    reference, email = one_line(wish.reference), wish.email.strip()
    return Wish(wish.kind, one_line(wish.name), email, reference, wish.comment.strip(), tickets)


def check_wish(wish: Wish) -> None:
    """Raises FieldErrors with all complaints at once."""
    said = Complaints()
    said.name("name", wish.name)
    if not is_mail_address(wish.email):
        said.add("email", "invalid" if wish.email else "required", gettext("This is no e-mail address."))
    if wish.kind == Kind.CHANGE and not wish.reference:
        said.add("order_id", "required", gettext("This field is required."))
    elif wish.reference and not order_reference(wish.reference):
        said.add("order_id", "invalid", gettext("This is no order number."))
    if len(wish.comment) > MAX_COMMENT:
        said.add("comment", "too_long", gettext("Use at most %(most)s characters.") % {"most": MAX_COMMENT})
    if not 1 <= len(wish.tickets) <= MOST_TICKETS:
        said.add("tickets", "amount", gettext("1 to %(most)s tickets go at once.") % {"most": MOST_TICKETS})
    else:
        check_tickets(wish, said)
    if said.errors:
        raise FieldErrors(said.errors)


def check_tickets(wish: Wish, said: Complaints) -> None:
    seen: set[tuple[str, str]] = set()
    for place, one in enumerate(wish.tickets):
        if one.type not in Type.values:
            said.add(f"tickets.{place}.type", "required", gettext("Choose “online” or “hard”."))
        key = (one.type, sent_number(one.number) or one.number)
        if not one.number.strip():
            said.add(f"tickets.{place}.id", "required", gettext("This field is required."))
        elif not typed_number(one.number) or len(one.number) > MAX_NUMBER:
            said.add(f"tickets.{place}.id", "digits", gettext("Use digits only."))
        elif key in seen:
            said.add(f"tickets.{place}.id", "duplicate", gettext("entered multiple times"))
        seen.add(key)
        said.name(f"tickets.{place}.name", one.name)
        if wish.kind == Kind.CHANGE:
            said.new_name(f"tickets.{place}.name_new", one.name_new)
        elif one.type == Type.HARD and not one.file:
            said.add(f"tickets.{place}.file", "required", gettext("A picture of the destroyed ticket is needed."))


def ask(*, shop: Shop, wish: Wish, language: str) -> list[TicketServiceRequest]:
    """Ask for it, each ticket once; what waits already in the same words is the same request. Tickets of several orders
    become a request of each. Their buyers are told by mail, and the address that was given.

    Raises FieldErrors, TicketsUnknown, TicketServiceClosed, TicketNotFree, ProofRefused. Locks orders and tickets.
    """
    wish = tidied(wish)
    check_wish(wish)
    groups = meant(shop, wish)
    if again := standing(groups, wish.kind):
        return again
    if closed := closed_places(flat(groups, wish), wish.kind):
        raise TicketServiceClosed(closed)
    try:
        # Before anything is locked: a picture takes its time.
        return store(shop, wish, language, keep_proofs(shop, wish))
    except ProofRefused:
        if again := standing(groups, wish.kind):
            return again  # somebody pressed twice, and the other one has claimed it
        raise


def meant(shop: Shop, wish: Wish) -> Groups:
    """The tickets by their orders. Raises TicketsUnknown."""
    found = meant_tickets(shop, wish.tickets, wish.reference)
    if unknown := [place for place, one in enumerate(found) if one is None]:
        raise TicketsUnknown(unknown)
    groups: Groups = {}
    for one in found:
        if one is not None:
            groups.setdefault(one.line.placement.order_id, []).append(one)
    return groups


def flat(groups: Groups, wish: Wish) -> list[Found]:
    """As they were entered."""
    known = {id(one.entry): one for group in groups.values() for one in group}
    return [known[id(entry)] for entry in wish.tickets]


def standing(groups: Groups, kind: str) -> list[TicketServiceRequest]:
    """Nothing unless each of them waits already."""
    found = [standing_request(group, kind) for group in groups.values()]
    return [one for one in found if one is not None] if None not in found else []


def keep_proofs(shop: Shop, wish: Wish) -> dict[int, ProofUpload]:
    """As they were drawn anew, by the tickets' places; a request has to claim them. Raises ProofRefused."""
    proofs: dict[int, ProofUpload] = {}
    for place, one in enumerate(wish.tickets):
        if wish.kind != Kind.CANCEL or one.type != Type.HARD:
            continue
        upload = claimable(shop, one.file)
        if upload is None or upload.pk in {proof.pk for proof in proofs.values()}:
            raise ProofRefused([place])
        picture = drawn(upload)
        if picture is None:
            raise ProofRefused([place])
        keep(upload, picture)
        proofs[place] = upload
    return proofs


@tried_again
@transaction.atomic
def store(shop: Shop, wish: Wish, language: str, proofs: Mapping[int, ProofUpload]) -> list[TicketServiceRequest]:
    groups = meant(shop, wish)
    for order in sorted(groups):
        lock_order(order)
    lock_tickets(one.ticket.pk for one in flat(groups, wish) if one.ticket)
    # They may have ended meanwhile, or been asked for.
    groups = meant(shop, wish)
    if again := standing(groups, wish.kind):
        return again
    found = flat(groups, wish)
    if closed := closed_places(found, wish.kind):
        raise TicketServiceClosed(closed)
    if taken := taken_places(found):
        raise TicketNotFree(taken)
    claim(proofs)
    return [store_request(wish, language, group, found, proofs) for group in groups.values()]


def claim(proofs: Mapping[int, ProofUpload]) -> None:
    """Raises ProofRefused for a picture that another request has just named."""
    for place, proof in proofs.items():
        if not ProofUpload.objects.filter(pk=proof.pk, claimed_at=None).update(claimed_at=Now()):
            raise ProofRefused([place])
    drop_raw(proofs.values())


def store_request(
    wish: Wish, language: str, group: Sequence[Found], found: Sequence[Found], proofs: Mapping[int, ProofUpload]
) -> TicketServiceRequest:
    order = group[0].line.placement.order
    request = TicketServiceRequest.objects.create(
        kind=wish.kind, order=order, language=language, name=wish.name, email=wish.email, reference=wish.reference,
        comment=wish.comment,
    )  # fmt: skip
    of_group = [(place, one) for place, one in enumerate(found) if one in group]
    TicketServiceItem.objects.bulk_create(
        TicketServiceItem(
            request=request, position=place, type=one.entry.type, number=one.entry.number, name=one.entry.name,
            name_new=one.entry.name_new if wish.kind == Kind.CHANGE else "", line=one.line, ticket=one.ticket,
            printed=one.printed, proof=proofs.get(place, None),
        )
        for place, one in of_group
    )  # fmt: skip
    queue_service_mails(TicketServiceRequest.RECEIVED_MAIL, request)
    return request
