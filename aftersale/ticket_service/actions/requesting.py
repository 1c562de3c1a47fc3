"""A guest requests another name on tickets, or their cancellation."""

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
    Kind,
    MatchedTicket,
    TicketEntry,
    Type,
    closed_places,
    matched_tickets,
    taken_places,
    waiting_request,
)
from aftersale.ticket_service.rules import MOST_TICKETS, name_parts, typed_number
from aftersale.ticket_service.uploads import claimable_upload, delete_raw_files, redrawn, store_picture
from aftersale.tickets.locks import lock_tickets
from cart.ticket_holders import LONGEST, SIGN
from checkout.locks import lock_order
from checkout.payments.references import order_reference
from shop.core.database.transactions import retry_transaction
from shop.core.errors import FieldErrors
from shop.core.values.mail_addresses import is_mail_address
from shop.mails.links import has_link_or_sign, one_line
from shop.models import Shop

Groups = dict[UUID, list[MatchedTicket]]


@dataclass(frozen=True)
class EnteredServiceRequest:
    """A guest's input."""

    kind: str
    name: str
    email: str
    reference: str
    comment: str
    tickets: Sequence[TicketEntry]


class FormErrors:
    """All errors of a form, by field."""

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
        """Check a new holder's name: its parts must fit the first and last name."""
        self.name(field, text)
        if field in self.errors:
            return
        parts = name_parts(text)
        if SIGN in text:
            self.add(field, "link", gettext("This sign cannot stand in a name."))
        elif len(parts[0]) > LONGEST["first_name"] or len(parts[1]) > LONGEST["last_name"]:
            self.add(field, "too_long", gettext("This name is too long."))


def normalised(entered: EnteredServiceRequest) -> EnteredServiceRequest:
    """Return the input without extra blanks, line breaks and invisible characters."""
    tickets = [
        TicketEntry(
            one.type, typed_number(one.number) or one.number, one_line(one.name), one_line(one.name_new), one.file
        )
        for one in entered.tickets
    ]  # fmt: skip
    reference, email = one_line(entered.reference), entered.email.strip()
    return EnteredServiceRequest(
        entered.kind, one_line(entered.name), email, reference, entered.comment.strip(), tickets
    )


def check_entered(entered: EnteredServiceRequest) -> None:
    """Raises FieldErrors with all errors at once."""
    form_errors = FormErrors()
    form_errors.name("name", entered.name)
    if not is_mail_address(entered.email):
        form_errors.add("email", "invalid" if entered.email else "required", gettext("This is no e-mail address."))
    if entered.kind == Kind.CHANGE and not entered.reference:
        form_errors.add("order_id", "required", gettext("This field is required."))
    elif entered.reference and not order_reference(entered.reference):
        form_errors.add("order_id", "invalid", gettext("This is no order number."))
    if len(entered.comment) > MAX_COMMENT:
        form_errors.add("comment", "too_long", gettext("Use at most %(most)s characters.") % {"most": MAX_COMMENT})
    if not 1 <= len(entered.tickets) <= MOST_TICKETS:
        form_errors.add("tickets", "amount", gettext("1 to %(most)s tickets go at once.") % {"most": MOST_TICKETS})
    else:
        check_tickets(entered, form_errors)
    if form_errors.errors:
        raise FieldErrors(form_errors.errors)


def check_tickets(entered: EnteredServiceRequest, form_errors: FormErrors) -> None:
    seen: set[tuple[str, str]] = set()
    for place, one in enumerate(entered.tickets):
        if one.type not in Type.values:
            form_errors.add(f"tickets.{place}.type", "required", gettext("Choose “online” or “hard”."))
        key = (one.type, sent_number(one.number) or one.number)
        if not one.number.strip():
            form_errors.add(f"tickets.{place}.id", "required", gettext("This field is required."))
        elif not typed_number(one.number) or len(one.number) > MAX_NUMBER:
            form_errors.add(f"tickets.{place}.id", "digits", gettext("Use digits only."))
        elif key in seen:
            form_errors.add(f"tickets.{place}.id", "duplicate", gettext("entered multiple times"))
        seen.add(key)
        form_errors.name(f"tickets.{place}.name", one.name)
        if entered.kind == Kind.CHANGE:
            form_errors.new_name(f"tickets.{place}.name_new", one.name_new)
        elif one.type == Type.HARD and not one.file:
            form_errors.add(
                f"tickets.{place}.file", "required", gettext("A picture of the destroyed ticket is needed.")
            )


