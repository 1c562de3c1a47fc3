"""Statements that are put together once: making one of ORM parts costs several times its running (design §5)."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Self

from django.db import connection
from django.db.models import BooleanField, F, Func, QuerySet, Value
from django.db.models.sql.compiler import SQLCompiler

# For functions of what a statement follows from; the statements of shops that are asked for most stay.
kept_statement = lru_cache(maxsize=256)


class Given(Value):
    """A value that is given when the statement runs."""

    def as_sql(self, compiler: SQLCompiler, connection: Any) -> tuple[str, list[Any]]:  # type: ignore[override]
        return "%s", [self]


class AmongGiven(Func):
    """Whether the row is one of those whose ids are given when the statement runs."""

    template = "%(expressions)s)"
    arg_joiner = " = ANY("
    output_field = BooleanField()

    def __init__(self, name: str) -> None:
        super().__init__(F("pk"), Given(name))


@dataclass(frozen=True, slots=True)
class Statement:
    sql: str
    parameters: tuple[Any, ...]

    @classmethod
    def of(cls, rows: QuerySet) -> Self:
        return cls(*rows.query.sql_with_params())

    def run(self, **given: Any) -> list[tuple[Any, ...]]:
        """The rows, each as the values that `of` was given."""
        parameters = [given[one.value] if isinstance(one, Given) else one for one in self.parameters]
        with connection.cursor() as cursor:
            cursor.execute(self.sql, parameters)
            return list(cursor.fetchall())
