"""The persisted documents of all frontend builds: {hash: {name, text}} (design §3)."""

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from typing import Self

from django.conf import settings
from graphql import OperationDefinitionNode, parse, print_ast

from shop.core.errors import ShopError


class PersistedQueryNotFound(ShopError):
    """The hash is unknown. The message is the standard one of persisted queries."""

    code = "PERSISTED_QUERY_NOT_FOUND"
    message = "PersistedQueryNotFound"
    status = 404


@dataclass(frozen=True, slots=True)
class PersistedQueries:
    texts: dict[str, str]
    newest: dict[str, str]

    @classmethod
    def load(cls) -> Self:
        """From the committed list, and from the build which of its documents are this build's."""
        path = settings.FRONTEND_DIR / "persisted-queries.json"
        entries = json.loads(path.read_text()) if path.is_file() else {}
        # A text under a wrong hash would be answered to whoever asks for the right one.
        listed = {key: one for key, one in entries.items() if key == hash_of(one["text"])}
        operations = settings.FRONTEND_DIST / "operations.json"
        built = json.loads(operations.read_text()) if operations.is_file() else {}
        newest = {one["name"]: key for key, one in listed.items()}
        return cls(
            texts={key: one["text"] for key, one in listed.items()},
            newest=newest | {name: key for name, key in built.items() if key in listed},
        )

    def text(self, key: str) -> str:
        if key not in self.texts:
            raise PersistedQueryNotFound
        return self.texts[key]

    def name(self, key: str) -> str:
        """The operation's name."""
        return _declared(self.text(key))[0]

    def variables(self, key: str) -> dict[str, str]:
        """The variables that the document declares, with their types as it writes them."""
        return _declared(self.text(key))[1]

    def variables_of(self, name: str) -> dict[str, str]:
        """Those of the newest document of this name."""
        return self.variables(self.newest.get(name, ""))


@cache
def _declared(text: str) -> tuple[str, dict[str, str]]:
    operations = [one for one in parse(text).definitions if isinstance(one, OperationDefinitionNode)]
    declared = {
        one.variable.name.value: print_ast(one.type)
        for operation in operations
        for one in operation.variable_definitions or ()
    }
    return next((one.name.value for one in operations if one.name), ""), declared


def hash_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


@cache
def persisted_queries() -> PersistedQueries:
    """Return the list, which is read once per process; a new build starts new processes."""
    return PersistedQueries.load()
