"""Sources of sofort, as they were until 2025: pending -> chargeable -> consumed, or failed."""

from typing import NotRequired, TypedDict

from stripe.params import SourceCreateParams

from tests.peers.peer import Json

from . import checks, intents, objects
from .account import Account, shown
from .errors import invalid, missing, none_such

COUNTRIES = ("AT", "BE", "DE", "ES", "IT", "NL")


class Sofort(TypedDict):
    country: str
    preferred_language: NotRequired[str]


class SourceParams(SourceCreateParams):
    """With what the library does not type."""

    sofort: NotRequired[Sofort]


def create(account: Account, _name: str, asked: Json) -> Json:
    checks.require(asked, "type")
    if asked["type"] != "sofort":
        raise invalid("The stand-in knows sources of sofort.", "not_in_stand_in", "type")
    if account.sofort_ended:
        message = "Sofort is no longer supported. Use another payment method."
        raise invalid(message, "payment_method_not_available", "type", is_violation=False)
    checks.require(asked, "amount", "currency")
    for name in ("redirect", "sofort"):
        if name not in asked:
            raise missing("redirect[return_url]" if name == "redirect" else "sofort[country]")
    checks.currency(asked["currency"])
    checks.amount(asked["amount"])
    checks.url(asked["redirect"], "return_url", "redirect[return_url]")
    checks.statements(asked, ["sofort"])
    if asked["sofort"]["country"] not in COUNTRIES:
        raise invalid(f"Invalid country: must be one of {', '.join(COUNTRIES)}", param="sofort[country]")
    url = f"{account.pages_at}/redirect/"
    made = objects.source(asked["amount"], asked["currency"], asked["redirect"]["return_url"], url)
    made.update(statement_descriptor=asked.get("statement_descriptor"), sofort=_sofort(asked))
    made["metadata"] = checks.metadata({}, asked.get("metadata", {}))
    return account.add(made)


def retrieve(account: Account, name: str, asked: Json) -> Json:
    found = account.find("source", name, "source")
    if asked.get("client_secret", found["client_secret"]) != found["client_secret"]:
        raise invalid("The client secret provided does not match.", param="client_secret")
    return found


def agree(account: Account, source: Json) -> None:
    source.update(status="chargeable", redirect={**source["redirect"], "status": "succeeded"})
    account.happened("source.chargeable", source)


def refuse(account: Account, source: Json) -> None:
    redirect = {**source["redirect"], "status": "failed", "failure_reason": "user_abort"}
    source.update(status="failed", redirect=redirect)
    account.happened("source.failed", source)


def back_from(source: Json) -> str:
    told = {
        "client_secret": source["client_secret"],
        "livemode": "false",
        "redirect_status": source["redirect"]["status"],
        "source": source["id"],
    }
    return intents.with_query(source["redirect"]["return_url"], told)


def charge(account: Account, _name: str, asked: Json) -> Json:
    checks.require(asked, "amount", "currency", "source")
    source = account.objects.get(asked["source"])
    if source is None or source["object"] != "source":
        raise none_such("source", asked["source"], "source")
    if source["status"] != "chargeable":
        message = f"The source {source['id']} is not chargeable: it has a status of {source['status']}."
        raise invalid(message, "invalid_source_usage", "source", is_violation=False)
    checks.currency(asked["currency"])
    if asked["amount"] != source["amount"]:
        raise invalid("The amount is not that of the source.", "charge_exceeds_source_limit", "amount")
    checks.statements(asked, ["sofort"])
    amount, currency = account.captures or (asked["amount"], asked["currency"])
    made = account.add(objects.charge(amount, currency, {"type": "sofort", "sofort": dict(source["sofort"])}))
    made.update({name: asked.get(name) for name in ("description", "receipt_email", "statement_descriptor")})
    source["status"] = "consumed"
    made.update(source=shown(source), payment_method=source["id"])
    made["metadata"] = checks.metadata({}, asked.get("metadata", {}))
    account.happened("charge.succeeded", made)
    return made


def _sofort(asked: Json) -> Json:
    nothing = ("bank_code", "bank_name", "bic", "iban_last4", "preferred_language", "statement_descriptor")
    return {**dict.fromkeys(nothing), **asked["sofort"], "statement_descriptor": asked.get("statement_descriptor")}
