"""SQL statements that are compiled once: to compile an ORM query takes several times as long as to run it
(design §5).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, Self, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import BooleanField, F, Func, Model, QuerySet, Value, prefetch_related_objects
from django.db.models.constants import OnConflict
from django.db.models.query import get_related_populators
from django.db.models.sql import InsertQuery
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
    query = InsertQuery(type(row), on_conflict=OnConflict.IGNORE)
    query.insert_values(row._meta.concrete_fields, [row])
    ((statement, parameters),) = query.get_compiler(DEFAULT_DB_ALIAS).as_sql()
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return bool(cursor.rowcount)


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
