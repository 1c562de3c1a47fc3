from dataclasses import dataclass, field

from shop.models import Shop

from .problems import CellProblem


@dataclass
class ImportTarget:
    """The shop and language (`de` or `en`) that a file is imported to, and the problems found on the way."""

    shop: Shop
    language: str
    names: dict[str, str] = field(default_factory=dict)
    problems: list[CellProblem] = field(default_factory=list)

    def remark(self, line: int, key: str, message: str) -> None:
        self.problems.append(CellProblem(line, self.names.get(key, key), message, refused=False))
