"""The three ways in which a shop is reached, and the pages that are looked at in each."""

from dataclasses import dataclass

LANGUAGES = ("de", "en")
BROWSER_LANGUAGES = {"de": "de-DE", "en": "en-GB"}

Texts = tuple[str, str]


@dataclass(frozen=True)
class Place:
    """A shop's address: on the main host, below its name there, or on a domain of its own."""

    slug: str
    host: str
    prefix: str
    name: str
    title: Texts

    def url(self, port: int) -> str:
        return f"http://{self.host}:{port}"

    def __str__(self) -> str:
        return self.slug


MAIN = Place(
    "merchstand",
    "localhost",
    "",
    "Merchstand",
    ("Merchstand: alle Bands, ein Tisch", "Merchstand: all bands, one table"),
)
BELOW = Place(
    "nachtfalter", "localhost", "/nachtfalter", "Nachtfalter", ("Bis das Licht angeht", "Until the lights come on")
)
OWN = Place("kellerkind", "kellerkind.localhost", "", "Kellerkind", ("Unten ist es warm", "It's warm down here"))


@dataclass(frozen=True)
class Stop:
    """A page of a shop: its heading and what its title begins with, in German and English; None: as the heading."""

    place: Place
    route: str
    path: str
    heading: Texts
    title: Texts | None = None
    status: int = 200

    @property
    def address(self) -> str:
        return self.place.prefix + ("" if self.path == "/" and self.place.prefix else self.path)

    def heading_in(self, language: str) -> str:
        return self.heading[LANGUAGES.index(language)]

    def title_in(self, language: str) -> str:
        """The whole title, in which the shop's name stands once."""
        title = (self.title or self.heading)[LANGUAGES.index(language)]
        return title if self.place.name in title else f"{title} – {self.place.name}"

    def __str__(self) -> str:
        return f"{self.place}{self.path}"


MERCH, TICKETS, BANDS = ("Merch", "Merch"), ("Tickets", "Tickets"), ("Bands", "Bands")
LOST = ("Nicht auf der Setlist", "Not on the set list")
SEARCH, FOUND = ("Suche", "Search"), ("Suche: shirt", "Search: shirt")
LIGHTS, STEPS = ("Bis das Licht angeht", "Until the lights come on"), ("Vier Stufen runter", "Four steps down")
MOTH, CELLAR = ("Nachtfalter", "Nachtfalter"), ("Kellerkind", "Kellerkind")

