from dataclasses import dataclass, field

from shop.models import Shop

from .problems import Problem


@dataclass
class Target:
    """Where to and in which language (`de` or `en`) a file goes, and what there is to remark on the way."""

    shop: Shop
    language: str
    names: dict[str, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def remark(self, line: int, key: str, message: str) -> None:
        self.problems.append(Problem(line, self.names.get(key, key), message, refused=False))
