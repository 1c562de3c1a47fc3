"""Parses GraphQL documents, checks their limits and validates each once, before it runs (design §3, abuse limits)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from django.conf import settings
from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLError,
    GraphQLField,
    GraphQLInterfaceType,
    GraphQLNamedType,
    GraphQLObjectType,
    GraphQLOutputType,
    GraphQLSchema,
    InlineFragmentNode,
    IntValueNode,
    OperationDefinitionNode,
    OperationType,
    SelectionSetNode,
    StringValueNode,
    Visitor,
    get_named_type,
    get_nullable_type,
    is_composite_type,
    is_list_type,
    parse,
    specified_rules,
    validate,
    visit,
)
from graphql.validation import ASTValidationRule, NoSchemaIntrospectionCustomRule

from shop.core.database.storable import is_storable
from shop.core.errors import ShopError
from shop.core.values.numbers import whole_number
from shop.core.wire.paging import MAX_FIRST

MAX_BYTES = 16 * 1024
MAX_TOKENS = 2000
MAX_DEPTH = 10
MAX_ALIASES = 15
MAX_ROOT_FIELDS = 10
# Of a document: fields and spreads once fragments are written out; a few short fragments can stand for millions.
MAX_FIELDS = 1000
# Validation compares each two fields of the same name in the same place, with all that they are given, and each two
# fragments. Frontends' documents have some 70 such pairs and 30 fragments.
MAX_PAIRS = 500
MAX_FRAGMENTS = 100
# Rows that an answer may have when every list is as long as it was asked to be.
MAX_ROWS = 5000
# Of a list that cannot be asked to be shorter: what is in a bundle, a thing's tours.
ASSUMED_ROWS = 10
# So many of them in each other are a part of their thing, as its price categories with their tickets; more are a way to
# other things, and count.
OWN_LISTS = 2
MAX_ERRORS = 5
KEPT_DOCUMENTS = 256


class DocumentRefused(ShopError):
    """The document is invalid or too large."""

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
    """The documents of one schema. Caches a limited number of visitors' documents, so that nobody can fill the
    memory.
    """

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
        visit(node, StorableTexts())
        operations = checked_operations(node, self.schema)
        # Suggestions would tell names of the schema that introspection hides.
        errors = validate(self.schema, node, rules, MAX_ERRORS, hide_suggestions=not settings.DEBUG)
        if errors:
            raise DocumentRefused(errors[0].message)
        return Document(node, operations)


class StorableTexts(Visitor):
    """Refuses string literals that the database cannot store; a document may contain them as escapes."""

    def enter_string_value(self, node: StringValueNode, *_args: object) -> None:
        if not is_storable(node.value):
            raise DocumentRefused("a text holds a character that is none")


def checked_operations(node: DocumentNode, schema: GraphQLSchema) -> dict[str, Operation]:
    """Return the document's operations. Raises DocumentRefused if a limit is exceeded. Counts fragments expanded."""
    fragments = [one for one in node.definitions if isinstance(one, FragmentDefinitionNode)]
    walk = Walk(schema, {one.name.value: one for one in fragments})
    if len(walk.fragments) < len(fragments):
        raise DocumentRefused("two fragments have the same name")
    operations, tally = {}, Tally()
    for one in node.definitions:
        if isinstance(one, OperationDefinitionNode):
            operations[one.name.value if one.name else ""] = _operation(one, walk, tally)
    if not operations:
        raise DocumentRefused("the document has no operation")
    if walk.fragments.keys() - walk.met:
        # Nothing of it was counted, and all of it would be validated.
        raise DocumentRefused("a fragment is never used")
    return operations


@dataclass(slots=True)
class Tally:
    """Counts over all operations of a document, because all are validated, whichever runs."""

    fields: int = 0
    fragments: int = 0
    pairs: int = 0

    def add(self, step: "Step", same: int) -> None:
        """`same`: how many fields of this name stand in this place already."""
        self.fields += 1
        self.fragments += step.field is None
        self.pairs += same
        if self.fields > MAX_FIELDS:
            raise DocumentRefused(f"more than {MAX_FIELDS} fields")
        if self.fragments > MAX_FRAGMENTS:
            raise DocumentRefused(f"more than {MAX_FRAGMENTS} fragments")
        if self.pairs > MAX_PAIRS:
            raise DocumentRefused("the same field is asked for too often")


class FieldPlaces:
    """Where the fields of an operation stand in its answer, and how often."""

    def __init__(self) -> None:
        self.path = [0]
        self.known: dict[tuple[int, str], int] = {}
        self.numbers: Counter[int] = Counter()

    def before(self, field: FieldNode, depth: int) -> int:
        """How many fields stand in the place of this one already."""
        place = (self.path[depth - 1], (field.alias or field.name).value)
        key = self.known.setdefault(place, len(self.known) + 1)
        self.path[depth:] = [key]
        self.numbers[key] += 1
        return self.numbers[key] - 1


