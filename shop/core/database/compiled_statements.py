"""SQL statements that are compiled once: to compile an ORM query takes several times as long as to run it
(design §5).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, Self, TypeVar

from django.contrib.postgres.fields import ArrayField
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import BooleanField, F, Func, Model, QuerySet, Value, prefetch_related_objects
from django.db.models.expressions import DatabaseDefault
from django.db.models.query import get_related_populators
from django.db.models.sql.compiler import SQLCompiler

# For functions that return a statement for their arguments: a language, the selected fields, a page.
cached_statement = lru_cache(maxsize=256)
Row = TypeVar("Row", bound=Model)


class Parameter(Value):
    """A placeholder for a value that `run` gets."""

    def as_sql(self, compiler: SQLCompiler, connection: Any) -> tuple[str, list[Any]]:  # type: ignore[override]
        return "%s", [self]


# The id of the current shop. All shops share one statement.
SHOP = Parameter("shop")


class InParameter(Func):
    """True if the row's id, or the value of `field`, is in the list that `run` gets."""

    template = "%(expressions)s)"
    arg_joiner = " = ANY("
    output_field = BooleanField()

    def __init__(self, name: str, field: str = "pk") -> None:
        super().__init__(F(field), Parameter(name))


@dataclass(frozen=True, slots=True)
class SqlStatement:
    sql: str
    parameters: tuple[Any, ...]

    @classmethod
    def of(cls, rows: QuerySet) -> Self:
        return cls(*rows.query.sql_with_params())

    def run(self, **given: Any) -> list[tuple[Any, ...]]:
        """Return the rows as tuples, in the order of the columns of `of`'s query."""
        with connection.cursor() as cursor:
            cursor.execute(self.sql, self.filled(given))
            return list(cursor.fetchall())

    def filled(self, given: Mapping[str, Any]) -> list[Any]:
        return [given[one.value] if isinstance(one, Parameter) else one for one in self.parameters]


def insert_if_absent(row: Model) -> bool:
    """Insert the row, which must have a key, unless a unique constraint forbids it. Returns whether it did."""
    return _insert([row], " ON CONFLICT DO NOTHING")


def insert_row(row: Model) -> None:
    _insert([row])


def insert_rows(rows: Sequence[Model]) -> None:
    """Insert new rows of one model in one statement, as `bulk_create` does. All of them leave the same columns to the
    database's defaults. Calls no `save`, sends no signals.
    """
    if rows:
        _insert(rows)


def store_rows(rows: Sequence[Model], *names: str) -> None:
    """Insert rows of one model, and write these fields of those that are stored already."""
    model = type(rows[0])
    changes = ", ".join(f"{_column(model, name)} = EXCLUDED.{_column(model, name)}" for name in names)
    _insert(rows, f" ON CONFLICT ({_column(model, 'pk')}) DO UPDATE SET {changes}")


def update_row(row: Model, *names: str) -> None:
    """Write these fields of a stored row, as `save(update_fields=names)` does. Calls no `save`, sends no signals."""
    with connection.cursor() as cursor:
        cursor.execute(_update(type(row), names), [*_values(row, names, add=False), row.pk])


def _insert(rows: Sequence[Model], on_conflict: str = "") -> bool:
    for row in rows:
        # As `save` does: without it a related row that got its key after it was assigned is not linked.
        row._prepare_related_fields_for_save("insert")  # type: ignore[attr-defined]
    given, left = _columns_of(rows[0])
    statement = _insert_statement(type(rows[0]), given, left, len(rows), on_conflict)
    with connection.cursor() as cursor:
        cursor.execute(statement, [value for row in rows for value in _values(row, given, add=True)])
        found = cursor.fetchall() if left else [()] * cursor.rowcount
    for row, defaults in zip(rows, found, strict=not on_conflict):
        for name, value in zip(left, defaults, strict=True):
            setattr(row, name, value)
        row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS
    return bool(found)


