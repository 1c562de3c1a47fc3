"""The five demo bands: their inks, cloths, walls, words."""

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from demo.artwork import lettering as faces
from demo.artwork import letterpress, moire, sunburst, wings, zine
from demo.artwork.sheet import RGB, Sheet

Motif = Callable[[Sheet, random.Random], None]

COLOURS: dict[str, RGB] = {
    "black": (27, 26, 28),
    "white": (240, 238, 233),
    "cream": (240, 231, 212),
    "natural": (226, 214, 188),
    "grey": (150, 150, 148),
    "orange": (244, 88, 30),
    "night": (34, 24, 62),
    "petrol": (22, 78, 90),
    "pink": (216, 164, 184),
    "recycled": (216, 209, 192),
    "yellow": (246, 212, 20),
    "acid": (192, 244, 12),
    "concrete": (118, 122, 120),
    "bordeaux": (102, 20, 42),
    "gold": (214, 164, 52),
    "blush": (238, 196, 172),
}


@dataclass(frozen=True)
class Band:
    slug: str
    name: str
    motifs: tuple[Motif, ...]
    on_light: Mapping[str, RGB]
    on_dark: Mapping[str, RGB]
    backdrops: tuple[RGB, ...]
    cloths: tuple[str, ...]
    display: str
    text: str
    wordmark: tuple[str, ...]
    """The name as set in lines."""
    tagline: str
    songs: tuple[str, ...]
    cities: tuple[str, ...]


MERCHSTAND = Band(
    slug="merchstand",
    name="MERCHSTAND",
    motifs=letterpress.MOTIFS,
    on_light={"ink": (25, 23, 21), "accent": (255, 84, 20)},
    on_dark={"ink": (240, 233, 218), "accent": (255, 84, 20)},
    backdrops=((226, 217, 198), (236, 102, 44), (186, 178, 164)),
    cloths=("black", "cream", "orange", "white"),
    display=faces.CONDENSED,
    text=faces.GROTESQUE,
    wordmark=("MERCH", "STAND"),
    tagline="LAUT & NAH",
    songs=("Einlass", "Letzte Reihe", "Soundcheck", "Zugabe", "Kassensturz", "Abbau"),
    cities=("Berlin", "Leipzig", "Köln", "Hamburg", "Wien", "Zürich", "München"),
)

NACHTFALTER = Band(
    slug="nachtfalter",
    name="NACHTFALTER",
    motifs=wings.MOTIFS,
    on_light={"ink": (40, 22, 74), "accent": (198, 96, 142), "second": (36, 116, 126), "third": (152, 116, 192)},
    on_dark={"ink": (246, 226, 224), "accent": (221, 142, 172), "second": (72, 146, 154), "third": (96, 62, 146)},
    backdrops=((190, 168, 192), (74, 92, 118), (214, 184, 196)),
    cloths=("night", "petrol", "pink", "black"),
    display=faces.SERIF,
    text=faces.ITALIC,
    wordmark=("NACHT", "FALTER"),
    tagline="bis das Licht angeht",
    songs=("Staub", "Lampenfieber", "Mondgewicht", "Samt", "Petrolblau", "Puppenruhe", "Halb vier"),
    cities=("Dresden", "Leipzig", "Wien", "Graz", "Bern", "Freiburg", "Berlin"),
)

KELLERKIND = Band(
    slug="kellerkind",
    name="KELLERKIND",
    motifs=zine.MOTIFS,
    on_light={"ink": (22, 21, 21), "accent": (255, 221, 0), "second": (196, 180, 132), "paper": (238, 233, 220)},
    on_dark={"ink": (22, 21, 21), "accent": (255, 221, 0), "second": (196, 180, 132), "paper": (232, 227, 213)},
    backdrops=((168, 162, 150), (236, 204, 36), (124, 122, 118)),
    cloths=("black", "recycled", "yellow", "grey"),
    display=faces.TYPEWRITER,
    text=faces.TYPEWRITER,
    wordmark=("KELLER", "KIND"),
    tagline="unten ist es warm",
    songs=("Sicherung raus", "Vier Stufen", "Kartoffelherz", "Feucht", "Kein Empfang", "Ratte", "Kohle", "Nebenan"),
    cities=("Wuppertal", "Bochum", "Bremen", "Kassel", "Halle", "Rostock", "Linz"),
)

