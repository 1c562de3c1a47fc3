"""Schema.org descriptions of what a page shows, from the answer of the page's own query."""

from typing import Any

from shop.html import plain_text

Data = dict[str, Any]
SCHEMA = "https://schema.org"
AVAILABILITY = {True: f"{SCHEMA}/InStock", False: f"{SCHEMA}/OutOfStock"}
TICKETS = {"ON_SALE": f"{SCHEMA}/InStock", "EXTERNAL": f"{SCHEMA}/InStock", "BEFORE_PRESALE": f"{SCHEMA}/PreOrder"}


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
        "offers": offer,
    }
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
        "startDate": data["happeningFrom"],
        "eventStatus": f"{SCHEMA}/EventScheduled",
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
    for name, key in (("endDate", "happeningUntil"), ("doorTime", "doorTime")):
        if data[key]:
            described[name] = data[key]
    if data["priceLow"] is not None:
        offer = {
            "@type": "AggregateOffer",
            "url": address,
            "lowPrice": data["priceLow"],
            "highPrice": data["priceHigh"],
            "priceCurrency": "EUR",
            "availability": TICKETS.get(data["ticketState"], f"{SCHEMA}/SoldOut"),
        }
        described["offers"] = offer | ({"validFrom": data["presaleAt"]} if data["presaleAt"] else {})
    return described
