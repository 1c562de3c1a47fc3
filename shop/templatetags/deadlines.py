from django import template

from shop.deadlines import DEADLINES

register = template.Library()


@register.simple_tag
def deadline(name: str) -> int:
    """By its name in `shop.deadlines`."""
    return DEADLINES[name]