def _operation(node: OperationDefinitionNode, walk: "Walk", tally: Tally) -> Operation:
    aliases = asked = 0
    places = FieldPlaces()
    # how many rows there may be at each depth of the path that the walk is on
    rows = [1]
    roots: list[str] = []
    for step in walk.steps(node.selection_set, walk.schema.get_root_type(node.operation), 1, frozenset()):
        tally.add(step, places.before(step.field, step.depth) if step.field else 0)
        if step.field is None:
            continue
        if step.depth > MAX_DEPTH and not (settings.DEBUG and "__schema" in roots):
            raise DocumentRefused(f"nested deeper than {MAX_DEPTH} levels")
        aliases += step.field.alias is not None
        del rows[step.depth :]
        rows.append(rows[-1] * (step.length or 1))
        asked += rows[-1] if step.length and step.counts else 0
        if step.depth == 1:
            roots.append(step.field.name.value)
    if asked > MAX_ROWS:
        raise DocumentRefused(f"more than {MAX_ROWS} rows")
    if aliases > MAX_ALIASES:
        raise DocumentRefused(f"more than {MAX_ALIASES} aliases")
    if len(roots) > MAX_ROOT_FIELDS:
        raise DocumentRefused(f"more than {MAX_ROOT_FIELDS} fields at the top")
    if node.operation is OperationType.MUTATION and len(roots) > 1:
        raise DocumentRefused("a document carries one mutation")
    declared = frozenset(one.variable.name.value for one in node.variable_definitions or ())
    return Operation(node.operation, frozenset(roots), declared)


@dataclass(frozen=True, slots=True)
class Step:
    """A field that a document asks for; none for a fragment, which counts as well. `length`: rows of a list, which
    `counts` unless it is a part of its thing.
    """

    field: FieldNode | None
    depth: int
    length: int = 0
    counts: bool = True


@dataclass(frozen=True, slots=True)
class Walk:
    """Walks through a document that has not been validated yet."""

    schema: GraphQLSchema
    fragments: dict[str, FragmentDefinitionNode]
    # Names of those that were gone through.
    met: set[str] = field(default_factory=set)

    def steps(
        self,
        selection_set: SelectionSetNode | None,
        kind: GraphQLNamedType | None,
        depth: int,
        inside: frozenset[str],
        *,
        paged: bool = False,
        unpaged: int = 0,
    ) -> Iterator[Step]:
        """`paged`: the lists in it are those of a page, whose length is known. `unpaged`: in so many without pages."""
        for node in selection_set.selections if selection_set else ():
            if isinstance(node, FieldNode):
                fields = kind.fields if isinstance(kind, GraphQLObjectType | GraphQLInterfaceType) else {}
                found = fields.get(node.name.value)
                is_page = found is not None and "first" in found.args
                assumed = found is not None and not is_page and not paged and _is_list_of_things(found.type)
                lists = unpaged + assumed
                counts = not assumed or lists > OWN_LISTS
                yield Step(node, depth, ASSUMED_ROWS if assumed else _length(node, found), counts)
                below = get_named_type(found.type) if found else None
                yield from self.steps(node.selection_set, below, depth + 1, inside, paged=is_page, unpaged=lists)
                continue
            yield Step(None, depth)
            if isinstance(node, FragmentSpreadNode):
                name = node.name.value
                if name in inside:
                    raise DocumentRefused("a fragment contains itself")
                self.met.add(name)
                if fragment := self.fragments.get(name):
                    narrowed = self.schema.get_type(fragment.type_condition.name.value)
                    yield from self.steps(
                        fragment.selection_set, narrowed, depth, inside | {name}, paged=paged, unpaged=unpaged
                    )
            elif isinstance(node, InlineFragmentNode):
                condition = node.type_condition
                narrowed = self.schema.get_type(condition.name.value) if condition else kind
                yield from self.steps(node.selection_set, narrowed, depth, inside, paged=paged, unpaged=unpaged)


def _length(field: FieldNode, definition: GraphQLField | None) -> int:
    """Return the most rows of a paged list. A variable counts as the largest allowed value."""
    first = definition.args.get("first") if definition else None
    if first is None:
        return 0
    given = next((one.value for one in field.arguments or () if one.name.value == "first"), None)
    if given is None:
        return int(first.default_value) if isinstance(first.default_value, int) else MAX_FIRST
    number = whole_number(given.value) if isinstance(given, IntValueNode) else None
    return MAX_FIRST if number is None else max(1, number)


def _is_list_of_things(kind: GraphQLOutputType) -> bool:
    return is_list_type(get_nullable_type(kind)) and is_composite_type(get_named_type(kind))
