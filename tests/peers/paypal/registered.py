"""What the shop's staff have set up at PayPal: where events go, and what the app may see."""

from collections.abc import Sequence
from pathlib import Path

from tests.peers.peer import Answer, Json, Request, json_answer

from .account import Account
from .refusals import Problem, Refused

LISTED, MOST_LISTED = 10, 50


class Registered(Account):
    """`webhook_url`: where it reports to. `registered`: webhooks, else one of `webhook_id` to `webhook_url` with all
    events. `sees_disputes`: whether the shop's app may.
    """

    def __init__(self, port: int = 0, file: Path | None = None) -> None:
        super().__init__(port, file)
        self.webhook_id, self.webhook_url = "1JE4291016473214C", ""
        self.registered: list[Json] | None = None
        self.sees_disputes = True

    def behave(self) -> None:
        super().behave()
        self.registered, self.sees_disputes = None, True

    def list_webhooks(self, request: Request) -> Answer:
        check_query(request)
        found = self.registered
        if found is None:
            found = [webhook(self.webhook_id, self.webhook_url)] if self.webhook_url else []
        return json_answer(200, {"webhooks": found})

    def list_disputes(self, request: Request) -> Answer:
        """The newest first."""
        check_query(request, "page_size")
        size = request.query.get("page_size", str(LISTED))
        if not size.isdecimal() or not 1 <= int(size) <= MOST_LISTED:
            raise Refused(Problem("INVALID_PARAMETER_VALUE", "page_size", "query"))
        if not self.sees_disputes:
            shown = {"name": "NOT_AUTHORIZED", "message": "Authorization failed due to insufficient permissions."}
            return json_answer(403, shown)
        found = list(self.state.disputes.values())[::-1][: int(size)]
        return json_answer(200, {"items": [{"dispute_id": one.id} for one in found], "links": []})


def webhook(number: str, url: str, events: Sequence[str] = ("*",)) -> Json:
    return {"id": number, "url": url, "event_types": [{"name": name} for name in events], "links": []}


def check_query(request: Request, *known: str) -> None:
    """Raises Refused."""
    for name in request.query:
        if name not in known:
            raise Refused(Problem("NOT_SUPPORTED", name, "query"))
