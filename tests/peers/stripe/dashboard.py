"""What the shop's staff, a buyer's bank and time do with a payment: a page to make a refund or a dispute by hand."""

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from html import escape
from urllib.parse import parse_qs

from tests.peers.peer import Answer, Json, Request, page_answer, redirect_answer

from . import disputes, pages, refunds
from .account import Account

ADDRESS = "/dashboard"
WORDS: Mapping[str, Mapping[str, str]] = {
    "de": {
        "title": "Zahlungen des Shops",
        "test": "Testmodus: Es wird kein Geld bewegt.",
        "amount": "Betrag (leer: alles)",
        "refund": "Hier erstatten",
        "dispute": "Käufer lässt Geld zurückholen",
        "inquiry": "Bank fragt nur nach",
        "answer": "Shop antwortet",
        "won": "Shop gewinnt",
        "lost": "Shop verliert",
        "fail": "Erstattung kommt nicht an",
        "none": "Noch nichts bezahlt.",
    },
    "en": {
        "title": "The shop's payments",
        "test": "Test mode: no money moves.",
        "amount": "Amount (empty: all)",
        "refund": "Refund here",
        "dispute": "Buyer has the money taken back",
        "inquiry": "Bank only asks",
        "answer": "Shop answers",
        "won": "Shop wins",
        "lost": "Shop loses",
        "fail": "Refund does not arrive",
        "none": "Nothing is paid yet.",
    },
}
DECIDED = ("won", "lost", "warning_closed")


def visit(account: Account, request: Request) -> Answer:
    if request.method == "POST":
        done(account, {name: values[0] for name, values in parse_qs(request.body.decode()).items()})
        return redirect_answer(ADDRESS)
    return page_answer(shown(account, pages.language(None, request)))


def done(account: Account, form: Mapping[str, str]) -> None:
    """What cannot be done changes nothing."""
    thing, choice = account.objects.get(form.get("thing", "")), form.get("choice")
    match (thing or {}).get("object"), choice:
        case "charge", "refund" | "dispute" | "inquiry":
            assert thing is not None
            amount = cents_of(form.get("amount", ""), left_of(account, thing))
            if amount and choice == "refund":
                refunds.refund(account, thing, amount, {})
            elif amount:
                disputes.opened(account, thing, amount, is_inquiry=choice == "inquiry")
        case "dispute", "answer" | "won" | "lost" if thing and thing["status"] not in DECIDED:
            if choice == "answer":
                disputes.answered(account, thing)
            else:
                disputes.decided(account, thing, is_won=choice == "won")
        case "refund", "fail" if thing and thing["status"] != "failed":
            refunds.settle(account, thing, "failed")


def left_of(account: Account, charge: Json) -> int:
    """What of a charge neither went back nor was taken."""
    moved = [
        one["amount"]
        for dispute in account.all("dispute", lambda one: bool(one["charge"] == charge["id"]))
        for one in dispute["balance_transactions"]
    ]
    return int(charge["amount_captured"] - charge["amount_refunded"] + sum(moved))


def cents_of(text: str, left: int) -> int:
    """0 for what is no amount, or more than is left."""
    try:
        wanted = int(Decimal(text.replace(",", ".")) * 100) if text.strip() else left
    except (InvalidOperation, OverflowError, ValueError):
        return 0
    return wanted if 0 < wanted <= left else 0


def shown(account: Account, tongue: str) -> str:
    words = WORDS[tongue]
    paid = account.all("charge", lambda one: one["status"] == "succeeded")[::-1]
    found = "".join(of_charge(account, one, tongue) for one in paid) or f"<p>{words['none']}</p>"
    return (
        f'<!doctype html><html lang="{tongue}"><meta charset="utf-8"><title>{words["title"]} – {words["test"]}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{pages.STYLE}</style>'
        f'<p class="test" role="note">{words["test"]}</p><main><h1>{words["title"]}</h1>{found}</main></html>'
    )


def of_charge(account: Account, charge: Json, tongue: str) -> str:
    intent = account.objects.get(charge["payment_intent"], {})
    name = escape(intent.get("description") or charge["id"])
    below = account.all("dispute", lambda one: bool(one["charge"] == charge["id"]))
    gone = account.all("refund", lambda one: bool(one["charge"] == charge["id"]))
    choices = ("refund", "dispute", "inquiry") if left_of(account, charge) > 0 else ()
    return (
        f"<section><h2>{name}: {pages.money(charge['amount_captured'], charge['currency'], tongue)}</h2>"
        f"{form(charge, choices, tongue, asks=True)}"
        + "".join(of_thing(one, ("answer", "won", "lost"), DECIDED, tongue) for one in below)
        + "".join(of_thing(one, ("fail",), ("failed",), tongue) for one in gone)
        + "</section>"
    )


def of_thing(thing: Json, choices: tuple[str, ...], ended: tuple[str, ...], tongue: str) -> str:
    told = f"{thing['object']} {pages.money(thing['amount'], thing['currency'], tongue)}: {thing['status']}"
    return f"<p>{escape(told)}</p>{form(thing, () if thing['status'] in ended else choices, tongue)}"


def form(thing: Json, choices: tuple[str, ...], tongue: str, *, asks: bool = False) -> str:
    if not choices:
        return ""
    words = WORDS[tongue]
    field = f'<label>{words["amount"]} <input name="amount" inputmode="decimal"></label>' if asks else ""
    made = "".join(f'<button name="choice" value="{choice}">{words[choice]}</button>' for choice in choices)
    return f'<form method="post"><input type="hidden" name="thing" value="{thing["id"]}">{field}{made}</form>'
