"""Tags and filters of Django's own templates: the shell, mails, the newsletter's pages, static texts."""

from typing import Any

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from shop.core.values import formats
from shop.core.values.html import json_in_html
from shop.core.values.languages import active_language
from shop.texts import lang_text
from shop.theme.assets import work_script

register = template.Library()
register.filter("money", formats.money)
register.simple_tag(work_script)  # for templates/work.html


@register.simple_tag
def lang(key: str, **values: Any) -> SafeString:
    """The SPA's text: `{% lang "LANG_KEY" name=value %}`, also `as variable`."""
    filled = {name: value if isinstance(value, int) else str(value) for name, value in values.items()}
    return conditional_escape(lang_text(key, active_language(), **filled))


@register.simple_tag
def json_block(value: Any, kind: str) -> SafeString:
    """Data in the page. Nothing in it can end the block or start markup."""
    return mark_safe(f'<script type="{kind}">{json_in_html(value)}</script>')  # noqa: S308
