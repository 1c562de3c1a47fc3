"""What Stripe asks of values that its types do not say."""

import re
from collections.abc import Sequence

from tests.peers.peer import Json

from .errors import invalid, missing

LEAST, MOST = 50, 99_999_999
URL = re.compile(r"https?://[^\s/?#]+([/?#]\S*)?")
EMAIL = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@]+")
# of a text on a bank statement
SHORTEST_STATEMENT, LONGEST_STATEMENT, NOT_ON_STATEMENTS = 5, 22, set("<>\\'\"*")

CURRENCY = "eur"
ALLOWED, EXCLUDED = "allowed_payment_method_types", "excluded_payment_method_types"
ALTERNATIVES = (ALLOWED, EXCLUDED, "automatic_payment_methods")
TYPES = ("card", "klarna", "sepa_debit", "pay_by_bank", "paypal", "ideal", "eps", "bancontact")


def require(asked: Json, *names: str) -> None:
    for name in names:
        if name not in asked:
            raise missing(name)


def currency(given: str, param: str = "currency") -> None:
    if given != CURRENCY:
        raise invalid(f"Invalid currency: {given}. This account supports: {CURRENCY}", param=param)


def amount(given: int, param: str = "amount") -> None:
    """In cents."""
    if given < 1:
        raise invalid("This value must be greater than or equal to 1.", "parameter_invalid_integer", param)
    if given < LEAST:
        raise invalid(f"Amount must be at least €{LEAST / 100:.2f} eur", "amount_too_small", param)
    if given > MOST:
        raise invalid(f"Amount must be no more than €{MOST / 100:,.2f}", "amount_too_large", param)


def url(asked: Json, name: str, param: str = "") -> None:
    if name in asked and not URL.fullmatch(asked[name]):
        raise invalid("Not a valid URL", "url_invalid", param or name)


def email(asked: Json, name: str) -> None:
    if asked.get(name) and not EMAIL.fullmatch(asked[name]):
        raise invalid(f"Invalid email address: {asked[name]}", "email_invalid", name)


def statements(asked: Json, types: Sequence[str]) -> None:
    """What cards cannot have a `statement_descriptor` of a payment for: they have a suffix to the shop's own."""
    full, suffix = asked.get("statement_descriptor") or "", asked.get("statement_descriptor_suffix") or ""
    if full and "card" in types:
        message = "`statement_descriptor` is not taken for cards. Use `statement_descriptor_suffix`."
        raise invalid(message, param="statement_descriptor")
    if full and (len(full) < SHORTEST_STATEMENT or not re.search("[A-Za-z]", full)):
        message = f"The statement descriptor must have at least {SHORTEST_STATEMENT} characters and a letter."
        raise invalid(message, param="statement_descriptor")
    for name, text in (("statement_descriptor", full), ("statement_descriptor_suffix", suffix)):
        if len(text) > LONGEST_STATEMENT:
            raise invalid(f"The statement descriptor must be at most {LONGEST_STATEMENT} characters.", param=name)
        if NOT_ON_STATEMENTS & set(text) or not text.isascii():
            raise invalid("The statement descriptor has a character that is not allowed.", param=name)


def types(asked: Json) -> list[str]:
    """What can be paid with: of all that is switched on, what `allowed_…` names, or all but what `excluded_…` does.

    A name in `allowed_…` that cannot be used is no error, as long as another can.
    """
    offered = list(TYPES)
    for name in (ALLOWED, EXCLUDED):
        if name in asked and any(other in asked for other in ALTERNATIVES if other != name):
            raise invalid(f"{name} cannot be used with another way to choose payment methods.", param=name)
    if ALLOWED in asked:
        offered = [kind for kind in asked[ALLOWED] if kind in offered]
    found = [kind for kind in offered if kind not in (asked.get(EXCLUDED) or ())]
    if not found:
        raise invalid("No valid payment method types are left.", param=ALLOWED)
    return found


def metadata(before: Json, given: Json | str) -> Json:
    """As it is after `given` was asked for: an empty value unsets a key, an empty text all."""
    if isinstance(given, str):
        return {}
    return {name: text for name, text in {**before, **given}.items() if text}
