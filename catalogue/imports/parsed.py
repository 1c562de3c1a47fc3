"""What a file says, row by row checked and put together; nothing here knows the database."""

from dataclasses import dataclass, field
from decimal import Decimal

from .problems import CellProblem


@dataclass(frozen=True)
class ParsedCost:
    price: Decimal
    original: Decimal | None = None


@dataclass(frozen=True)
class ParsedStock:
    """`quantity` is None where the file tracks the stock but does not say how much there is."""

    tracked: bool
    quantity: int | None = None


@dataclass(frozen=True)
class ParsedVariant:
    """`fields` holds plain columns of the variant; a column that the file lacks is absent."""

    line: int
    options: tuple[str, ...]
    description: str
    fields: dict[str, str | bool | int]
    sku: str = ""
    cost: ParsedCost | None = None
    stock: ParsedStock | None = None
    grams: int = 0


@dataclass(frozen=True)
class ParsedPicture:
    line: int
    url: str
    position: int
    alt: str


@dataclass(frozen=True)
class ParsedProduct:
    """`texts` and `fields` hold the columns that the file has. `complete` is false if a row of it was refused.

    Without `names_options` the file has no options column, so it cannot tell one variant from another.
    """

    line: int
    handle: str
    texts: dict[str, str]
    fields: dict[str, str | bool | int]
    vendor: str | None
    categories: tuple[str, ...] | None
    variants: tuple[ParsedVariant, ...]
    pictures: tuple[ParsedPicture, ...] | None
    names_options: bool = True
    complete: bool = True


@dataclass
class ProductFile:
    products: list[ParsedProduct] = field(default_factory=list)
    problems: list[CellProblem] = field(default_factory=list)
    # How a message calls a column: the name that this file has for it.
    names: dict[str, str] = field(default_factory=dict)
