"""What Stripe serves to browsers: its script, its button, and the sheet, which a browser would show by itself."""

import json
from pathlib import Path

from tests.peers.peer import Answer, Request, page_answer

FILES = Path(__file__).parent / "served"
ADDRESS = "/endive/stripe.js"
BUTTON, SHEET, VIOLATION, FAILED = "/script/button", "/script/sheet", "/script/violation", "/script/failed"


def script(key: str, url: str, *, can_pay: bool) -> Answer:
    values = json.dumps({"here": url, "key": key, "canPay": can_pay})
    content = f"{(FILES / 'stripe.js').read_text().rstrip()}({values});\n"
    return Answer(200, content.encode(), "application/javascript; charset=utf-8")


def button() -> Answer:
    return page_answer((FILES / "button.html").read_text())


def sheet(request: Request) -> Answer:
    language = "en" if request.query.get("lang", "").startswith("en") else "de"
    return page_answer((FILES / "sheet.html").read_text().replace("LANGUAGE", language))
