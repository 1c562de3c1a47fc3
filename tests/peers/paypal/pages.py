"""What a buyer sees: one page to agree on or to leave, in German or English as the shop asked for. No money moves."""

from collections.abc import Mapping
from decimal import Decimal
from html import escape

from tests.peers.peer import Json

from .things import OrderThere, Payer

WORDS: Mapping[str, Mapping[str, str]] = {
    "de": {
        "notice": "Testmodus: Es wird kein Geld bewegt.",
        "title": "Testmodus – Mit PayPal bezahlen",
        "heading": "Mit PayPal bezahlen",
        "to": "An",
        "amount": "Betrag",
        "for": "Für",
        "payer": "Sie bezahlen als",
        "address": "Lieferadresse",
        "choose": "Lieferadresse wählen",
        "pay": "Zustimmen und zahlen",
        "continue": "Zustimmen und weiter",
        "decline": "Zustimmen, aber beim Einzug ablehnen",
        "check": "Zustimmen, das Geld kommt später (E-Scheck)",
        "cancel": "Abbrechen und zurück zum Shop",
        "done": "Diese Zahlung ist abgeschlossen.",
        "back": "Zurück zum Shop",
        "unknown": "Diese Zahlung gibt es nicht (mehr).",
    },
    "en": {
        "notice": "Test mode: no money moves.",
        "title": "Test mode – Pay with PayPal",
        "heading": "Pay with PayPal",
        "to": "To",
        "amount": "Amount",
        "for": "For",
        "payer": "You pay as",
        "address": "Ship to",
        "choose": "Choose where to ship to",
        "pay": "Agree and pay",
        "continue": "Agree and continue",
        "decline": "Agree, but decline at capture",
        "check": "Agree, the money comes later (e-check)",
        "cancel": "Cancel and return to the shop",
        "done": "This payment is complete.",
        "back": "Back to the shop",
        "unknown": "There is no such payment (any more).",
    },
}
COUNTRIES = {
    "de": {"DE": "Deutschland", "AT": "Österreich", "FR": "Frankreich"},
    "en": {"DE": "Germany", "AT": "Austria", "FR": "France"},
}
STYLE = """
:root { color-scheme: light; font: 1rem/1.5 system-ui, sans-serif; color: #1b1b1b; background: #eef1f5 }
body { margin: 0 }
.notice { margin: 0; padding: 1rem; background: #ffd84d; font-size: 1.4rem; font-weight: 700; text-align: center }
main { box-sizing: border-box; max-width: 34rem; margin: 1.5rem auto; padding: 1.5rem; background: #fff }
h1 { margin: 0 0 1rem; font-size: 1.6rem }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .4rem 1rem; margin: 0 0 1.5rem }
dt { color: #4a4f57 }
dd { margin: 0; min-width: 0; overflow-wrap: anywhere }
.amount { font-size: 1.3rem; font-weight: 700 }
address { font-style: normal }
fieldset { margin: 0 0 1.5rem; border: 1px solid #767c86; padding: .5rem 1rem }
fieldset label { display: flex; gap: .6rem; padding: .5rem 0 }
button, .button { display: block; box-sizing: border-box; width: 100%; min-height: 3rem; margin: 0 0 .75rem;
  padding: .6rem 1rem; border: 2px solid #003b8f; background: #fff; color: #003b8f; font: inherit; font-weight: 600;
  text-align: center; text-decoration: none; cursor: pointer }
button.first { background: #003b8f; color: #fff }
:focus-visible { outline: 3px solid #b3001b; outline-offset: 2px }
"""


def language_of(order: OrderThere) -> str:
    return "de" if order.context.get("locale", "").startswith("de") else "en"


def payment_page(order: OrderThere, payer: Payer, *, in_window: bool = False) -> str:
    """`in_window`: of a button, which takes over once something is decided."""
    language = language_of(order)
    words = WORDS[language]
    if order.status in ("COMPLETED", "VOIDED"):
        back = escape(order.context["return_url"])
        said = f'<p>{words["done"]}</p><p><a class="button" href="{back}">{words["back"]}</a></p>'
        return page(language, said)
    agree = words["pay" if order.context.get("user_action") == "PAY_NOW" else "continue"]
    return page(
        language,
        f"""{facts(order, payer, language)}
<form method="post" action="/checkoutnow?token={order.id}{"&amp;popup=1" if in_window else ""}">
{addresses(order, payer, language)}
<button class="first" name="decision" value="pay">{agree}</button>
<button name="decision" value="decline">{words["decline"]}</button>
<button name="decision" value="check">{words["check"]}</button>
<button name="decision" value="cancel">{words["cancel"]}</button>
</form>""",
    )


def unknown_page() -> str:
    """In both languages: whose it was is not known."""
    return page("en", f'<p lang="de">{WORDS["de"]["unknown"]}</p><p>{WORDS["en"]["unknown"]}</p>')


def page(language: str, content: str) -> str:
    words = WORDS[language]
    return f"""<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{words["title"]}</title>
<style>{STYLE}</style>
</head>
<body>
<p class="notice" role="note">{words["notice"]}</p>
<main>
<h1>{words["heading"]}</h1>
{content}
</main>
</body>
</html>
"""


def facts(order: OrderThere, payer: Payer, language: str) -> str:
    words = WORDS[language]
    shown = {
        words["to"]: escape(order.context.get("brand_name", "")),
        words["amount"]: f'<span class="amount">{priced(order.amount, order.currency, language)}</span>',
        words["for"]: escape(order.unit.get("description") or order.unit.get("invoice_id", "")),
        words["payer"]: f"{escape(payer.full_name)}<br>{escape(payer.email)}",
    }
    if order.preference == "SET_PROVIDED_ADDRESS":
        shipping = order.unit["shipping"]
        name = shipping.get("name", {}).get("full_name", "")
        shown[words["address"]] = f"<address>{lines(name, shipping['address'], language)}</address>"
    rows = "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in shown.items() if value)
    return f"<dl>{rows}</dl>"


def addresses(order: OrderThere, payer: Payer, language: str) -> str:
    """To choose from, if the shop takes one of the payer's file."""
    if order.preference != "GET_FROM_FILE":
        return ""
    chosen = order.unit.get("shipping", {}).get("address", {}).get("country_code", next(iter(payer.addresses)))
    choices = "".join(
        f'<label><input type="radio" name="address" value="{key}"{" checked" if key == chosen else ""}>'
        f"<span>{lines(payer.full_name, where, language)}</span></label>"
        for key, where in payer.addresses.items()
    )
    return f"<fieldset><legend>{WORDS[language]['choose']}</legend>{choices}</fieldset>"


def lines(name: str, where: Json, language: str) -> str:
    country = where["country_code"]
    town = f"{where.get('postal_code', '')} {where.get('admin_area_2', '')}".strip()
    told = (name, where.get("address_line_1"), where.get("address_line_2"), town)
    return "<br>".join(escape(line) for line in (*told, COUNTRIES[language].get(country, country)) if line)


def priced(amount: Decimal, currency: str, language: str) -> str:
    text = f"{amount:,.2f}"
    if language == "de":
        return f"{text.translate(str.maketrans(',.', '.,'))}\N{NO-BREAK SPACE}{currency}"
    return f"{currency}\N{NO-BREAK SPACE}{text}"
