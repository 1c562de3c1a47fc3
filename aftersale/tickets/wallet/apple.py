"""Passes for Apple Wallet: a ZIP of the pass as JSON, its pictures, a list of their digests, and that list's signature
(PKCS #7, detached).
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext

from aftersale.models import Ticket
from aftersale.numbers.tickets import grouped_number
from aftersale.tickets.codes import code_of
from aftersale.tickets.words import facts_of, notes_on_any, organiser_of, seat_facts, seller_of, when_of, where_of
from checkout.models import Order
from checkout.orders.texts import artist_beside_name

from .keys import AppleWallet
from .marks import pass_look, pass_marks
from .times import door_fact, is_over_at, relevant_at

PASS, PASSES = "application/vnd.apple.pkpass", "application/vnd.apple.pkpasses"


def ticket_pass(order: Order, ticket: Ticket) -> bytes:
    """Return a `.pkpass` in the order's language. The ticket must be read by `aftersale.tickets.queries`."""
    wallet = settings.APPLE_WALLET
    assert wallet is not None
    with translation.override(order.language):
        content = json.dumps(pass_json(order, ticket, wallet), ensure_ascii=False).encode()
    files = {"pass.json": content, **pass_marks(pass_look(order.shop))}
    manifest = json.dumps({name: hashlib.sha1(file).hexdigest() for name, file in files.items()}).encode()  # noqa: S324 - Apple's format
    return zipped({**files, "manifest.json": manifest, "signature": signature_of(manifest, wallet)})


def ticket_passes(order: Order, tickets: Sequence[Ticket]) -> bytes:
    """Return a `.pkpasses`: several passes in one file."""
    return zipped({f"{ticket.number}.pkpass": ticket_pass(order, ticket) for ticket in tickets})


def zipped(files: Mapping[str, bytes]) -> bytes:
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(ZipInfo(name), content, ZIP_DEFLATED)
    return file.getvalue()


def signature_of(manifest: bytes, wallet: AppleWallet) -> bytes:
    # Imported with the first pass: most web processes never sign one.
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.serialization import Encoding, pkcs7

    signer = pkcs7.PKCS7SignatureBuilder().set_data(manifest).add_signer(wallet.certificate, wallet.key, SHA256())
    # After the signer, who would make it be forgotten.
    signed = signer.add_certificate(wallet.intermediate)
    return signed.sign(Encoding.DER, [pkcs7.PKCS7Options.DetachedSignature, pkcs7.PKCS7Options.Binary])


def pass_json(order: Order, ticket: Ticket, wallet: AppleWallet) -> dict[str, Any]:
    """Return the pass. A phone keeps the latest pass of a serial number, so that a reissued ticket
    replaces the former.
    """
    line, event, look = ticket.line, ticket.line.variant.event, pass_look(order.shop)
    assert event is not None
    ink = rgb(look.ink)
    pass_data = {
        "formatVersion": 1,
        "passTypeIdentifier": wallet.pass_type,
        "teamIdentifier": wallet.team,
        "serialNumber": str(ticket.pk),
        "organizationName": line.seller.seller_name or line.seller.name,
        "description": gettext("Ticket for %(event)s") % {"event": line.name},
        "groupingIdentifier": order.access.reference,
        "backgroundColor": rgb(look.ground),
        "foregroundColor": ink,
        "labelColor": ink,
        "barcodes": [
            {
                "format": "PKBarcodeFormatQR",
                "message": code_of(ticket),
                "messageEncoding": "iso-8859-1",
                "altText": grouped_number(ticket.number),
            }
        ],
        "eventTicket": fields_of(order, ticket),
    }
    if event.is_cancelled:
        pass_data["voided"] = True
    if not event.hide_date:
        begins = relevant_at(event)
        pass_data |= {"relevantDate": begins, "relevantDates": [{"date": begins}], "expirationDate": is_over_at(event)}
    return pass_data


def rgb(colour: str) -> str:
    """Convert `#rrggbb` to the format of passes."""
    return f"rgb({', '.join(str(int(colour[at : at + 2], 16)) for at in (1, 3, 5))})"


def fields_of(order: Order, ticket: Ticket) -> dict[str, list[dict[str, str]]]:
    """Return the fields by their place: a few on the front, all others on the back."""
    line, event = ticket.line, ticket.line.variant.event
    assert event is not None
    day, _times = when_of(event)
    place, address = where_of(event)
    holder, *others = facts_of(order, line, event)
    people = [column for column in (organiser_of(event), seller_of(line.seller)) if column]
    back = [
        [gettext("Ticket number"), grouped_number(ticket.number)],
        *others,
        [gettext("Place"), ", ".join(part for part in (place, address) if part)],
        *([head, "\n".join(lines)] for head, *lines in people),
        [gettext("Good to know"), "\n\n".join([gettext("The code lets one person in, once."), *notes_on_any()])],
    ]
    return {
        "headerFields": fields("header", [door_fact(event)]),
        "primaryFields": fields("event", [[artist_beside_name(line) or gettext("Ticket"), line.name]]),
        "secondaryFields": fields("where", [[gettext("Date"), day], [gettext("Place"), place]]),
        "auxiliaryFields": fields("who", [*seat_facts(line), holder]),
        "backFields": fields("back", back),
    }


def fields(name: str, facts: Sequence[Sequence[str]]) -> list[dict[str, str]]:
    """Return fields of the (label, value) pairs that have a value."""
    filled_facts = [fact for fact in facts if fact[1]]
    return [{"key": f"{name}-{at}", "label": label, "value": value} for at, (label, value) in enumerate(filled_facts)]
