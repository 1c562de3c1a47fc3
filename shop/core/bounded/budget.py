"""What reading a file may take, and what is raised when it takes more. Nothing of Django, for a quick start."""

from dataclasses import dataclass

from shop.core.errors import ShopError

MB = 1024 * 1024
# Reasons that another try may not meet.
TRANSIENT = frozenset({"crash", "busy"})


@dataclass(frozen=True)
class ResourceBudget:
    """CPU time and time by the clock in seconds, address space and the pickled answer in bytes.

    `patience`: how many seconds it waits for its turn.
    """

    cpu: int
    seconds: int
    memory: int
    answer: int = 64 * MB
    patience: float = 30.0


class OverBudget(ShopError):
    """The file was not read to its end. `reason`: time, memory, answer (too much came of it), crash or busy.

    `shop.core.bounded.texts` says it to people.
    """

    code = "OVER_BUDGET"
    message = "reading the file takes too much"

    def __init__(self, reason: str) -> None:
        super().__init__()
        self.reason = reason
