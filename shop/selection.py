"""What a document asks of a field, so that a read fetches no more than that."""

from typing import TypeAlias

import strawberry
from graphql import FieldNode, FragmentDefinitionNode, FragmentSpreadNode, InlineFragmentNode, SelectionSetNode

Selection: TypeAlias = dict[str, "Selection"]


def selection_of(info: strawberry.Info) -> Selection:
    """The fields asked below the resolver's field, by their names on the wire; fragments are followed.

    Fields under `@include` and `@skip` and those of every type condition count as asked.
    """
    found: Selection = {}
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
            _collect(node.selection_set, fragments, found.setdefault(node.name.value, {}))
        elif isinstance(node, FragmentSpreadNode):
            _collect(fragments[node.name.value].selection_set, fragments, found)
        elif isinstance(node, InlineFragmentNode):
            _collect(node.selection_set, fragments, found)


def nodes_of(connection: Selection) -> Selection:
    """What is asked of a connection's rows, by `nodes` or by `edges`."""
    found: Selection = {}
    _merge(connection.get("nodes", {}), found)
    _merge(connection.get("edges", {}).get("node", {}), found)
    return found


def _merge(part: Selection, found: Selection) -> None:
    for name, below in part.items():
        _merge(below, found.setdefault(name, {}))
