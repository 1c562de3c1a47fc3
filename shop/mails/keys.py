"""The keys of mails, `Mail.kind` and `Mail.subject_key`: a name or an id, and behind it a second part where several
mails of one kind about one subject have to differ.
"""

from django.db.models import CharField, F, Func, OuterRef, Q, Value

SEPARATOR = ":"
# Of the newsletter's: its subscription's id stands before the moment in which it was asked for.
BEFORE_MOMENT = "/"


def joined(first: object, second: object = "", *, separator: str = SEPARATOR) -> str:
    """The stored key; the first part alone if there is no second."""
    return f"{first}{separator}{second}" if second != "" else str(first)


def parted(key: str, *, separator: str = SEPARATOR) -> tuple[str, str]:
    """Both parts of a stored key; the second is "" if there is none."""
    first, _separator, second = key.partition(separator)
    return first, second


def part_of(column: F | OuterRef, number: int, *, separator: str = SEPARATOR) -> Func:
    """In SQL: the part with this number, from 1, of the keys in a column; "" if there is none."""
    return Func(column, Value(separator), Value(number), function="split_part", output_field=CharField())


def begins_with(column: str, first: str) -> Q:
    """Rows whose key in this column has this first part."""
    return Q(**{column: first}) | Q(**{f"{column}__startswith": f"{first}{SEPARATOR}"})
