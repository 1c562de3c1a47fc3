"""What PayPal serves to browsers: the script of its buttons, the button itself, and the end of its window."""

import json
from pathlib import Path
from string import Template

from tests.peers.peer import Answer, Request, page_answer

FILES = Path(__file__).parent / "browser"
LOCALES = ("de_DE", "en_US")
# What the shop may ask for; more is refused, as PayPal does.
ASKED = {
    "client-id": None,
    "components": ("buttons",),
    "currency": ("EUR",),
    "intent": ("capture",),
    "commit": ("true", "false"),
    "locale": LOCALES,
    "disable-funding": None,
}
FUNDING = {
    "credit", "paylater", "card", "bancontact", "blik", "eps", "giropay", "ideal", "mybank", "p24", "sepa", "sofort",
    "venmo",
}  # fmt: skip
# No other way to pay than PayPal's own may stand on the button (purchase §7).
NOT_FOR_THIS_SHOP = {"credit", "card", "sepa"}
ENDED = Template("""<!doctype html>
<title>PayPal</title>
<script>opener?.postMessage({ what: "$what", payer: "$payer" }, location.origin)</script>
""")


def script(client_id: str, url: str, request: Request) -> tuple[Answer, str]:
    """The script, and what is wrong with how it was asked for, "" if nothing is."""
    asked = request.query
    disabled = asked.get("disable-funding", "").split(",")
    problems = [
        *(f"unknown {name}" for name in asked if name not in ASKED),
        *(f"{name}: {asked.get(name)}" for name, known in ASKED.items() if known and asked.get(name) not in known),
        *(f"disable-funding: {name}" for name in set(disabled) - FUNDING),
        *(f"{name} is not disabled" for name in NOT_FOR_THIS_SHOP - set(disabled)),
    ]  # fmt: skip
    if request.query.get("client-id") != client_id:
        problems.append("client-id not recognized")
    if problems:
        text = "; ".join(sorted(problems))
        return Answer(400, f"throw new Error({json.dumps(text)})".encode(), "application/javascript"), text
    values = {"HERE": url, "DISABLED": disabled, "LOCALE": request.query["locale"]}
    head = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in values.items())
    content = f"{{\n{head}{(FILES / 'sdk.js').read_text()}}}\n"
    return Answer(200, content.encode(), "application/javascript; charset=utf-8"), ""


def button(request: Request) -> Answer:
    language = "de" if request.query.get("locale", "").startswith("de") else "en"
    return page_answer((FILES / "button.html").read_text().replace("LANGUAGE", language))


def ended(what: str, payer: str = "") -> Answer:
    """In the window, which the button closes."""
    return page_answer(ENDED.substitute(what=what, payer=payer))
