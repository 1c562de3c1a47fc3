"""The selection of a resolver's field."""

import strawberry
from graphql import FieldNode, FragmentDefinitionNode, FragmentSpreadNode, InlineFragmentNode, SelectionSetNode

from shop.core.wire.selection import Selection


def selection_of(info: strawberry.Info) -> Selection:
    """Return the fields requested below the resolver's field, by their wire names, fragments expanded.

    Includes fields under `@include` and `@skip`, and those of each type condition.
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
