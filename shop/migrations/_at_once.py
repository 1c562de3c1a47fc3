"""A group of operations in a migration, none of which needs the models as another one leaves them."""

from collections.abc import Sequence
from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState


class AtOnce(Operation):
    """Run several operations with one rendering of the models.

    Django renders the models anew after each operation, and nearly all of them, because nearly all refer to a shop. A fresh
    database takes 3 s of CPU with grouped operations and 23 s without (docs/decisions/0083-one-first-migration-per-app.md).
    Within a group a foreign key may name a model that comes later, so tables keep the order of their columns.
    """

    def __init__(self, operations: Sequence[Operation]) -> None:
        self.operations = operations

    def deconstruct(self) -> tuple[str, Sequence[Any], dict[str, Any]]:
        return type(self).__name__, [self.operations], {}

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        vars(state).pop("apps", None)
        for operation in self.operations:
            operation.state_forwards(app_label, state)

    def database_forwards(
        self, app_label: str, editor: BaseDatabaseSchemaEditor, before: ProjectState, after: ProjectState
    ) -> None:
        for operation in self.operations:
            operation.database_forwards(app_label, editor, before, after)

    def database_backwards(
        self, app_label: str, editor: BaseDatabaseSchemaEditor, before: ProjectState, after: ProjectState
    ) -> None:
        for operation in reversed(self.operations):
            operation.database_backwards(app_label, editor, before, after)

    def describe(self) -> str:
        return f"{len(self.operations)} operations at once"
