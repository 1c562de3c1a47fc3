"""Statements that are compiled once: making one of ORM parts costs several times its running (design §5)."""

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, Self, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import BooleanField, F, Func, Model, QuerySet, Value
from django.db.models.constants import OnConflict
from django.db.models.sql import InsertQuery
from django.db.models.sql.compiler import SQLCompiler

# For functions of what a statement follows from: a language, and which fields and page are asked for.
cached_statement = lru_cache(maxsize=256)
Row = TypeVar("Row", bound=Model)


class Parameter(Value):
    """A value that is given when the statement runs."""

    def as_sql(self, compiler: SQLCompiler, connection: Any) -> tuple[str, list[Any]]:  # type: ignore[override]
        return "%s", [self]


# The shop that is looked at: its id is given when the statement runs, so that all shops share the statement.
SHOP = Parameter("shop")


class InParameter(Func):
    """Whether the row is one of those whose ids, or values of another field, are given when the statement runs."""

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
        """The rows, each as the values that `of` was given."""
        with connection.cursor() as cursor:
            cursor.execute(self.sql, self.filled(given))
            return list(cursor.fetchall())

    def filled(self, given: Mapping[str, Any]) -> list[Any]:
        return [given[one.value] if isinstance(one, Parameter) else one for one in self.parameters]


def insert_if_absent(row: Model) -> bool:
    """Insert a row with a key of its own unless the table has one that it may not stand beside; whether it was."""
    query = InsertQuery(type(row), on_conflict=OnConflict.IGNORE)
    query.insert_values(row._meta.concrete_fields, [row])
    ((statement, parameters),) = query.get_compiler(DEFAULT_DB_ALIAS).as_sql()
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return bool(cursor.rowcount)


class ModelStatement(Generic[Row]):
    """As `SqlStatement`, for whole rows with what is selected beside them."""

    def __init__(self, rows: QuerySet[Row]) -> None:
        self.rows = rows
        self.compiler: Any = rows.query.get_compiler(rows.db)
        self.statement = SqlStatement(*self.compiler.as_sql())
        # Of each column; looking for them took as long as all else for a shop's row with its pictures.
        self.converters = self.compiler.get_converters([one[0] for one in self.compiler.select])

    def run(self, **given: Any) -> list[Row]:
        compiler = copy(self.compiler)
        compiler.connection = connection
        compiler.as_sql = lambda *_limits, **_aliases: (self.statement.sql, self.statement.filled(given))
        compiler.get_converters = lambda _columns: self.converters
        rows: Any = self.rows.all()
        rows.query.get_compiler = lambda *_of, **_connection: compiler
        return list(rows)

    def first(self, **given: Any) -> Row | None:
        return next(iter(self.run(**given)), None)
