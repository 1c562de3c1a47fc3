"""GraphQL documents before they run: parsed, held to limits and validated once (design §3, abuse limits)."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from django.conf import settings
from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLError,
    GraphQLSchema,
    InlineFragmentNode,
    OperationDefinitionNode,
    OperationType,
    SelectionSetNode,
    parse,
    specified_rules,
    validate,
)
from graphql.validation import ASTValidationRule, NoSchemaIntrospectionCustomRule

from shop.errors import ShopError

MAX_BYTES = 16 * 1024
MAX_TOKENS = 2000
MAX_DEPTH = 10
MAX_ALIASES = 15
MAX_ROOT_FIELDS = 10
# Fields and spreads once fragments are written out; a few short fragments can stand for millions.
MAX_FIELDS = 1000
MAX_ERRORS = 5
KEPT_DOCUMENTS = 256


class DocumentRefused(ShopError):
    """A document that is wrong or too large; it does not run."""

    code = "INVALID_DOCUMENT"
    status = 400


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation of a document: its kind, its root fields and the variables that it declares."""

    kind: OperationType
    root_fields: frozenset[str]
    variables: frozenset[str]

    @property
    def is_query(self) -> bool:
        return self.kind is OperationType.QUERY


@dataclass(frozen=True, slots=True)
class Document:
    node: DocumentNode
    operations: dict[str, Operation]

    def operation(self, name: str | None) -> Operation:
        """The operation to run: the named one, or the only one."""
        if name:
            found = self.operations.get(name)
        else:
            found = next(iter(self.operations.values())) if len(self.operations) == 1 else None
        if found is None:
            raise DocumentRefused("operationName names no operation of the document")
        return found


class Documents:
    """Documents for one schema. Those of visitors are kept up to a number, so that nobody can fill the memory."""

    def __init__(self, schema: GraphQLSchema) -> None:
        self.schema = schema
        self.of_visitor = lru_cache(maxsize=KEPT_DOCUMENTS)(self._of_visitor)
        self.listed = lru_cache(maxsize=None)(self._listed)

    def _of_visitor(self, text: str) -> Document:
        """Raises DocumentRefused."""
        if len(text.encode()) > MAX_BYTES:
            raise DocumentRefused("the document is too long")
        return self._prepared(text, [*specified_rules, *([] if settings.DEBUG else [NoSchemaIntrospectionCustomRule])])

    def _listed(self, text: str) -> Document:
        """A document of the frontend's list: the build has checked it against this schema, which may have moved on."""
        return self._prepared(text, list(specified_rules))

    def _prepared(self, text: str, rules: list[type[ASTValidationRule]]) -> Document:
        try:
            node = parse(text, no_location=True, max_tokens=MAX_TOKENS)
        except (GraphQLError, RecursionError) as error:
            raise DocumentRefused(getattr(error, "message", "the document is nested too deeply")) from error
        operations = held_to_limits(node)
        # Suggestions would tell names of the schema that introspection hides.
        errors = validate(self.schema, node, rules, MAX_ERRORS, hide_suggestions=not settings.DEBUG)
        if errors:
            raise DocumentRefused(errors[0].message)
        return Document(node, operations)


def held_to_limits(node: DocumentNode) -> dict[str, Operation]:
    """The document's operations. Everything is counted with fragments written out, whatever names are used."""
    fragments = {one.name.value: one for one in node.definitions if isinstance(one, FragmentDefinitionNode)}
    operations = {}
    for one in node.definitions:
        if isinstance(one, OperationDefinitionNode):
            operations[one.name.value if one.name else ""] = _operation(one, fragments)
    if not operations:
        raise DocumentRefused("the document has no operation")
    return operations


def _operation(node: OperationDefinitionNode, fragments: dict[str, FragmentDefinitionNode]) -> Operation:
    fields = aliases = 0
    roots: list[str] = []
    for field, depth in _written_out(node.selection_set, fragments, 1, frozenset()):
        fields += 1
        if fields > MAX_FIELDS:
            raise DocumentRefused(f"more than {MAX_FIELDS} fields")
        if field is None:
            continue
        if depth > MAX_DEPTH and not (settings.DEBUG and "__schema" in roots):
            raise DocumentRefused(f"nested deeper than {MAX_DEPTH} levels")
        aliases += field.alias is not None
        if depth == 1:
            roots.append(field.name.value)
    if aliases > MAX_ALIASES:
        raise DocumentRefused(f"more than {MAX_ALIASES} aliases")
    if len(roots) > MAX_ROOT_FIELDS:
        raise DocumentRefused(f"more than {MAX_ROOT_FIELDS} fields at the top")
    if node.operation is OperationType.MUTATION and len(roots) > 1:
        raise DocumentRefused("a document carries one mutation")
    declared = frozenset(one.variable.name.value for one in node.variable_definitions or ())
    return Operation(node.operation, frozenset(roots), declared)


def _written_out(
    selection_set: SelectionSetNode | None,
    fragments: dict[str, FragmentDefinitionNode],
    depth: int,
    inside: frozenset[str],
) -> Iterator[tuple[FieldNode | None, int]]:
    """Every field with its depth; None for a fragment, which counts as well."""
    for node in selection_set.selections if selection_set else ():
        if isinstance(node, FieldNode):
            yield node, depth
            yield from _written_out(node.selection_set, fragments, depth + 1, inside)
            continue
        yield None, depth
        if isinstance(node, FragmentSpreadNode):
            name = node.name.value
            if name in inside:
                raise DocumentRefused("a fragment contains itself")
            if name in fragments:
                yield from _written_out(fragments[name].selection_set, fragments, depth, inside | {name})
        elif isinstance(node, InlineFragmentNode):
            yield from _written_out(node.selection_set, fragments, depth, inside)
