"""Addresses of pages that nothing else of their kind has."""

from itertools import chain, count

from django.db.models import Q, QuerySet

# A number behind the slug, with its sign.
ROOM = 8


def slug_of_its_own(plain: str, others: QuerySet) -> str:
    """`plain`, cut to its column; with a number where one of the others has it."""
    longest = others.model._meta.get_field("slug").max_length
    whole = plain[:longest].strip("-")
    begin = whole[: longest - ROOM].strip("-")
    like_it = others.filter(Q(slug=whole) | Q(slug__startswith=f"{begin}-"))
    taken = set(like_it.values_list("slug", flat=True))
    return next(one for one in chain([whole], (f"{begin}-{number}" for number in count(2))) if one not in taken)
