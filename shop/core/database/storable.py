"""What the database takes of texts from outside: all but NUL and halves of characters (lone surrogates).

JSON can write both, addresses NUL alone (shop.web.middleware.StorableAddress): bytes that are no UTF-8 Django reads as
U+FFFD.
"""

import re
from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

UNSTORABLE = re.compile("[\0\ud800-\udfff]")


def is_storable(value: Any) -> bool:
    """Whether the database takes every text in a value of JSON. Raises RecursionError for one that is too deep."""
    match value:
        case str():
            return UNSTORABLE.search(value) is None
        case list():
            return all(is_storable(one) for one in value)
        case dict():
            return all(is_storable(key) and is_storable(one) for key, one in value.items())
    return True


class StorableJSON(JSONParser):
    """REST's bodies."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        try:
            found = super().parse(stream, media_type, parser_context)
            storable = is_storable(found)
        except RecursionError as error:
            raise ParseError("The body is nested too deeply.") from error
        if not storable:
            raise ParseError("The body holds a character that is none.")
        return found
