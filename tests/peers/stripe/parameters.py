"""Which parameters a call takes, and of what type: read from the TypedDicts of Stripe's own Python library."""

import re
import sys
from decimal import Decimal
from functools import cache
from types import UnionType
from typing import Any, Literal, NotRequired, Required, Union, get_args, get_origin, get_type_hints

from stripe import RequestOptions

from tests.peers.peer import Json

from .errors import Refused, invalid, missing
from .forms import Tree, leaves

INTEGER = re.compile(r"-?\d{1,18}")
NUMBER = re.compile(r"-?\d{1,18}(\.\d{1,12})?")
LONGEST = 5000
# of metadata
MOST_KEYS, LONGEST_KEY, LONGEST_VALUE = 50, 40, 500
# What annotations in the library name and its modules import for type checkers only.
UNIMPORTED = {"StripeContext": object}


def checked(given: Tree, shape: Any, known: tuple[str, ...]) -> Json:
    """What is asked for, typed as `shape` says. Raises Refused: for what Stripe would not take, and for what it would
    but what the stand-in would have to ignore, which is all but the names, and what is below them, in `known`.
    """
    typed = _object(given, shape, "")
    for name in leaves(given):
        if not any(name == one or name.startswith(f"{one}[") for one in known):
            raise invalid(f"The stand-in does not know {name}, and ignores nothing.", "not_in_stand_in", name)
    return typed


@cache
def _hints(shape: Any) -> dict[str, Any]:
    hints = get_type_hints(shape, localns=_names(shape), include_extras=True)
    return {name: hint for name, hint in hints.items() if name not in RequestOptions.__annotations__}


def _names(shape: Any) -> dict[str, Any]:
    """What inherited annotations may name: all there is in the modules they come from."""
    names: dict[str, Any] = dict(UNIMPORTED)
    for base in getattr(shape, "__orig_bases__", ()):
        names |= _names(base) | vars(sys.modules[base.__module__])
    return names


def _object(given: Tree, shape: Any, path: str) -> Json:
    hints = _hints(shape)
    for name in given:
        if name not in hints:
            unknown = _below(path, name)
            raise invalid(f"Received unknown parameter: {unknown}", "parameter_unknown", unknown)
    for name in sorted(shape.__required_keys__ & hints.keys()):
        if name not in given:
            raise missing(_below(path, name))
    return {name: _value(value, hints[name], _below(path, name)) for name, value in given.items()}


def _value(value: str | Tree, hint: Any, path: str) -> Any:
    options = _options(hint)
    words = [word for option in options if get_origin(option) is Literal for word in get_args(option)]
    types = [option for option in options if get_origin(option) is not Literal]
    if isinstance(value, dict):
        return _nested(value, types, path)
    if value:
        return _scalar(value, [word for word in words if word], types, path)
    if "" in words:
        return ""
    raise invalid(
        f"You passed an empty string for '{path}'. We assume empty values are an attempt to unset a parameter; "
        f"however '{path}' cannot be unset. You should remove '{path}' from your request or supply a non-empty value.",
        "parameter_invalid_empty",
        path,
    )


def _options(hint: Any) -> list[Any]:
    """The types of a union, also of one in another."""
    if get_origin(hint) in (NotRequired, Required):
        return _options(get_args(hint)[0])
    if get_origin(hint) in (Union, UnionType):
        return [option for one in get_args(hint) for option in _options(one)]
    return [hint]


def _nested(value: Tree, types: list[Any], path: str) -> Any:
    for option in types:
        if get_origin(option) is list:
            return _list(value, get_args(option)[0], path)
        if get_origin(option) is dict:
            return _metadata(value, path)
        if hasattr(option, "__required_keys__"):
            return _object(value, option, path)
    raise _no("string", path)


def _list(value: Tree, item: Any, path: str) -> list[Any]:
    if set(value) != {str(number) for number in range(len(value))}:
        raise _no("array", path)
    return [_value(value[str(number)], item, f"{path}[{number}]") for number in range(len(value))]


def _metadata(value: Tree, path: str) -> dict[str, str]:
    """An empty value unsets its key."""
    if len(value) > MOST_KEYS:
        raise invalid(f"Metadata can have up to {MOST_KEYS} keys.", param=path)
    for name, text in value.items():
        if not isinstance(text, str):
            raise _no("string", f"{path}[{name}]")
        if len(name) > LONGEST_KEY:
            raise invalid(f"Metadata keys can have up to {LONGEST_KEY} characters.", param=path)
        if len(text) > LONGEST_VALUE:
            raise invalid(f"Metadata values can have up to {LONGEST_VALUE} characters.", param=f"{path}[{name}]")
    return dict(value)


def _scalar(value: str, words: list[str], types: list[Any], path: str) -> Any:
    """`words` next to text are all that Stripe takes today: the library's types only leave room for more."""
    if value in words:
        return value
    if bool in types and value in ("true", "false"):
        return value == "true"
    if int in types and INTEGER.fullmatch(value):
        return int(value)
    if words:
        raise invalid(f"Invalid {path}: must be one of {', '.join(words)}", param=path)
    if int in types:
        raise invalid(f"Invalid integer: {value[:80]}", "parameter_invalid_integer", path)
    if bool in types:
        raise _no("boolean", path)
    if str in types and len(value) <= LONGEST:
        return value
    if (Decimal in types or float in types) and NUMBER.fullmatch(value):
        return value
    raise _no("string" if str in types else "value", path)


def _below(path: str, name: str) -> str:
    return f"{path}[{name}]" if path else name


def _no(kind: str, path: str) -> Refused:
    return invalid(f"Invalid {kind}: {path}", param=path)
