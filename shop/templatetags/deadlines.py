from django import template

from shop.core.values.deadlines import DEADLINES

register = template.Library()


@register.simple_tag
def deadline(name: str) -> int:
    """By its name in `shop.core.values.deadlines`."""
    return DEADLINES[name]
