"""What a document asks of a field, so that a read fetches no more than that."""

import strawberry
from graphql import FieldNode, FragmentDefinitionNode, FragmentSpreadNode, InlineFragmentNode, SelectionSetNode


class Selection(dict[str, "Selection"]):
    """Fields, and what is asked below each. Whole ones never change: what follows from them may be kept."""

    @classmethod
    def of(cls, *names: str) -> "Selection":
        return cls({name: cls() for name in names})

    def below(self, name: str) -> "Selection":
        return self.get(name) or Selection()

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))


def selection_of(info: strawberry.Info) -> Selection:
    """The fields asked below the resolver's field, by their names on the wire; fragments are followed.

    Fields under `@include` and `@skip` and those of every type condition count as asked.
    """
    found = Selection()
    raw = info._raw_info
    for node in raw.field_nodes:
        _collect(node.selection_set, raw.fragments, found)
    return found


def _collect(
    selection_set: SelectionSetNode | None, fragments: dict[str, FragmentDefinitionNode], found: Selection
) -> None:
    if selection_set is None:
        return
    for node in selection_set.selections:
        if isinstance(node, FieldNode):
            _collect(node.selection_set, fragments, found.setdefault(node.name.value, Selection()))
        elif isinstance(node, FragmentSpreadNode):
            _collect(fragments[node.name.value].selection_set, fragments, found)
        elif isinstance(node, InlineFragmentNode):
            _collect(node.selection_set, fragments, found)


def nodes_of(connection: Selection) -> Selection:
    """What is asked of a connection's rows, by `nodes` or by `edges`."""
    found = Selection()
    _merge(connection.below("nodes"), found)
    _merge(connection.below("edges").below("node"), found)
    return found


def _merge(part: Selection, found: Selection) -> None:
    for name, below in part.items():
        _merge(below, found.setdefault(name, Selection()))
