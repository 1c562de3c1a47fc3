"""What Stripe serves to browsers: its script, and the wallet's sheet, which a browser would show by itself."""

import json
from pathlib import Path

from tests.peers.peer import Answer, Request, page_answer

FILES = Path(__file__).parent / "served"
ADDRESS = "/endive/stripe.js"
SHEET, VIOLATION, COMPLETED = "/script/sheet", "/script/violation", "/script/completed"


def script(key: str, url: str, *, can_pay: bool) -> Answer:
    values = {"HERE": url, "KEY": key, "CAN_PAY": can_pay}
    head = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in values.items())
    content = f"{{\n{head}{(FILES / 'stripe.js').read_text()}}}\n"
    return Answer(200, content.encode(), "application/javascript; charset=utf-8")


def sheet(request: Request) -> Answer:
    language = "en" if request.query.get("lang", "").startswith("en") else "de"
    return page_answer((FILES / "sheet.html").read_text().replace("LANGUAGE", language))
