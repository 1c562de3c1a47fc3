"""The fields that a client requests, so that a query reads only those."""


class Selection(dict[str, "Selection"]):
    """The requested fields, each with its subfields. Immutable once complete: results computed from it may be
    cached.
    """

    @classmethod
    def of(cls, *names: str) -> "Selection":
        return cls({name: cls() for name in names})

    def below(self, name: str) -> "Selection":
        return self.get(name) or Selection()

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))


def nodes_of(connection: Selection) -> Selection:
    """Return the fields requested of a connection's rows, by `nodes` or by `edges`."""
    return merged(connection.below("nodes"), connection.below("edges").below("node"))


def merged(*parts: Selection) -> Selection:
    """Return the union of the selections."""
    found = Selection()
    for part in parts:
        _merge(part, found)
    return found


def _merge(part: Selection, found: Selection) -> None:
    for name, below in part.items():
        _merge(below, found.setdefault(name, Selection()))
