"""Moments of events at which kept pages change by themselves (`shop.answer_cache.expiry`)."""

from collections.abc import Mapping

from shop.hooks import TurningPoints

TURNING_POINTS: Mapping[str, TurningPoints] = {
    "catalogue_event": (
        ("presale_at", "happening_from", "happening_until"),
        "EXISTS (SELECT 1 FROM catalogue_event_listed_in l WHERE l.event_id = x.id AND l.shop_id = %(shop)s)",
    ),
}
