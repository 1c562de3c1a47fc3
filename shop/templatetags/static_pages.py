"""Tags of the static pages' texts."""

from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from shop.core.values.languages import active_language
from shop.texts import lang_text

register = template.Library()


@register.simple_block_tag(takes_context=True)
def question(context: Any, content: str, key: str, text: str, *, own: bool = False) -> SafeString:
    """A question that opens; the one that the address names stands open. The shop's `own` stands for the software's."""
    if not own and key in context.get("own_keys", ()):
        return SafeString()
    asked = context.get("asked") == key
    return format_html(
        '<details id="{}"{}><summary>{}</summary><div>{}</div></details>',
        key, mark_safe(" open data-asked") if asked else "", text, mark_safe(content),  # noqa: S308
    )  # fmt: skip


@register.simple_block_tag(takes_context=True)
def tracker(context: Any, content: str, key: str, name: str) -> SafeString:
    """A service that measures, with its state. Only one that the shop uses can be switched: by the page's script."""
    return format_html(
        '<section data-tracker="{}"><h3>{}</h3>{}<p class="tracker-state">{}</p></section>',
        key, name, mark_safe(content), _switch() if key in context["shop"].trackers_in_use else _not_connected(),  # noqa: S308
    )  # fmt: skip


def _switch() -> SafeString:
    language = active_language()
    return format_html(
        '<span data-tracker-state>{}</span> <button type="button" data-tracker-switch disabled>{}</button>',
        lang_text("LANG_TRACKER_OFF", language), lang_text("LANG_TRACKER_TURN_ON", language),
    )  # fmt: skip


def _not_connected() -> str:
    return gettext("Status: not connected. The shop does not load this service, so there is nothing to switch.")