GEHEIMBUND = Band(
    slug="geheimbund",
    name="GEHEIMBUND",
    motifs=moire.MOTIFS,
    on_light={"ink": (12, 12, 13), "accent": (120, 168, 0)},
    on_dark={"ink": (200, 255, 0), "accent": (244, 246, 240)},
    backdrops=((96, 100, 98), (186, 238, 8), (58, 61, 60)),
    cloths=("black", "acid", "concrete", "white"),
    display=faces.WIDE,
    text=faces.WIDE_REGULAR,
    wordmark=("GEHEIM", "BUND"),
    tagline="WER FRAGT WEISS NICHTS",
    songs=("01.00", "Losung", "Nebelschicht", "Tür 4", "Rotlicht", "Schwarm", "06.30"),
    cities=("Berlin", "Frankfurt", "Leipzig", "Wien", "Mannheim", "Basel"),
)

GOLDKANTE = Band(
    slug="goldkante",
    name="Goldkante",
    motifs=sunburst.MOTIFS,
    on_light={"ink": (107, 16, 40), "accent": (212, 156, 34), "second": (226, 120, 96)},
    on_dark={"ink": (255, 240, 214), "accent": (222, 170, 50), "second": (226, 124, 100)},
    backdrops=((242, 216, 176), (148, 42, 60), (232, 170, 142)),
    cloths=("bordeaux", "cream", "gold", "blush"),
    display=faces.SOFT,
    text=faces.SOFT_TEXT,
    wordmark=("Gold", "kante"),
    tagline="Blech & Liebe",
    songs=("Polka für Paula", "Honig", "Sonntagskleid", "Tubaherz", "Noch ein Tanz", "Goldkante", "Heimweg"),
    cities=("München", "Passau", "Salzburg", "Augsburg", "Nürnberg", "Ulm", "Innsbruck"),
)

BANDS: dict[str, Band] = {b.slug: b for b in (MERCHSTAND, NACHTFALTER, KELLERKIND, GEHEIMBUND, GOLDKANTE)}


def luminance(colour: RGB) -> float:
    """0..255, as bright as it looks."""
    return 0.30 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2]


def distance(a: RGB, b: RGB) -> float:
    return math.dist(a, b)


def inks(band: Band, ground: RGB) -> dict[str, RGB]:
    """The band's inks for a cloth; one that would vanish there is changed for the opposite."""
    light = luminance(ground) > 126
    chosen = band.on_light if light else band.on_dark
    spare = band.on_dark["ink"] if light else band.on_light["ink"]
    if distance(spare, ground) < 90:
        spare = chosen["ink"]
    if band is KELLERKIND:
        spare = band.on_dark["paper"]
    return {
        role: spare if role in ("accent", "second") and distance(c, ground) < 78 else c for role, c in chosen.items()
    }


def backdrop_for(band: Band, cloth: RGB, seed: int) -> RGB:
    """A wall the thing stands out from."""
    walls = [w for w in band.backdrops if distance(w, cloth) > 105] or [
        max(band.backdrops, key=lambda w: distance(w, cloth))
    ]
    return walls[0] if seed % 3 else walls[seed // 3 % len(walls)]


def cloth(name: str | RGB) -> RGB:
    """A colour by name, #rrggbb or RGB."""
    if not isinstance(name, str):
        return name
    if name.startswith("#"):
        return int(name[1:3], 16), int(name[3:5], 16), int(name[5:7], 16)
    return COLOURS[name]
