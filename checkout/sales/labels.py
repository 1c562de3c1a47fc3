"""Names for the keys of sales figures, in the reader's language."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date

from dateutil.relativedelta import relativedelta
from django.utils.formats import date_format
from django.utils.translation import gettext

from catalogue.models import Event, Product, ProductVariant
from checkout.orders.texts import method_name
from shop.core.values.countries import country_name
from shop.models import Shop

from .figures import Grouping
from .periods import DAY, SalesPeriod


def labels_of(keys: Iterable[str], by: Grouping) -> dict[str, str]:
    """Return each key's name. As many statements for many keys as for one."""
    return LABELS[by](list(keys))


def keys_of_time(period: SalesPeriod, by: Grouping) -> Iterator[str]:
    """Yield all days or months of the period, also those without a sale."""
    step, day = (DAY, period.first) if by == Grouping.DAY else (relativedelta(months=1), period.first.replace(day=1))
    while day <= period.last:
        yield day.isoformat() if by == Grouping.DAY else f"{day:%Y-%m}"
        day += step


def _days(keys: list[str]) -> dict[str, str]:
    return {key: date_format(date.fromisoformat(key), "SHORT_DATE_FORMAT") for key in keys}


def _months(keys: list[str]) -> dict[str, str]:
    return {key: date_format(date.fromisoformat(f"{key}-01"), "YEAR_MONTH_FORMAT") for key in keys}


def _items(keys: list[str]) -> dict[str, str]:
    kinds: dict[str, list[int]] = {"product": [], "event": []}
    for kind, _blank, pk in (key.partition(" ") for key in keys if key):
        kinds[kind].append(int(pk))
    products = Product.objects.in_bulk(kinds["product"])
    events = Event.objects.select_related("venue").in_bulk(kinds["event"])
    names = {f"product {pk}": str(one) for pk, one in products.items()}
    names |= {f"event {pk}": event_name(one) for pk, one in events.items()}
    return {"": gettext("Shipping"), **names}


def _variants(keys: list[str]) -> dict[str, str]:
    found = ProductVariant.objects.select_related("product", "event__venue", "pricing_category")
    return {"": gettext("Shipping")} | {
        str(pk): variant_name(one) for pk, one in found.in_bulk([int(key) for key in keys if key]).items()
    }


def _shops(keys: list[str]) -> dict[str, str]:
    return {str(pk): str(shop) for pk, shop in Shop.objects.in_bulk(list(map(int, keys))).items()}


def _methods(keys: list[str]) -> dict[str, str]:
    return {key: " + ".join(map(method_name, key.split())) or gettext("Nothing to pay") for key in keys}


def _countries(keys: list[str]) -> dict[str, str]:
    return {key: country_name(key) for key in keys}


def event_name(event: Event) -> str:
    """Return the name with the day, because the dates of a tour have the same name."""
    return f"{event}, {date_format(event.begins_on, 'SHORT_DATE_FORMAT')}"


def variant_name(variant: ProductVariant) -> str:
    of = event_name(variant.event) if variant.event else str(variant.product)
    category = variant.pricing_category.name if variant.pricing_category else ""
    return " · ".join(filter(None, [of, category, variant.description]))


LABELS: Mapping[Grouping, Callable[[list[str]], dict[str, str]]] = {
    Grouping.DAY: _days,
    Grouping.MONTH: _months,
    Grouping.ITEM: _items,
    Grouping.VARIANT: _variants,
    Grouping.SHOP: _shops,
    Grouping.METHOD: _methods,
    Grouping.COUNTRY: _countries,
}
