"""The categories: the main shop's shelves, each band's own, and what an artist's page in the main shop leads to."""

from collections.abc import Iterator

from demo.plan import Shelf, Text

from .dates import TOURS as DATES
from .shops import IN_MAIN_SHOP

BANDS = ("nachtfalter", "kellerkind", "goldkante", "geheimbund")
NAMES: dict[str, str] = {
    "nachtfalter": "Nachtfalter", "kellerkind": "Kellerkind", "goldkante": "Goldkante", "geheimbund": "Geheimbund",
}  # fmt: skip

# shelf of goods: slug, name, what is drawn on its picture; in the order of the shop
SHELVES: dict[str, tuple[str, Text, str]] = {
    "shirts": ("shirts", ("Shirts", "Shirts"), "t_shirt"),
    "warm": ("hoodies-longsleeves", ("Hoodies & Longsleeves", "Hoodies & longsleeves"), "hoodie"),
    "records": ("musik", ("Musik", "Music"), "vinyl"),
    "accessories": ("accessoires", ("Accessoires", "Accessories"), "tote"),
    "home": ("wand-und-kueche", ("Für Wand & Küche", "Wall & kitchen"), "mug"),
    "bundles": ("pakete", ("Pakete", "Bundles"), "cassette"),
}
# band: subtitle of each shelf; Geheimbund have no bundles
SUBTITLES: dict[str, tuple[Text, ...]] = {
    "merchstand": (
        ("Von allen Bands, in allen Größen, die noch da sind", "By every band, in every size that is left"),
        ("Für die Schlange vor dem Einlass", "For the queue outside"),
        ("Vinyl, CD, Tape: Hauptsache, es dreht sich", "Vinyl, CD, tape: as long as it turns"),
        ("Beutel, Caps, Aufnäher", "Bags, caps, patches"),
        ("Poster, Becher, Hefte", "Posters, mugs, booklets"),
        ("Zusammen günstiger, auch mit Karte", "Cheaper together, tickets included"),
    ),
    "nachtfalter": (
        ("Leise Farben, schwere Baumwolle", "Quiet colours, heavy cotton"),
        ("Für den Heimweg um halb vier", "For the way home at half past three"),
        ("Drei Alben und was dazwischen lag", "Three albums and what lay between"),
        ("Kleines zum Mitnehmen ins Dunkle", "Small things to take into the dark"),
        ("Für die Stunden vor dem Schlaf", "For the hours before sleep"),
        ("Was nachts zusammengehört", "What belongs together at night"),
    ),
    "kellerkind": (
        ("Selbst gedruckt, deshalb schief", "Printed by ourselves, hence crooked"),
        ("Ersatz für die Heizung", "Instead of heating"),
        ("Kurz, laut, meistens vollständig", "Short, loud, mostly complete"),
        ("Zum Annähen, Tragen, Verlieren", "To sew on, carry and lose"),
        ("Gegen kahle Wände und kalten Kaffee", "Against bare walls and cold coffee"),
        ("Eine Kiste, einmal tragen", "One box, carried once"),
    ),
    "goldkante": (
        ("Sonntagsstaat zum Schwitzen", "Sunday best to sweat in"),
        ("Wenn der Saal noch kalt ist", "While the hall is still cold"),
        ("Blech, gut abgehangen", "Brass, well matured"),
        ("Für Markt, Probe und Umzug", "For market, rehearsal and parade"),
        ("Alles für die gute Stube", "Everything for the parlour"),
        ("Mit Schleife", "With a bow"),
    ),
    "geheimbund": (
        ("Nummeriert, nicht benannt", "Numbered, not named"),
        ("Für den Weg hinaus", "For the way out"),
        ("Ohne Etikett", "Without labels"),
        ("Was in die Jacke passt", "What fits a jacket"),
        ("Für den Tag danach", "For the day after"),
    ),
}


def _band_shelves(band: str) -> Iterator[Shelf]:
    """Of a band's own shop; in the main shop the band's goods stand on that shop's shelves."""
    shelves = zip(SHELVES.items(), SUBTITLES[band], strict=False)
    for place, ((goods, (slug, name, drawn)), subtitle) in enumerate(shelves):
        yield Shelf(
            f"{band}-{slug}", name, subtitle, band, (band,), (band, drawn, place), shelves=(goods,),
            bands=(band,), order=50 - place * 10, artist=band, within=place,
        )  # fmt: skip


def _everything(band: str, place: int) -> Shelf:
    everywhere = (band, "merchstand") if band in IN_MAIN_SHOP else (band,)
    featured = {0: ("MerchTopLeft",), 1: ("MerchTopLeft",), 2: ("MerchTopRight",)}
    return Shelf(
        f"alles-von-{band}", (f"Alles von {NAMES[band]}", f"Everything by {NAMES[band]}"),
        ("Vom Aufnäher bis zur LP", "From patch to LP"), band, everywhere, (band, "t_shirt", 0), kind="ARTIST",
        shelves=tuple(SHELVES), bands=(band,), order=60 - place, display=(NAMES[band], NAMES[band]),
        featured=featured.get(place, ()),
        description=(
            f"Alles, was {NAMES[band]} gerade auf dem Tisch haben.",
            f"Everything {NAMES[band]} have on the table right now.",
        ),
    )  # fmt: skip


