"""Halls and tours, and the seasons from which days are computed: the demo never ages."""

from datetime import date, timedelta

from demo.plan import Text

# key: name, street, postal code, city, country
VENUES: dict[str, tuple[str, str, str, str, str]] = {
    "leipzig": ("Alte Fahrradfabrik", "Speichenstraße 22", "04229", "Leipzig", "de"),
    "dresden": ("Lampenwerk", "Glühfadenweg 5", "01099", "Dresden", "de"),
    "berlin": ("Lichthof Ost", "Trafoplatz 1", "10245", "Berlin", "de"),
    "hamburg": ("Kaispeicher Neun", "Am Schuppen 9", "20457", "Hamburg", "de"),
    "koeln": ("Rheinbunker", "Deutzer Rampe 3", "50679", "Köln", "de"),
    "muenchen": ("Isarsaal", "Floßlände 14", "81379", "München", "de"),
    "wuppertal": ("Schwebewerk", "Kaiserwagen 7", "42275", "Wuppertal", "de"),
    "passau": ("Dreiflüssesaal", "Innkai 2", "94032", "Passau", "de"),
    "wien": ("Donauremise", "Remisengasse 31", "1020", "Wien", "at"),
    "graz": ("Murstall", "Stallhofgasse 6", "8020", "Graz", "at"),
    "arena": ("Spiegelarena", "Am Wasserturm 3", "10243", "Berlin", "de"),
    "theater": ("Theater am Innkai", "Innkai 11", "94032", "Passau", "de"),
    "zuerich": ("Limmatwerft", "Werftsteig 12", "8005", "Zürich", "ch"),
    "london": ("The Coal Hole Cellar", "5 Lantern Yard", "E8 1QX", "London", "gb"),
}

# Where the clock is not that of Berlin, or has a name of its own.
ZONES = {"wien": "Europe/Vienna", "graz": "Europe/Vienna", "zuerich": "Europe/Zurich", "london": "Europe/London"}

# slug: owner (and artist), name, subtitle, description
TOURS: dict[str, tuple[str, Text, Text, Text]] = {
    "bis-das-licht-angeht": (
        "nachtfalter",
        ("Bis das Licht angeht", "Until the lights come on"),
        ("Nachtfalter auf Tour, zehn Nächte", "Nachtfalter on tour, ten nights"),
        (
            (
                "Zehn Abende, an denen das Saallicht erst angeht, wenn es gar nicht mehr anders geht. Mit neuen "
                "Liedern aus „Puppenruhe“ und einer Lampe, die wir selbst mitbringen."
            ),
            (
                "Ten evenings on which the house lights stay off until it cannot be helped. With new songs from "
                "“Puppenruhe” and a lamp that we bring ourselves."
            ),
        ),
    ),
    "vier-stufen-runter": (
        "kellerkind",
        ("Vier Stufen runter", "Four steps down"),
        ("Kellerkind in acht Kellern", "Kellerkind in eight cellars"),
        (
            (
                "Acht Städte, ein Sprinter, null Heizung. Die Hallen sind größer als unser Keller, wir spielen "
                "trotzdem so."
            ),
            (
                "Eight cities, one van, no heating. The halls are bigger than our cellar; we will play as if they "
                "were not."
            ),
        ),
    ),
}


def seasons(today: date) -> dict[str, date]:
    """The Mondays from which `Day.week` counts: in six weeks, in the next autumn, and three weeks ago."""

    def monday(day: date) -> date:
        return day - timedelta(days=day.weekday())

    autumn = date(today.year, 9, 20)
    if autumn < today + timedelta(days=60):
        autumn = date(today.year + 1, 9, 20)
    return {
        "soon": monday(today + timedelta(days=42)),
        "autumn": monday(autumn),
        "past": monday(today - timedelta(days=21)),
    }
