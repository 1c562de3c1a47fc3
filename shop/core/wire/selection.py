"""What is asked of a thing on the wire, so that a read fetches no more than that."""


class Selection(dict[str, "Selection"]):
    """Fields, and what is asked below each. Whole ones never change: what follows from them may be kept."""

    @classmethod
    def of(cls, *names: str) -> "Selection":
        return cls({name: cls() for name in names})

    def below(self, name: str) -> "Selection":
        return self.get(name) or Selection()

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))


def nodes_of(connection: Selection) -> Selection:
    """What is asked of a connection's rows, by `nodes` or by `edges`."""
    return merged(connection.below("nodes"), connection.below("edges").below("node"))


def merged(*parts: Selection) -> Selection:
    """What is asked in any of them."""
    found = Selection()
    for part in parts:
        _merge(part, found)
    return found


def _merge(part: Selection, found: Selection) -> None:
    for name, below in part.items():
        _merge(below, found.setdefault(name, Selection()))
