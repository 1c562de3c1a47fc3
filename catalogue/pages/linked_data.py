"""Schema.org descriptions of what a page shows, from the answer of the page's own query."""

from datetime import datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from shop.core.values.html import plain_text

Data = dict[str, Any]
SCHEMA = "https://schema.org"
AVAILABILITY = {True: f"{SCHEMA}/InStock", False: f"{SCHEMA}/OutOfStock"}
TICKETS = {"ON_SALE": f"{SCHEMA}/InStock", "EXTERNAL": f"{SCHEMA}/InStock", "BEFORE_PRESALE": f"{SCHEMA}/PreOrder"}

STATUS = {
    "SCHEDULED": f"{SCHEMA}/EventScheduled", "MOVED": f"{SCHEMA}/EventRescheduled",
    "POSTPONED": f"{SCHEMA}/EventPostponed", "CANCELLED": f"{SCHEMA}/EventCancelled",
}  # fmt: skip

MOMENTS = (("startDate", "happeningFrom"), ("endDate", "happeningUntil"), ("doorTime", "doorTime"))


def breadcrumbs(steps: list[tuple[str, str]]) -> Data:
    """`steps`: (name, absolute address), from the home page on."""
    items = [
        {"@type": "ListItem", "position": place, "name": name, "item": address}
        for place, (name, address) in enumerate(steps, start=1)
    ]
    return {"@context": SCHEMA, "@type": "BreadcrumbList", "itemListElement": items}


def organization(name: str, address: str, picture: str, profiles: list[str]) -> Data:
    """Who runs the shop, and where else they are found."""
    described: Data = {"@context": SCHEMA, "@type": "Organization", "name": name, "url": address}
    return described | ({"logo": picture} if picture else {}) | ({"sameAs": profiles} if profiles else {})


def product(data: Data, address: str, images: list[str], seller: str) -> Data:
    offer = {
        "@type": "Offer",
        "url": address,
        "price": data["price"],
        "priceCurrency": "EUR",
        "availability": AVAILABILITY[data["available"]],
        "itemCondition": f"{SCHEMA}/NewCondition",
        "seller": {"@type": "Organization", "name": seller},
    }
    described: Data = {
        "@context": SCHEMA,
        "@type": "Product",
        "name": data["descriptiveName"],
        "description": plain_text(data["description"]),
        "image": images,
        "url": address,
    }
    # Goods without a price have 0.00 on the wire, and nobody can buy them.
    if data["available"] or Decimal(data["price"]):
        described["offers"] = offer
    if data["artist"]:
        described["brand"] = {"@type": "Brand", "name": data["artist"]}
    if data["color"]:
        described["color"] = data["color"]
    return described


def event(data: Data, address: str, images: list[str]) -> Data:
    venue = data["venue"]
    place = venue["address"]
    described: Data = {
        "@context": SCHEMA,
        "@type": "MusicEvent",
        "name": data["descriptiveName"],
        "description": plain_text(data["description"]),
        "eventStatus": STATUS[data["status"]],
        "eventAttendanceMode": f"{SCHEMA}/OfflineEventAttendanceMode",
        "image": images,
        "url": address,
        "location": {
            "@type": "Place",
            "name": venue["name"],
            "address": {
                "@type": "PostalAddress",
                "streetAddress": place["address"],
                "addressLocality": place["city"],
                "postalCode": place["postCode"],
                "addressCountry": place["countryCode"].upper(),
            },
        },
        "performer": [{"@type": "MusicGroup", "name": artist["name"]} for artist in data["artists"]],
    }
    # A date that the page keeps to itself is told nowhere.
    moments = () if data["meta"]["hideDate"] else MOMENTS
    described |= {name: there(data[key], venue) for name, key in moments if data[key]}
    if data["movedFrom"] and not data["meta"]["hideDate"]:
        described["previousStartDate"] = there(data["movedFrom"], venue)
    if data["priceLow"] is not None:
        offer = {
            "@type": "AggregateOffer",
            "url": address,
            "lowPrice": data["priceLow"],
            "highPrice": data["priceHigh"],
            "priceCurrency": "EUR",
            "availability": TICKETS.get(data["ticketState"], f"{SCHEMA}/SoldOut"),
        }
        described["offers"] = offer | ({"validFrom": there(data["presaleAt"], venue)} if data["presaleAt"] else {})
    return described


def there(moment: str, venue: Data) -> str:
    """With what the venue's clock is ahead: search engines show the time as it is written."""
    return datetime.fromisoformat(moment).astimezone(ZoneInfo(venue["timeZone"])).isoformat()
