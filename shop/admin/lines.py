"""A form's lines ask for what they show once.

Unfold makes the fields of a line anew each time somebody goes through it, and reads a read-only field's value for each
of them and wherever its template names it: five times, each with all statements that the value takes.
"""

from collections.abc import Iterator
from typing import Any

from django.utils.functional import cached_property
from django.utils.safestring import SafeString
from unfold import forms
from unfold.fields import UnfoldAdminField, UnfoldAdminReadonlyField


class ShownField(UnfoldAdminReadonlyField):
    def _resolve_field(self) -> Any:
        """Says what kind of column this is. Whatever else is shown is none, and its value can wait."""
        columns = {column.name for column in self.form._meta.model._meta.fields}
        return self.field["field"] in columns and super()._resolve_field()

    @cached_property
    def contents(self) -> SafeString:
        return super().contents()


class Line(forms.Fieldline):
    def __iter__(self) -> Iterator[UnfoldAdminReadonlyField | UnfoldAdminField]:
        return iter(self.made)

    @cached_property
    def made(self) -> list[UnfoldAdminReadonlyField | UnfoldAdminField]:
        return [self.field_of(name, is_first=number == 0) for number, name in enumerate(self.fields)]

    def field_of(self, name: Any, *, is_first: bool) -> UnfoldAdminReadonlyField | UnfoldAdminField:
        if name in self.readonly_fields:
            return ShownField(self.form, name, is_first=is_first, model_admin=self.model_admin)
        return UnfoldAdminField(self.form, name, is_first=is_first)


# Unfold's forms look it up there.
forms.Fieldline = Line
