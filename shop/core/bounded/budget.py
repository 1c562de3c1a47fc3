"""Resource limits for reading a file. Imports nothing of Django, so that the child process starts quickly."""

from dataclasses import dataclass

from shop.core.errors import ShopError

MB = 1024 * 1024
# Reasons with which another try may succeed.
TRANSIENT = frozenset({"crash", "busy"})


@dataclass(frozen=True)
class ResourceBudget:
    """Limits of one call: CPU seconds, seconds by the clock, bytes of address space and of the pickled answer.

    `patience`: seconds to wait until other files have been read.
    """

    cpu: int
    seconds: int
    memory: int
    answer: int = 64 * MB
    patience: float = 30.0


class OverBudget(ShopError):
    """The file was not read to its end. `reason`: time, memory, answer (the result is too large), crash or busy.

    `shop.core.bounded.texts` has the message for each reason.
    """

    code = "OVER_BUDGET"
    message = "reading the file takes too much"

    def __init__(self, reason: str) -> None:
        super().__init__()
        self.reason = reason
