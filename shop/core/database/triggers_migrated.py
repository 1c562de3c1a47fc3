"""Migrations that add triggers, without what takes half of a fresh database's migrations."""

from django.db.migrations.state import ProjectState
from pgtrigger.migrations import AddTrigger


def note_trigger(operation: AddTrigger, app_label: str, state: ProjectState) -> None:
    """As pgtrigger notes it, but the classes of the model and of all beside it are not made anew for each trigger:
    nothing asks them for their triggers.
    """
    options = state.models[app_label, operation.model_name].options
    options["triggers"] = [*options.get("triggers", []), operation.trigger]
