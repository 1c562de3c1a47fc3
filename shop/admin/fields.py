"""Form fields and widgets of the staff's forms: lists of words, colours, pictures with a preview."""

import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

from django import forms
from django.contrib.postgres.fields import ArrayField
from django.core.files.base import File
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _
from unfold.widgets import (
    UnfoldAdminCheckboxSelectMultipleWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
)

from shop.core.pictures.uploads import CheckedPicture
from shop.core.values.numbers import plain_number

PLAIN = re.compile(r"-?\d{1,20}(\.\d{1,20})?", re.ASCII)


class LinesField(forms.CharField):
    """A list of texts, one a line."""

    widget = UnfoldAdminTextareaWidget

    def __init__(self, *, longest: int, **kwargs: Any) -> None:
        kwargs.setdefault("widget", UnfoldAdminTextareaWidget({"rows": 3}))
        super().__init__(**kwargs)
        self.longest = longest

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(value) if isinstance(value, list) else value

    def to_python(self, value: Any) -> list[str]:  # type: ignore[override]
        lines = value if isinstance(value, list) else str(value or "").splitlines()
        return [line.strip() for line in lines if line.strip()]

    def validate(self, value: Any) -> None:
        super().validate(value)
        for line in value:
            if len(line) > self.longest:
                raise forms.ValidationError(
                    _("“%(line)s” is longer than %(longest)s characters."),
                    params={"line": line, "longest": self.longest},
                )

    def run_validators(self, value: Any) -> None:
        pass  # those are CharField's, for one text

    def has_changed(self, initial: Any, data: Any) -> bool:
        return self.to_python(initial) != self.to_python(data)


def list_field(column: ArrayField) -> forms.Field:
    """Boxes to tick where the values are fixed, else lines to write."""
    options: dict[str, Any] = {
        "label": column.verbose_name,
        "help_text": column.help_text,
        "required": not column.blank,
        "initial": list,
    }
    choices = column.base_field.choices
    if choices:
        return forms.MultipleChoiceField(choices=choices, widget=UnfoldAdminCheckboxSelectMultipleWidget, **options)
    options["help_text"] = options["help_text"] or _("One a line.")
    return LinesField(longest=column.base_field.max_length or 200, **options)


SELECTED = mark_safe(" selected")


class Options:
    """What a select's template includes in place of the one of an option."""

    def __init__(self, written: SafeString) -> None:
        self.written = written

    def render(self, context: Any) -> SafeString:
        return self.written


class DecimalInput(UnfoldAdminTextInputWidget):
    """A number as the reader's language writes it, entered with a decimal comma or point. Browsers would show a number
    input in their own language.
    """

    is_localized = True

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        super().__init__({"inputmode": "decimal", **(attrs or {})})

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        value = super().value_from_datadict(data, files, name)
        return plain_number(value) if isinstance(value, str) else value

    def format_value(self, value: Any) -> str | None:
        """Format an entered number, too: it is a text, as `value_from_datadict` returns it."""
        entered = isinstance(value, str) and PLAIN.fullmatch(value)
        shown: str | None = super().format_value(Decimal(value) if entered else value)
        return shown


class LongSelect(UnfoldAdminSelectWidget):
    """Of hundreds of choices, in each row of a table: two templates for every one of them were a large part of the time
    that a product's page took.
    """

    def optgroups(self, name: str, value: Sequence[str], attrs: Any = None) -> Any:
        chosen = next((str(key) for key, _label in self.choices if str(key) in value), None)
        options = format_html_join(
            "", '<option value="{}"{}>{}</option>',
            ((key, SELECTED if str(key) == chosen else "", label) for key, label in self.choices),
        )  # fmt: skip
        return [(None, [{"template_name": Options(options)}], 0)]


class PictureField(forms.FileField):
    """A picture, which `take` reads before anything else looks at it."""

    def __init__(self, *, take: Callable[[File], CheckedPicture], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.take = take

    def to_python(self, data: Any) -> CheckedPicture | None:
        file = super().to_python(data)
        return None if file is None else self.take(file)


def watch_picture(widget: forms.Widget) -> None:
    """Let staff.js show the chosen picture beside the select, and pictures in its list."""
    # Django's reverse needs a number; the script puts the chosen one in its place.
    widget.attrs["data-picture"] = reverse("admin:shop_image_preview", args=[0])
