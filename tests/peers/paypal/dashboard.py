"""What the shop's staff, a payer and PayPal do with a payment: a page to make a refund or a dispute by hand."""

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from html import escape
from urllib.parse import parse_qs

from tests.peers.peer import Answer, Request, page_answer, redirect_answer

from . import pages
from .account import Account
from .disputes import DisputeThere
from .things import CaptureThere

ADDRESS = "/dashboard"
# What becomes of a capture that is pending.
ON_ITS_WAY = ("arrive", "deny")
WON, LOST = "RESOLVED_SELLER_FAVOUR", "RESOLVED_BUYER_FAVOUR"
WORDS: Mapping[str, Mapping[str, str]] = {
    "de": {
        "title": "Zahlungen des Shops",
        "amount": "Betrag (leer: alles)",
        "refund": "Hier erstatten",
        "reverse": "PayPal nimmt Geld zurück",
        "dispute": "Käufer meldet ein Problem",
        "escalate": "PayPal prüft und behält das Geld ein",
        "won": "Shop gewinnt",
        "lost": "Shop verliert",
        "arrive": "Geld kommt an",
        "deny": "Geld kommt nicht",
        "none": "Noch nichts bezahlt.",
    },
    "en": {
        "title": "The shop's payments",
        "amount": "Amount (empty: all)",
        "refund": "Refund here",
        "reverse": "PayPal takes money back",
        "dispute": "Buyer reports a problem",
        "escalate": "PayPal looks at it and holds the money",
        "won": "Shop wins",
        "lost": "Shop loses",
        "arrive": "Money arrives",
        "deny": "Money does not come",
        "none": "Nothing is paid yet.",
    },
}


def visit(account: Account, request: Request) -> Answer:
    if request.method == "POST":
        done(account, {name: values[0] for name, values in parse_qs(request.body.decode()).items()})
        return redirect_answer(ADDRESS)
    tongue = "de" if request.headers.get("Accept-Language", "").lower().startswith("de") else "en"
    return page_answer(shown(account, tongue))


def done(account: Account, form: Mapping[str, str]) -> None:
    """What cannot be done changes nothing."""
    number, choice = form.get("thing", ""), form.get("choice")
    if dispute := account.state.disputes.get(number):
        if dispute.status != "RESOLVED" and choice in choices_of(dispute):
            if choice == "escalate":
                account.escalate(dispute)
            else:
                account.decide(dispute, WON if choice == "won" else LOST)
        return
    capture = next((one for one in account.captures if one.id == number), None)
    if capture and capture.state == "PENDING":
        if choice in ON_ITS_WAY:
            (account.complete if choice == "arrive" else account.deny)(capture)
        return
    if capture is None or not (amount := amount_of(form.get("amount", ""), left_of(account, capture))):
        return
    match choice:
        case "refund":
            account.refund_elsewhere(capture, str(amount))
        case "reverse":
            account.reverse(capture, str(amount))
        case "dispute":
            account.dispute(capture, str(amount))


def left_of(account: Account, capture: CaptureThere) -> Decimal:
    """What of a capture neither went back nor was taken."""
    disputes = [one for one in account.state.disputes.values() if one.capture_id == capture.id]
    taken = [one.amount * sum(1 if move["type"] == "DEBIT" else -1 for move in one.moves) for one in disputes]
    return capture.left - sum(taken, Decimal(0))


def amount_of(text: str, left: Decimal) -> Decimal:
    """0 for what is no amount, or more than is left."""
    try:
        wanted = round(Decimal(text.replace(",", ".")), 2) if text.strip() else left
    except InvalidOperation:
        return Decimal(0)
    return wanted if 0 < wanted <= left else Decimal(0)


def choices_of(dispute: DisputeThere) -> tuple[str, ...]:
    if dispute.status == "RESOLVED":
        return ()
    return ("won", "lost") if dispute.moves else ("escalate", "won", "lost")


def shown(account: Account, tongue: str) -> str:
    words = WORDS[tongue]
    paid = [one for one in account.captures if one.state in ("COMPLETED", "PENDING")][::-1]
    found = "".join(of_capture(account, one, tongue) for one in paid) or f"<p>{words['none']}</p>"
    return pages.page(tongue, f"<h2>{words['title']}</h2>{found}")


def of_capture(account: Account, capture: CaptureThere, tongue: str) -> str:
    name = escape(capture.invoice_id or capture.id)
    disputes = [one for one in account.state.disputes.values() if one.capture_id == capture.id]
    is_pending = capture.state == "PENDING"
    choices = ON_ITS_WAY if is_pending else ("refund", "reverse", "dispute") if left_of(account, capture) > 0 else ()
    return (
        f"<section><h3>{name}: {pages.priced(capture.amount, capture.currency, tongue)}, {capture.status}</h3>"
        + form(capture.id, choices, tongue, asks=not is_pending)
        + "".join(
            f"<p>{escape(one.id)} {pages.priced(one.amount, one.currency, tongue)}: {one.status} {one.outcome}</p>"
            f"{form(one.id, choices_of(one), tongue)}"
            for one in disputes
        )
        + "</section>"
    )


def form(number: str, choices: tuple[str, ...], tongue: str, *, asks: bool = False) -> str:
    if not choices:
        return ""
    words = WORDS[tongue]
    field = f'<label>{words["amount"]} <input name="amount" inputmode="decimal"></label>' if asks else ""
    made = "".join(f'<button name="choice" value="{choice}">{words[choice]}</button>' for choice in choices)
    return f'<form method="post"><input type="hidden" name="thing" value="{number}">{field}{made}</form>'