def _columns_of(row: Model) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the fields that the row has values for, and those that the database makes: keys and defaults."""
    names = [field.attname for field in row._meta.concrete_fields if not field.generated]
    left = {name for name in names if isinstance(getattr(row, name), DatabaseDefault)}
    if row.pk is None:
        left.add(row._meta.pk.attname)
    return tuple(name for name in names if name not in left), tuple(name for name in names if name in left)


def _values(row: Model, names: Iterable[str], *, add: bool) -> list[Any]:
    database = connections[DEFAULT_DB_ALIAS]  # `connection` looks for it at each use
    fields = map(row._meta.get_field, names)
    return [field.get_db_prep_save(field.pre_save(row, add), database) for field in fields]  # type: ignore[union-attr]


@cached_statement
def _insert_statement(
    model: type[Model], given: tuple[str, ...], left: tuple[str, ...], number: int, on_conflict: str
) -> str:
    values = ", ".join([f"({', '.join(_placeholder(model, name) for name in given)})"] * number)
    columns, returned = (", ".join(_column(model, name) for name in names) for names in (given, left))
    returning = f" RETURNING {returned}" if left else ""
    return f'INSERT INTO "{model._meta.db_table}" ({columns}) VALUES {values}{on_conflict}{returning}'  # noqa: S608


@cached_statement
def _update(model: type[Model], names: tuple[str, ...]) -> str:
    changes = ", ".join(f"{_column(model, name)} = {_placeholder(model, name)}" for name in names)
    return f'UPDATE "{model._meta.db_table}" SET {changes} WHERE {_column(model, "pk")} = %s'  # noqa: S608


def _field(model: type[Model], name: str) -> Any:
    return model._meta.pk if name == "pk" else model._meta.get_field(name)


def _column(model: type[Model], name: str) -> str:
    return f'"{_field(model, name).column}"'


def _placeholder(model: type[Model], name: str) -> str:
    """Return the placeholder of a value. Arrays are cast: an empty list has no type."""
    field = _field(model, name)
    return f"%s::{field.db_type(connection)}" if isinstance(field, ArrayField) else "%s"


class ModelStatement(Generic[Row]):
    """Like `SqlStatement`, for model instances with their `select_related`, `prefetch_related` and annotations.

    Makes the instances as Django's `ModelIterable` does, but looks up fields and converters once: to do so for each run
    took more time than to run the statement.
    """

    def __init__(self, rows: QuerySet[Row]) -> None:
        compiler: Any = rows.query.get_compiler(rows.db)
        self.statement = SqlStatement(*compiler.as_sql())
        compiler.connection = connection  # of the thread that runs it
        self.compiler, self.model, self.database = compiler, rows.model, rows.db
        self.converters = compiler.get_converters([one[0] for one in compiler.select])
        selected = compiler.klass_info["select_fields"]
        self.columns = slice(selected[0], selected[-1] + 1)
        self.names = [one[0].target.attname for one in compiler.select[self.columns]]
        # Django 6.1 wants a fetch mode, too, which its types already name.
        self.related = get_related_populators(compiler.klass_info, compiler.select, rows.db)  # type: ignore[call-arg]
        self.prefetched = rows._prefetch_related_lookups  # type: ignore[attr-defined]

    def run(self, **given: Any) -> list[Row]:
        rows = self.compiler.apply_converters(self.statement.run(**given), self.converters)
        found = [self.instance_of(row) for row in rows]
        prefetch_related_objects(found, *self.prefetched)
        return found

    def instance_of(self, row: list[Any]) -> Row:
        instance = self.model.from_db(self.database, self.names, row[self.columns])
        for one in self.related:
            one.populate(row, instance)
        for name, column in self.compiler.annotation_col_map.items():
            setattr(instance, name, row[column])
        return instance

    def first(self, **given: Any) -> Row | None:
        return next(iter(self.run(**given)), None)
