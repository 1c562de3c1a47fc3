"""Cursor pagination: a cursor contains the values of the sort keys at a page's end (design §3)."""

import base64
import binascii
import hashlib
import hmac
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from typing import Any

from django.conf import settings
from django.db.models import F, Q, QuerySet
from django.db.models.expressions import Expression, OrderBy

from shop.core.errors import ShopError

MAX_FIRST = 100
# Of overviews that have no further pages: all events, all artists (catalogue §7).
MAX_OVERVIEW = 500


class PageRefused(ShopError):
    """`first` or `after` is invalid."""

    code = "INVALID_PAGE"
    status = 400


@dataclass(frozen=True, slots=True)
class SortKey:
    """One sort key of a list. It is never NULL, and all keys of a list together are unique."""

    expression: Expression | F | str
    kind: type[int] | type[str] | type[date] | type[datetime] = int
    descending: bool = False

    def parse(self, value: Any) -> Any:
        if self.kind is datetime or self.kind is date:
            return self.kind.fromisoformat(value)
        if type(value) is not self.kind:
            raise ValueError(value)
        return value


SortKeys = tuple[SortKey, ...]


@dataclass(frozen=True, slots=True)
class PageRequest:
    """The requested part of a list: `first` rows (1 to `most`) after the cursor. Raises PageRefused."""

    first: int
    after: str | None = None
    most: int = MAX_FIRST

    def __post_init__(self) -> None:
        if not 1 <= self.first <= self.most:
            raise PageRefused(f"first must be between 1 and {self.most}", limit=self.most)

    @classmethod
    def requested(cls, first: int | None, after: str | None, default: int, most: int = MAX_FIRST) -> "PageRequest":
        return cls(default if first is None else first, after or None, most)


def key_names(keys: SortKeys) -> list[str]:
    return [f"sort_key_{number}" for number in range(len(keys))]


def in_order(rows: QuerySet, keys: SortKeys) -> QuerySet:
    expressions = ((F(key.expression) if isinstance(key.expression, str) else key.expression, key) for key in keys)
    return rows.order_by(*(OrderBy(one, descending=key.descending) for one, key in expressions))


def page_of(rows: QuerySet, keys: SortKeys, page: PageRequest) -> QuerySet:
    """Return the page's rows in the keys' order, annotated with the keys; one row more if there is a next page."""
    names = key_names(keys)
    rows = rows.annotate(
        **{
            name: F(key.expression) if isinstance(key.expression, str) else key.expression
            for name, key in zip(names, keys, strict=True)
        }
    )
    if page.after is not None:
        rows = rows.filter(_behind(names, keys, decode_cursor(page.after, keys)))
    order = [F(name).desc() if key.descending else F(name).asc() for name, key in zip(names, keys, strict=True)]
    return rows.order_by(*order)[: page.first + 1]


def _behind(names: Sequence[str], keys: SortKeys, values: Sequence[Any]) -> Q:
    """Return the condition for rows after the cursor: (a, b) > (x, y), with each key's direction."""
    beyond = Q()
    for index, key in enumerate(keys):
        equal = Q(**dict(zip(names[:index], values[:index], strict=True)))
        beyond |= equal & Q(**{f"{names[index]}__{'lt' if key.descending else 'gt'}": values[index]})
    # The same for the first key alone, for which PostgreSQL can use an index.
    return beyond & Q(**{f"{names[0]}__{'lte' if keys[0].descending else 'gte'}": values[0]})


# Cursors are signed: made-up ones would let a client create any number of different answers.
SIGNED = 11


def encode_cursor(values: Sequence[Any]) -> str:
    text = base64.urlsafe_b64encode(json.dumps(values, separators=(",", ":")).encode()).decode().rstrip("=")
    return text + _signature(text, settings.SECRET_KEY)


def decode_cursor(cursor: str, keys: SortKeys) -> list[Any]:
    text, signature = cursor[:-SIGNED], cursor[-SIGNED:]
    try:
        secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
        if not any(hmac.compare_digest(signature.encode(), _signature(text, one).encode()) for one in secrets):
            raise ValueError("not signed by us")
        values = json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
        return [key.parse(value) for key, value in zip(keys, values, strict=True)]
    except (ValueError, TypeError, binascii.Error, RecursionError) as error:
        raise PageRefused("after is not a cursor of this list") from error


def _signature(text: str, secret: str) -> str:
    digest = hmac.digest(_signing_key(secret), text.encode(errors="replace"), "sha256")
    return base64.urlsafe_b64encode(digest)[:SIGNED].decode()


@cache
def _signing_key(secret: str) -> bytes:
    # The name of an earlier module; another one would invalidate the cursors of open pages.
    return hashlib.sha256(f"shop.connections {secret}".encode()).digest()


@dataclass(frozen=True, slots=True)
class PageRow:
    """A row of a list and its sort key values."""

    row: dict[str, Any]
    place: Sequence[Any]
