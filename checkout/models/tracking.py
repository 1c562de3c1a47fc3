"""Carriers of parcels and their tracking pages."""

from urllib.parse import quote

from django.db.models import TextChoices


class Tracked(TextChoices):
    DHL = "dhl", "DHL"
    DEUTSCHE_POST = "deutsche_post", "Deutsche Post"
    DPD = "dpd", "DPD"
    GLS = "gls", "GLS"
    HERMES = "hermes", "Hermes"
    UPS = "ups", "UPS"
    AUSTRIAN_POST = "austrian_post", "Österreichische Post"
    SWISS_POST = "swiss_post", "Swiss Post"


# `{number}`: the tracking number, quoted for an address.
ADDRESSES = {
    Tracked.DHL: "https://www.dhl.de/de/privatkunden/pakete-empfangen/verfolgen.html?piececode={number}",
    Tracked.DEUTSCHE_POST: "https://www.deutschepost.de/de/s/sendungsverfolgung.html?piececode={number}",
    Tracked.DPD: "https://tracking.dpd.de/status/de_DE/parcel/{number}",
    Tracked.GLS: "https://gls-group.com/DE/de/paketverfolgung/?match={number}",
    Tracked.HERMES: "https://www.myhermes.de/empfangen/sendungsverfolgung/sendungsinformation/#{number}",
    Tracked.UPS: "https://www.ups.com/track?tracknum={number}",
    Tracked.AUSTRIAN_POST: "https://www.post.at/sv/sendungsdetails?snr={number}",
    Tracked.SWISS_POST: "https://service.post.ch/ekp-web/ui/entry/search/{number}",
}
LONGEST = 40


def tracking_url(carrier: str, number: str) -> str:
    """Return the carrier's page about the parcel. Empty if the carrier or the number is unknown."""
    address = ADDRESSES.get(carrier, "") if number else ""  # type: ignore[call-overload]
    return address.replace("{number}", quote(number, safe=""))


def plain_number(entered: str) -> str:
    """Return a typed or scanned tracking number without blanks and hyphens."""
    return "".join(sign for sign in entered.upper() if sign.isalnum())
