"""The pages a buyer sees, in German or English."""

from collections.abc import Mapping, Sequence
from html import escape

from tests.peers.peer import Json, Request

WORDS: Mapping[str, Mapping[str, str]] = {
    "de": {
        "title": "Bezahlen",
        "test": "Testmodus: Es wird kein Geld bewegt.",
        "pay": "Bezahlen",
        "decline": "Karte wird abgelehnt",
        "challenge": "3-D Secure: Die Bank fragt nach",
        "later": "Das Geld kommt später an",
        "arrive": "Das Geld kommt an",
        "lost": "Das Geld kommt nicht an",
        "back": "Zurück zum Shop",
        "agree": "Zustimmen",
        "refuse": "Ablehnen",
        "bank": "Ihre Bank fragt nach",
        "question": "Stimmen Sie dieser Zahlung zu?",
        "paid": "Diese Zahlung ist abgeschlossen.",
        "under way": "Das Geld ist unterwegs.",
        "failed": "Die Zahlung ist fehlgeschlagen.",
        "expired": "Diese Zahlungsseite ist abgelaufen.",
        "over": "Diese Anfrage ist erledigt. Sie können das Fenster schließen.",
        "unknown": "Diese Zahlung gibt es nicht.",
        "card_declined": "Ihre Karte wurde abgelehnt. Bitte versuchen Sie es mit einer anderen Karte.",
        "not confirmed": "Die Bank hat die Zahlung nicht bestätigt. Bitte versuchen Sie es noch einmal.",
    },
    "en": {
        "title": "Payment",
        "test": "Test mode: no money moves.",
        "pay": "Pay",
        "decline": "Card is declined",
        "challenge": "3-D Secure: the bank asks",
        "later": "The money arrives later",
        "arrive": "The money arrives",
        "lost": "The money does not arrive",
        "back": "Back to the shop",
        "agree": "Confirm",
        "refuse": "Refuse",
        "bank": "Your bank asks",
        "question": "Do you agree to this payment?",
        "paid": "This payment is complete.",
        "under way": "The money is on its way.",
        "failed": "The payment has failed.",
        "expired": "This payment page has expired.",
        "over": "This request is settled. You can close the window.",
        "unknown": "There is no such payment.",
        "card_declined": "Your card was declined. Please try another card.",
        "not confirmed": "The bank did not confirm the payment. Please try again.",
    },
}
STYLE = """
body{margin:0;font:1.125rem/1.5 system-ui,sans-serif;color:#1a1f36;background:#f6f8fa}
main{max-width:26rem;margin:0 auto;padding:1rem}
.test{margin:0;padding:1rem;font-size:1.375rem;font-weight:700;text-align:center;color:#1a1f36;background:#ffd666}
.amount{margin:0;font-size:2.25rem;font-weight:700}
ul{margin:1rem 0;padding:0;list-style:none}
[role=alert]{padding:.75rem;color:#8a1020;background:#fde8ea;border:1px solid}
button,.back{display:block;box-sizing:border-box;width:100%;min-height:3rem;margin:.75rem 0;padding:.75rem;
font:inherit;text-align:center;color:#1a1f36;background:#fff;border:1px solid #697386;border-radius:.5rem}
button.first{color:#fff;background:#4338ca;border-color:#4338ca}
:focus-visible{outline:3px solid #b45309;outline-offset:2px}
"""


def language(wanted: str | None, request: Request) -> str:
    """`wanted`: the locale that the shop asked for; without one it is the browser's."""
    told = wanted if wanted and wanted != "auto" else request.headers.get("Accept-Language", "")
    return "de" if told.lower().startswith("de") else "en"


def money(cents: int, currency: str, tongue: str) -> str:
    text = f"{cents // 100:,}.{cents % 100:02}"
    if currency != "eur":
        return f"{text}\N{NO-BREAK SPACE}{currency.upper()}"
    if tongue == "en":
        return f"€{text}"
    return text.translate({ord(","): ".", ord("."): ","}) + "\N{NO-BREAK SPACE}€"


def page(tongue: str, body: str, title: str = "title") -> str:
    words = WORDS[tongue]
    return (
        f'<!doctype html><html lang="{tongue}"><meta charset="utf-8"><title>{words[title]} – {words["test"]}</title>'
        f'<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">'
        f'<style>{STYLE}</style><p class="test" role="note">{words["test"]}</p>'
        f"<main><h1>{words[title]}</h1>{body}</main></html>"
    )


def session_page(session: Json, tongue: str, choices: Sequence[str], told: str = "", error: str = "") -> str:
    """`told`: what there is to say of the session, `error`: what became of the last attempt; names of words."""
    words = WORDS[tongue]
    lines = "".join(
        f"<li>{line['quantity']} × {escape(line['name'])}: {money(line['amount'], session['currency'], tongue)}</li>"
        for line in session["_lines"]
    )
    description = escape(session["_payment"].get("description") or "")
    back = escape(session["cancel_url"] or "")
    parts = (
        f'<p role="alert">{words[error]}</p>' if error else "",
        _amount(session["amount_total"], session["currency"], tongue),
        f"<p>{description}</p>" if description else "",
        f"<ul>{lines}</ul>",
        f'<p role="status">{words[told]}</p>' if told else "",
        buttons(tongue, choices),
        f'<a class="back" href="{back}">{words["back"]}</a>' if back else "",
    )
    return page(tongue, "".join(parts))


def question_page(amount: int, currency: str, tongue: str) -> str:
    """Whether the buyer agrees, as their bank asks."""
    body = _amount(amount, currency, tongue) + f"<p>{WORDS[tongue]['question']}</p>"
    return page(tongue, body + buttons(tongue, ("agree", "refuse")), "bank")


def plain_page(told: str, tongue: str) -> str:
    return page(tongue, f'<p role="status">{WORDS[tongue][told]}</p>')


def buttons(tongue: str, choices: Sequence[str]) -> str:
    """Of a form that is posted to the page's own address as `choice`."""
    if not choices:
        return ""
    made = "".join(
        f'<button{" class=first" if not place else ""} name="choice" value="{choice}">{WORDS[tongue][choice]}</button>'
        for place, choice in enumerate(choices)
    )
    return f'<form method="post">{made}</form>'


def _amount(cents: int, currency: str, tongue: str) -> str:
    return f'<p class="amount">{money(cents, currency, tongue)}</p>'
