"""Another valid value for a field of any kind."""

import re
from collections.abc import Callable, Iterable
from datetime import timedelta
from decimal import Decimal
from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.core.validators import MaxValueValidator
from django.db import models
from django.utils import timezone

from shop.models.design import ColourField
from shop.models.entered import ZoneField
from tests.fields.example import Example, png

# Where only certain values make a difference, or the database allows no others.
SPECIAL: dict[tuple[str, str], Callable[[Any], Any]] = {
    ("Product", "weight_grams"): lambda _thing: 40_000,  # too heavy for every carrier
    ("Product", "parcel_kind"): lambda _thing: "disc",
    ("Shop", "payment_blacklist"): lambda _thing: ["bank_transfer"],
    ("Shop", "transfer_share"): lambda _thing: 0,
    ("Shop", "ticket_transfer_days"): lambda _thing: 28,  # the example's concert is in a month
    ("Shop", "oss_from"): lambda _thing: timezone.localdate(),
    ("Shop", "domain"): lambda _thing: "shop.nachtfalter.example",
    ("DiscountCode", "valid_from"): lambda _thing: timezone.now() + timedelta(days=1),
    ("DiscountCode", "valid_until"): lambda _thing: timezone.now() - timedelta(days=1),
    ("DiscountCode", "usage_limit"): lambda code: code.used,
    ("PaymentCode", "value"): lambda _code: Decimal("9.99"),
    ("PaymentCode", "expires_at"): lambda _code: timezone.now() - timedelta(days=1),
    ("Shop", "kulturpass_link"): lambda _thing: "/changed",
    ("PathRedirect", "source"): lambda _thing: "/changed-source",
    ("PathRedirect", "target"): lambda _thing: "/changed-target",
    ("Event", "presale_at"): lambda _thing: timezone.now() + timedelta(days=1),
    ("Venue", "time_zone"): lambda _venue: "Europe/London",
    ("PricingCategory", "map_color"): lambda _thing: "#123456",
}


def change(example: Example, thing: models.Model, column: str) -> str:
    """Store another value in the column; the words to look for afterwards, if it is a text."""
    field = thing._meta.get_field(column)
    assert isinstance(field, models.Field)
    if isinstance(field, models.ManyToManyField):
        members = getattr(thing, column)
        members.set([] if members.exists() else [example.others[field.related_model]])
        return ""
    if isinstance(field, models.ImageField):
        getattr(thing, column).save("another.png", png("#993366"), save=False)
        thing.save()
        return ""
    special = SPECIAL.get((type(thing).__name__, column))
    value = special(thing) if special else another(example, field, getattr(thing, column))
    assert value != getattr(thing, column)
    setattr(thing, column, value)
    thing.save()
    return value if is_text(type(thing), column) else ""


def change_texts(thing: models.Model, columns: Iterable[str]) -> dict[str, str]:
    """Store other words in all of them; the words by the column, no one's within another's."""
    words = {}
    for column in columns:
        words[column] = another_text(thing._meta.get_field(column), getattr(thing, column))
        setattr(thing, column, words[column])
    thing.save()
    assert not [one for one in words.values() if sum(stand_in(one, other) for other in words.values()) > 1]
    return words


def stand_in(words: str, text: str) -> bool:
    """Whether they are there, and not as a part of longer ones."""
    return re.search(rf"(?<![\w-]){re.escape(words)}(?![\w-])", text) is not None


def is_text(kind: type[models.Model], column: str) -> bool:
    """Whether staff enter whatever words they like."""
    field = kind._meta.get_field(column)
    return (kind.__name__, column) not in SPECIAL and is_free_text(field)


def is_free_text(field: Any) -> bool:
    return isinstance(field, models.CharField | models.TextField) and not (
        field.choices or isinstance(field, ColourField | ZoneField) or (field.max_length or 80) < 8
    )


def another(example: Example, field: models.Field, current: Any) -> Any:
    match field:
        case models.ForeignKey():
            return example.others[field.related_model]
        case models.BooleanField():
            return not current
        case ArrayField():
            return [*current, another(example, field.base_field, None)]
        case models.CharField() | models.TextField():
            return another_text(field, current)
        case models.DateTimeField():
            return (current or timezone.now()) + timedelta(minutes=1)
        case models.DateField():
            return (current or timezone.localdate()) + timedelta(days=1)
        case models.DecimalField() | models.IntegerField():
            return another_number(field, current)
    raise AssertionError(f"no other value is known for {field}")


def another_text(field: Any, current: Any) -> str:
    if field.choices:
        return next(str(value) for value, _label in field.flatchoices if value != current)
    if isinstance(field, ColourField):
        return "#123456"
    if field.max_length == 2:
        return "at"
    name = field.name.replace("_", "-")
    if isinstance(field, models.URLField):
        return f"https://changed.example/{name}"
    if isinstance(field, models.EmailField):
        return f"changed-{name}@example.org"
    if isinstance(field, models.SlugField):
        return f"changed-{name}"
    return f"Changed {field.name}"[: field.max_length or 80]


def another_number(field: models.Field, current: Any) -> Any:
    if field.choices:
        return next(value for value, _label in field.flatchoices if value != current)
    step = Decimal("0.1") if isinstance(field, models.DecimalField) and field.decimal_places else 1
    if field.name == "order":
        step = 10  # behind its neighbour
    value = (current or 0) + step
    highest = [one.limit_value for one in field.validators if isinstance(one, MaxValueValidator)]
    return value if all(value <= Decimal(str(limit)) for limit in highest) else current - step