def submit_requests(*, shop: Shop, entered: EnteredServiceRequest, language: str) -> list[TicketServiceRequest]:
    """Store a request for each order of the tickets, each ticket once. The same input again returns the waiting
    requests. Mails the buyers and the entered address.

    Raises FieldErrors, TicketsUnknown, TicketServiceClosed, TicketNotFree, ProofRefused. Locks orders and tickets.
    """
    entered = normalised(entered)
    check_entered(entered)
    groups = tickets_by_order(shop, entered)
    if again := waiting_requests(groups, entered.kind):
        return again
    if closed := closed_places(in_entered_order(groups, entered), entered.kind):
        raise TicketServiceClosed(closed)
    try:
        # Process the pictures before taking locks, because it is slow.
        return store_requests(shop, entered, language, keep_proofs(shop, entered))
    except ProofRefused:
        if again := waiting_requests(groups, entered.kind):
            return again  # the form was sent twice, and the other request claimed the picture
        raise


def tickets_by_order(shop: Shop, entered: EnteredServiceRequest) -> Groups:
    """Return the tickets by order. Raises TicketsUnknown."""
    found = matched_tickets(shop, entered.tickets, entered.reference)
    if unknown := [place for place, one in enumerate(found) if one is None]:
        raise TicketsUnknown(unknown)
    groups: Groups = {}
    for one in found:
        if one is not None:
            groups.setdefault(one.line.placement.order_id, []).append(one)
    return groups


def in_entered_order(groups: Groups, entered: EnteredServiceRequest) -> list[MatchedTicket]:
    """Return the tickets in the order of their entry."""
    known = {id(one.entry): one for group in groups.values() for one in group}
    return [known[id(entry)] for entry in entered.tickets]


def waiting_requests(groups: Groups, kind: str) -> list[TicketServiceRequest]:
    """Return the waiting requests for exactly these tickets. Empty unless every order has one."""
    found = [waiting_request(group, kind) for group in groups.values()]
    return [one for one in found if one is not None] if None not in found else []


def keep_proofs(shop: Shop, entered: EnteredServiceRequest) -> dict[int, ProofUpload]:
    """Store the redrawn proofs. Returns the uploads by the tickets' places; a request must claim them. Raises
    ProofRefused.
    """
    proofs: dict[int, ProofUpload] = {}
    for place, one in enumerate(entered.tickets):
        if entered.kind != Kind.CANCEL or one.type != Type.HARD:
            continue
        upload = claimable_upload(shop, one.file)
        if upload is None or upload.pk in {proof.pk for proof in proofs.values()}:
            raise ProofRefused([place])
        picture = redrawn(upload)
        if picture is None:
            raise ProofRefused([place])
        store_picture(upload, picture)
        proofs[place] = upload
    return proofs


@retry_transaction
@transaction.atomic
def store_requests(
    shop: Shop, entered: EnteredServiceRequest, language: str, proofs: Mapping[int, ProofUpload]
) -> list[TicketServiceRequest]:
    groups = tickets_by_order(shop, entered)
    for order in sorted(groups):
        lock_order(order)
    lock_tickets(one.ticket.pk for one in in_entered_order(groups, entered) if one.ticket)
    # Read again: the tickets may have ended or been requested meanwhile.
    groups = tickets_by_order(shop, entered)
    if again := waiting_requests(groups, entered.kind):
        return again
    found = in_entered_order(groups, entered)
    if closed := closed_places(found, entered.kind):
        raise TicketServiceClosed(closed)
    if taken := taken_places(found):
        raise TicketNotFree(taken)
    claim_proofs(proofs)
    return [store_request(entered, language, group, found, proofs) for group in groups.values()]


def claim_proofs(proofs: Mapping[int, ProofUpload]) -> None:
    """Mark the pictures as used. Raises ProofRefused if another request used one meanwhile."""
    for place, proof in proofs.items():
        if not ProofUpload.objects.filter(pk=proof.pk, claimed_at=None).update(claimed_at=Now()):
            raise ProofRefused([place])
    delete_raw_files(proofs.values())


def store_request(
    entered: EnteredServiceRequest,
    language: str,
    group: Sequence[MatchedTicket],
    found: Sequence[MatchedTicket],
    proofs: Mapping[int, ProofUpload],
) -> TicketServiceRequest:
    order = group[0].line.placement.order
    request = TicketServiceRequest.objects.create(
        kind=entered.kind, order=order, language=language, name=entered.name, email=entered.email,
        reference=entered.reference, comment=entered.comment,
    )  # fmt: skip
    of_group = [(place, one) for place, one in enumerate(found) if one in group]
    TicketServiceItem.objects.bulk_create(
        TicketServiceItem(
            request=request, position=place, type=one.entry.type, number=one.entry.number, name=one.entry.name,
            name_new=one.entry.name_new if entered.kind == Kind.CHANGE else "", line=one.line, ticket=one.ticket,
            printed=one.printed, proof=proofs.get(place, None),
        )
        for place, one in of_group
    )  # fmt: skip
    queue_service_mails(TicketServiceRequest.RECEIVED_MAIL, request)
    return request