def _main_shelves() -> Iterator[Shelf]:
    bands = (*sorted(IN_MAIN_SHOP - {"merchstand"}), "halbmond-tontraeger", "merchstand-werkstatt")
    featured = {
        "shirts": ("Homepage", "MerchTopLeft"), "warm": ("Homepage", "MerchBottom"),
        "records": ("Homepage", "MerchTopRight"), "accessories": ("Homepage", "MerchBottom"),
    }  # fmt: skip
    for place, (goods, (slug, name, drawn)) in enumerate(SHELVES.items()):
        yield Shelf(
            slug, name, SUBTITLES["merchstand"][place], "merchstand", ("merchstand",), ("merchstand", drawn, place),
            shelves=(goods,), bands=bands, order=90 - place * 5, homepage=10 + place,
            featured=featured.get(goods, ("MerchBottom",)),
        )  # fmt: skip


def _artist_shelves() -> Iterator[Shelf]:
    """What an artist's page in the main shop leads to: not listed among that shop's main categories."""
    groups: tuple[tuple[str, Text, tuple[str, ...], str], ...] = (
        ("textil", ("Zum Anziehen", "To wear"), ("shirts", "warm"), "longsleeve"),
        ("tontraeger", ("Zum Hören", "To hear"), ("records",), "vinyl"),
        ("kram", ("Zum Mitnehmen", "To take along"), ("accessories", "home", "bundles"), "patch"),
    )
    for band in sorted(IN_MAIN_SHOP - {"merchstand"}):
        for place, (slug, name, goods, drawn) in enumerate(groups):
            yield Shelf(
                f"{band}-{slug}", name, (NAMES[band], NAMES[band]), band, ("merchstand",), (band, drawn, place + 1),
                shelves=goods, bands=(band,), main=False, artist=band, within=place,
                display=(f"{NAMES[band]}: {name[0]}", f"{NAMES[band]}: {name[1]}"),
            )  # fmt: skip


OTHERS: tuple[Shelf, ...] = (
    Shelf(
        "halbmond", ("Halbmond Tonträger", "Halbmond Tonträger"),
        ("Das Label mit dem Hallgerät", "The label with the reverb"),
        "merchstand", ("merchstand",), ("merchstand", "vinyl", 2), kind="LABEL", shelves=tuple(SHELVES),
        bands=("halbmond-tontraeger",), order=40, display=("Halbmond", "Halbmond"), homepage=20,
        featured=("MerchTopRight",),
    ),
    Shelf(
        "werkstatt", ("Aus der Werkstatt", "From the workshop"),
        ("Von uns für Leute, die Kisten tragen", "By us, for people who carry boxes"),
        "merchstand", ("merchstand",), ("merchstand", "tote", 1), kind="BRAND", shelves=tuple(SHELVES),
        bands=("merchstand-werkstatt",), order=35, display=("Werkstatt", "Workshop"), homepage=21,
        featured=("MerchBottom",),
    ),
    Shelf(
        "plakatarchiv", ("Plakatarchiv", "Poster archive"), ("66 Abende, jeder ein Blatt", "66 nights, one sheet each"),
        "merchstand", ("merchstand",), ("kellerkind", "poster", 0), order=30, homepage=22, featured=("MerchBottom",),
        description=(
            ("Seit zehn Jahren hängen wir nach dem Konzert ein Plakat ab und legen es in die Schublade. Hier ist die "
            "Schublade. Was verkauft ist, bleibt zum Anschauen stehen."),
            ("For ten years we have taken down one poster after each show and put it in the drawer. This is the "
            "drawer. What is sold stays here to be looked at."),
        ),
        disclaimer=(
            "Archivstücke haben Reißzwecklöcher und manchmal Bierflecken. Das sind keine Mängel.",
            "Archive pieces have pinholes and sometimes beer stains. These are not defects.",
        ),
    ),
    Shelf(
        "letzte-stuecke", ("Letzte Stücke", "Last pieces"),
        ("Reduziert, weil die Kiste leer werden soll", "Reduced, because the box must be emptied"),
        "merchstand", ("merchstand",), ("goldkante", "t_shirt", 2), order=25, homepage=23, featured=("MerchBottom",),
    ),
    Shelf(
        "konzerte", ("Konzerte", "Concerts"), ("Alles mit Einlass und Zugabe", "Everything with doors and encores"),
        "merchstand", ("merchstand",), ("merchstand", "poster", 3), order=20, homepage=24,
    ),
)  # fmt: skip
TOURS: tuple[Shelf, ...] = tuple(
    Shelf(
        slug, name, subtitle, band, (band, "merchstand"), (band, "poster", 0), kind="TOUR", main=False, artist=band,
        within=9,
    )
    for slug, (band, name, subtitle, _text) in DATES.items()
)  # fmt: skip
ARCHIVE, REDUCED, CONCERTS = "plakatarchiv", "letzte-stuecke", "konzerte"


def all_shelves() -> tuple[Shelf, ...]:
    everything = tuple(_everything(band, place) for place, band in enumerate(BANDS))
    own = tuple(shelf for band in BANDS for shelf in _band_shelves(band))
    return (*_main_shelves(), *OTHERS, *TOURS, *everything, *own, *_artist_shelves())