STOPS = (
    Stop(MAIN, "main-home", "/", MAIN.title),
    Stop(MAIN, "artists", "/artists", BANDS),
    Stop(MAIN, "artist", "/artists/kellerkind", CELLAR),
    Stop(MAIN, "categories", "/categories", MERCH),
    Stop(MAIN, "category", "/categories/plakatarchiv", ("Plakatarchiv", "Poster archive")),
    Stop(
        MAIN,
        "product",
        "/products/werkstatt-merchstand-shirt",
        ("T-Shirt „Laut & nah“", "T-shirt “Loud & near”"),
        ("Merchstand Werkstatt T-Shirt „Laut & nah“", "Merchstand Werkstatt T-shirt “Loud & near”"),
    ),
    Stop(MAIN, "events", "/events", TICKETS),
    Stop(MAIN, "event", "/events/kellerkind-hamburg", CELLAR, ("Kellerkind: Hamburg", "Kellerkind: Hamburg")),
    Stop(MAIN, "tour", "/tours/bis-das-licht-angeht", LIGHTS),
    Stop(MAIN, "search", "/search", SEARCH),
    Stop(MAIN, "search", "/search/shirt", SEARCH, FOUND),
    Stop(MAIN, "static-page", "/terms", ("Allgemeine Geschäftsbedingungen", "Terms and conditions")),
    Stop(MAIN, "static-page", "/datapolicy", ("Datenschutzerklärung", "Privacy policy")),
    Stop(MAIN, "static-page", "/kulturpass", ("Bezahlen mit dem KulturPass", "Paying with the KulturPass")),
    Stop(MAIN, "static-page", "/gamepolicy", ("Regeln für Gewinnspiele", "Rules for prize draws")),
    Stop(
        MAIN,
        "static-page",
        "/terms/advent",
        ("Adventskalender: Teilnahmebedingungen", "Advent calendar: terms of the contest"),
    ),
    Stop(MAIN, "advent", "/advent", ("Der lauteste Advent", "The loudest advent")),
    Stop(MAIN, "product", "/products/backstage", LOST, status=404),
    Stop(BELOW, "band-home", "/", LIGHTS),
    Stop(BELOW, "artists", "/artists", BANDS),
    Stop(BELOW, "artist", "/artists/nachtfalter", MOTH),
    Stop(BELOW, "categories", "/categories", MERCH),
    Stop(BELOW, "category", "/categories/nachtfalter-shirts", ("Shirts", "Shirts")),
    Stop(
        BELOW,
        "product",
        "/products/nachtfalter-mondphasen-shirt",
        ("T-Shirt „Mondphasen“", "T-shirt “Moon phases”"),
        ("Nachtfalter T-Shirt „Mondphasen“", "Nachtfalter T-shirt “Moon phases”"),
    ),
    Stop(BELOW, "events", "/events", TICKETS),
    Stop(BELOW, "event", "/events/nachtfalter-berlin", MOTH, ("Nachtfalter: Berlin", "Nachtfalter: Berlin")),
    Stop(BELOW, "tour", "/tours/bis-das-licht-angeht", LIGHTS),
    Stop(BELOW, "news", "/news", ("Neuigkeiten", "News")),
    Stop(BELOW, "static-page", "/faq", ("Fragen und Antworten", "Questions and answers")),
    Stop(BELOW, "static-page", "/terms/withdrawal", ("Widerrufsrecht", "Right of withdrawal")),
    Stop(BELOW, "static-page", "/shipping", ("Versand und Zahlung", "Shipping and payment")),
    Stop(OWN, "static-page", "/accessibility", ("Barrierefreiheit", "Accessibility")),
    Stop(BELOW, "static-page", "/facebookintegration", ("Dieser Shop auf Facebook", "This shop on Facebook")),
    Stop(BELOW, "static-page", "/nofrills", ("Ohne Schnickschnack", "No frills")),
    Stop(BELOW, "advent", "/advent", ("Vierundzwanzig Nächte", "Twenty-four nights")),
    Stop(BELOW, "product", "/products/backstage", LOST, status=404),
    Stop(OWN, "band-home", "/", ("Unten ist es warm", "It's warm down here")),
    Stop(OWN, "artists", "/artists", BANDS),
    Stop(OWN, "artist", "/artists/kellerkind", CELLAR),
    Stop(OWN, "categories", "/categories", MERCH),
    Stop(OWN, "category", "/categories/kellerkind-shirts", ("Shirts", "Shirts")),
    Stop(
        OWN,
        "product",
        "/products/kellerkind-ratte-shirt",
        ("T-Shirt „Sieglinde“", "T-shirt “Sieglinde”"),
        ("Kellerkind T-Shirt „Sieglinde“", "Kellerkind T-shirt “Sieglinde”"),
    ),
    Stop(OWN, "events", "/events", TICKETS),
    Stop(OWN, "event", "/events/kellerkind-wien", CELLAR, ("Kellerkind: Wien", "Kellerkind: Wien")),
    Stop(OWN, "tour", "/tours/vier-stufen-runter", STEPS),
    Stop(OWN, "search", "/search/shirt", SEARCH, FOUND),
    Stop(OWN, "static-page", "/imprint", ("Impressum", "Legal notice")),
    Stop(OWN, "static-page", "/contact", ("Kontakt", "Contact")),
    Stop(OWN, "static-page", "/jobs", ("Jobs", "Jobs")),
    Stop(OWN, "product", "/products/backstage", LOST, status=404),
)


def seen_in(stop: Stop) -> tuple[str, ...]:
    """The language that a browser sees the page in; pages of a kind take turns, the only one of its kind has both."""
    alike = [one for one in STOPS if (one.route, one.status) == (stop.route, stop.status)]
    return LANGUAGES if len(alike) == 1 else (LANGUAGES[alike.index(stop) % 2],)


def stops(place: Place, language: str) -> list[Stop]:
    return [stop for stop in STOPS if stop.place == place and language in seen_in(stop)]
