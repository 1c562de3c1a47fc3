"""Tags and filters of the painted pages; each writes what the SPA writes in the same place."""

from collections import Counter
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


register.filter("video_address", formats.video_address)

# A shop's profiles elsewhere, in the order in which the footer names them.
NETWORKS = {
    "website": "Website", "instagram": "Instagram", "tiktok": "TikTok", "youtube": "YouTube", "spotify": "Spotify",
    "apple": "Apple Music", "music": "Music", "telegram": "Telegram", "twitter": "X", "facebook": "Facebook",
    "link": "Link",
}  # fmt: skip
# Networks that say less than the entry's title.
UNTOLD = ("website", "link")


@register.filter
def profiles(shop: dict[str, Any]) -> list[dict[str, str]]:
    """The footer's links; where several would have the same name, their titles tell them apart."""
    meta = shop["meta"]
    found = [
        (social[network], social["title"], name, social["title"] if network in UNTOLD and social["title"] else name)
        for social in meta["socials"]
        for network, name in NETWORKS.items()
        if social[network]
    ]
    home = meta["homeLink"]
    if home and all(href != home for href, *_names in found):
        found.insert(0, (home, shop["name"], NETWORKS["website"], NETWORKS["website"]))
    count = Counter(label for *_link, label in found)
    return [
        {"href": href, "label": f"{title} · {name}" if title and count[label] > 1 else label}
        for href, title, name, label in found
    ]


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
