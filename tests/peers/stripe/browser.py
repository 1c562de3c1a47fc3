"""What a browser does at Stripe's pages: /pay/{session}, its /challenge, and /redirect/{payment intent}."""

import re
from collections.abc import Callable, Mapping
from urllib.parse import parse_qs

from tests.peers.peer import Answer, Json, Request, page_answer, redirect_answer

from . import intents, pages, sessions
from .account import Account
from .errors import Refused

PAGE = re.compile(r"/(pay|redirect)/(\w+)(/challenge)?")
TRIES = {
    "pay": sessions.pay,
    "decline": sessions.decline,
    "challenge": sessions.challenge,
    "later": sessions.pay_later,
}
ENDS = {"arrive": sessions.arrive, "lost": sessions.get_lost}
ANSWERS = {"agree": sessions.agree, "refuse": sessions.refuse}
CARD_ONLY = ("decline", "challenge")


def visit(account: Account, request: Request) -> Answer | None:
    """None for an address of the API."""
    match = PAGE.fullmatch(request.path)
    if match is None:
        return None
    kind = "checkout.session" if match[1] == "pay" else "payment_intent"
    thing = account.objects.get(match[2])
    if thing is None or thing["object"] != kind:
        return page_answer(pages.plain_page("unknown", pages.language(None, request)), 404)
    if kind == "checkout.session":
        return _challenge(account, request, thing) if match[3] else _session(account, request, thing)
    return _redirect(account, request, thing)


def _session(account: Account, request: Request, session: Json) -> Answer:
    if request.method == "POST":
        return _choose(account, request, session, TRIES | ENDS)
    payment = sessions.payment_of(account, session)
    tongue = pages.language(session["locale"], request)
    told, choices = _state(session, payment)
    return page_answer(pages.session_page(session, tongue, choices, told, _error(session, payment)))


def _state(session: Json, payment: Json | None) -> tuple[str, tuple[str, ...]]:
    """What there is to say, and to choose."""
    if session["status"] == "expired":
        return "expired", ()
    if session["status"] == "complete":
        if session["payment_status"] == "paid":
            return "paid", ()
        is_under_way = payment is not None and payment["status"] == "processing"
        return ("under way", tuple(ENDS)) if is_under_way else ("failed", ())
    has_card = "card" in session["payment_method_types"]
    return "", tuple(choice for choice in TRIES if has_card or choice not in CARD_ONLY)


def _error(session: Json, payment: Json | None) -> str:
    if payment is None or not payment["last_payment_error"] or session["status"] != "open":
        return ""
    return "card_declined" if payment["last_payment_error"]["type"] == "card_error" else "not confirmed"


def _challenge(account: Account, request: Request, session: Json) -> Answer:
    payment = sessions.payment_of(account, session)
    if session["status"] != "open" or payment is None or payment["status"] != "requires_action":
        return redirect_answer(f"/pay/{session['id']}")
    if request.method == "POST":
        return _choose(account, request, session, ANSWERS)
    tongue = pages.language(session["locale"], request)
    return page_answer(pages.question_page(session["amount_total"], session["currency"], tongue))


def _choose(
    account: Account, request: Request, session: Json, choices: Mapping[str, Callable[[Account, Json], str]]
) -> Answer:
    """What can no longer be done, and what nobody could have chosen, only leads back to the page."""
    here = f"/pay/{session['id']}"
    try:
        return redirect_answer(choices[_chosen(request)](account, session) or here)
    except (KeyError, Refused):
        return redirect_answer(here)


def _redirect(account: Account, request: Request, thing: Json) -> Answer:
    tongue = pages.language(None, request)
    if thing["status"] != "requires_action" or "_session" in thing:
        return page_answer(pages.plain_page("over", tongue))
    if request.method != "POST" or _chosen(request) not in ANSWERS:
        return page_answer(pages.question_page(thing["amount"], thing["currency"], tongue))
    back = answer(account, thing, does_agree=_chosen(request) == "agree")
    return redirect_answer(back or f"/redirect/{thing['id']}")


def answer(account: Account, intent: Json, *, does_agree: bool) -> str:
    """What the buyer says to a payment intent that waits for it; where they go then."""
    (intents.agree if does_agree else intents.refuse)(account, intents.in_state(intent, "requires_action"))
    return intents.back_from(intent)


def _chosen(request: Request) -> str:
    return parse_qs(request.body.decode(errors="replace")).get("choice", [""])[0]
