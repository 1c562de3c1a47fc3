"""The text of a row that a search looks through, and its index."""

from typing import Any

from django.contrib.postgres.indexes import GinIndex, OpClass
from django.db.models import F, TextField
from django.db.models.expressions import Func
from django.db.models.sql.compiler import SQLCompiler

from shop.core.values.languages import in_all_languages

# PostgreSQL uses an index only for its very expression: these columns in this order.
PRODUCT_TEXT = in_all_languages("name", "descriptive_name", "product_type", "color")
EVENT_TEXT = in_all_languages("name", "descriptive_name")


class FoldedText(Func):
    """The columns' texts, put together and folded (without capitals and accents)."""

    output_field = TextField()

    def __init__(self, *columns: str) -> None:
        super().__init__(*(F(name) for name in columns))

    def as_sql(self, compiler: SQLCompiler, connection: Any, **_options: Any) -> tuple[str, list[Any]]:  # type: ignore[override]
        compiled = [compiler.compile(one) for one in self.get_source_expressions()]
        text = " || ' ' || ".join(f"coalesce({sql}, '')" for sql, _params in compiled)
        return f"catalogue_fold({text})", [parameter for _sql, params in compiled for parameter in params]


def search_index(name: str, columns: list[str]) -> GinIndex:
    return GinIndex(OpClass(FoldedText(*columns), name="gin_trgm_ops"), name=name)
