"""Tags and filters of the painted pages; each writes what the SPA writes in the same place."""

from typing import Any

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from shop import formats
from shop.html import json_in_html
from shop.texts import lang_text

register = template.Library()


def language() -> str:
    return get_language() or "de"


@register.simple_tag
def lang(key: str, **values: Any) -> SafeString:
    """The SPA's text: `{% lang "LANG_KEY" name=value %}`, also `as variable`."""
    filled = {name: value if isinstance(value, int) else str(value) for name, value in values.items()}
    return conditional_escape(lang_text(key, language(), **filled))


@register.filter
def money(amount: Any, trim_zero_decimals: bool = False) -> str:
    return formats.money(amount, bool(trim_zero_decimals))


def _date_filter(part: str) -> None:
    def write(value: Any) -> str:
        return formats.date_parts(value, language())[part] if value else ""

    register.filter(f"date_{part}", write)


for _part in ("day", "month", "month_short", "year", "weekday", "weekday_short", "time", "medium", "long", "day_month"):
    _date_filter(_part)


@register.filter
def home_link(meta: dict[str, Any]) -> str:
    """The band's own site, unless it is among the profiles already."""
    link: str = meta["homeLink"]
    return "" if any(link in profile.values() for profile in meta["socials"]) else link


@register.filter
def days_until(value: Any) -> int:
    return formats.days_until(value) if value else 0


@register.filter
def in_future(value: Any) -> bool:
    """A date ahead. Imported tours write 0000-00-00 for none."""
    return bool(value) and not str(value).startswith("0000") and formats.days_until(value) > 0


@register.simple_tag
def json_block(value: Any, element_id: str = "", kind: str = "application/json") -> SafeString:
    """Data that a script reads. Nothing in it can end the block or start markup."""
    name = f' id="{element_id}"' if element_id else ""
    return mark_safe(f'<script type="{kind}"{name}>{json_in_html(value)}</script>')  # noqa: S308
