from django import template
from django.utils.translation import get_language

from checkout import queries, texts

register = template.Library()
register.filter("money", texts.money)
register.filter("long_date", texts.long_date)
register.filter("seat", texts.seat_text)
register.filter("artist_beside_name", texts.artist_beside_name)


@register.filter
def country(code: str) -> str:
    return queries.country_name(code, get_language() or "de")
