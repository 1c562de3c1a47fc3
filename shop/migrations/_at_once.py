"""Many operations, of which none builds on another."""

from collections.abc import Sequence
from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState


class AtOnce(Operation):
    """Django makes its models anew after each operation, nearly all of them, since nearly all refer to a shop: fifty
    milliseconds, eight hundred times. Here it does so once, when all operations have been noted.
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
