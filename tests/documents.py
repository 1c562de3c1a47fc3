"""GraphQL documents that ask for everything the schema has, so that a test misses no field."""

from graphql import (
    GraphQLEnumType,
    GraphQLInterfaceType,
    GraphQLNamedType,
    GraphQLObjectType,
    GraphQLScalarType,
    GraphQLUnionType,
    get_named_type,
)

from config.graphql.schema import documents

SCHEMA = documents.schema
# Things with pages of their own; below another one, they are asked for their plain fields only.
ENTITIES = frozenset({"Artist", "Category", "MerchProduct", "Event", "Tour", "CombinedProduct"})
# Of the same variants, whose list is not asked for below them again.
TWINS = {"BundleOption": "ProductVariant"}


def everything(name: str) -> str:
    """`{ … }` with all fields of the type, as deep as it owns them."""
    kind = SCHEMA.type_map[name]
    assert isinstance(kind, GraphQLObjectType | GraphQLInterfaceType)
    return _selection(kind, inside=(name,))


def _selection(kind: GraphQLNamedType, inside: tuple[str, ...]) -> str:
    if isinstance(kind, GraphQLUnionType):
        parts = " ".join(f"... on {one.name} {{ id slug name }}" for one in kind.types)
        return f"{{ __typename {parts} }}"
    assert isinstance(kind, GraphQLObjectType | GraphQLInterfaceType)
    if "nodes" in kind.fields:
        nodes = get_named_type(kind.fields["nodes"].type)
        return f"{{ nodes {_selection(nodes, (*inside, nodes.name))} pageInfo {{ hasNextPage endCursor }} }}"
    plain_only = len(inside) > 1 and kind.name in ENTITIES
    fields = []
    for name, field in kind.fields.items():
        below = get_named_type(field.type)
        if isinstance(below, GraphQLScalarType | GraphQLEnumType):
            fields.append(name)
        elif not plain_only and below.name not in inside and not _leads_back(below, inside):
            fields.append(f"{name} {_selection(below, (*inside, below.name))}")
    return f"{{ {' '.join(fields)} }}"


def _leads_back(kind: GraphQLNamedType, inside: tuple[str, ...]) -> bool:
    """Whether a connection's nodes are asked for already further up."""
    if isinstance(kind, GraphQLObjectType) and "nodes" in kind.fields:
        return get_named_type(kind.fields["nodes"].type).name in {*inside, *(TWINS.get(name, "") for name in inside)}
    return False
