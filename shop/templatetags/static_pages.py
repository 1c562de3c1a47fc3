"""Tags of the static pages' texts."""

from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.simple_block_tag(takes_context=True)
def question(context: Any, content: str, key: str, text: str) -> SafeString:
    """A question that opens; the one that the address names stands open."""
    asked = context.get("asked") == key
    return format_html(
        '<details id="{}"{}><summary>{}</summary><div>{}</div></details>',
        key, mark_safe(" open data-asked") if asked else "", text, mark_safe(content),  # noqa: S308
    )  # fmt: skip


@register.simple_block_tag
def tracker(content: str, key: str, name: str, status: str, turn_on: str) -> SafeString:
    """A service that measures, with its state and its switch; the page's script makes the switch work."""
    return format_html(
        '<section data-tracker="{}"><h3>{}</h3>{}<p class="tracker-state"><span data-tracker-state>{}</span> '
        '<button type="button" data-tracker-switch disabled>{}</button></p></section>',
        key, name, mark_safe(content), status, turn_on,  # noqa: S308
    )  # fmt: skip
