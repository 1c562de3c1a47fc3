"""What a browser does that is asked to work: it solves the challenge and sends the same request again."""

import json
from typing import TYPE_CHECKING, Any

import altcha
from django.test import Client

from shop.core.limits.visitors import HEADER
from shop.core.limits.work import LEVELS

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Response

Challenge = dict[str, Any]
# While one works, others come, and it gets dearer: by a level each time at most.
TRIES = LEVELS


def challenge_of(response: "Response") -> Challenge | None:
    """What a refusal of either API asks to be solved."""
    is_json = "json" in response.headers.get("Content-Type", "")
    return challenge_in(json.loads(response.content)) if is_json else None


def challenge_in(body: Any) -> Challenge | None:
    if not isinstance(body, dict):
        return None
    found = [body, *(one.get("extensions", {}) for one in body.get("errors") or () if isinstance(one, dict))]
    challenges: list[Challenge] = [one["challenge"] for one in found if "challenge" in one]
    return challenges[0] if challenges else None


def solved(challenge: Challenge) -> str:
    """The value of the header, or of the form's field."""
    asked = altcha.Challenge.from_dict(challenge)
    solution = altcha.solve_challenge(asked)
    assert solution is not None
    return altcha.Payload(asked, solution).to_base64()


class WorkingClient(Client):
    """Works where it is asked to, as often as the shop's own pages do."""

    def generic(self, *args: Any, **more: Any) -> Any:
        response = super().generic(*args, **more)
        for _try in range(TRIES):
            if (challenge := challenge_of(response)) is None:
                break
            worked = {**(more.get("headers") or {}), HEADER: solved(challenge)}
            response = super().generic(*args, **{**more, "headers": worked})
        return response
