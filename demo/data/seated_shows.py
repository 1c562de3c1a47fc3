"""Shows with numbered seats."""

from demo.plan import Block, Day, Show, Text, Ticket

from .ticket_names import NORMAL, PROOF, REDUCED


def seated(name: Text, colour: str, price: str, reduced: str, *, expanded: bool = True) -> Block:
    """As many tickets as there are seats of this category in the hall's plan."""
    tickets = (Ticket(NORMAL, price, default=True), Ticket(REDUCED, reduced, PROOF))
    return Block(tickets, None, name, colour, expanded)


SEATED: tuple[Show, ...] = (
    Show(
        "nachtfalter-grosses-licht", "nachtfalter",
        ("Nachtfalter: Das große Licht", "Nachtfalter: The Big Light"),
        (
            (
                "Einmal im Jahr hängt die Lampe so hoch, dass man sie vom Oberrang aus noch sieht. Mit Streichern, mit "
                "Chor, und mit Plätzen, auf denen man sitzen bleiben darf. Im Innenraum wird gestanden."
            ),
            (
                "Once a year the lamp hangs so high that you can see it from the upper tier. With strings, with a "
                "choir, and with seats you may stay in. The floor is for standing."
            ),
        ),
        "arena", Day("soon", 4, 5), "18:00", "19:30", "20:00", "23:00",
        (
            Block(
                (Ticket(NORMAL, "49.00"), Ticket(REDUCED, "39.00", PROOF)), 600,
                ("Innenraum, Stehplätze", "Floor, standing"), "#5f6b7a", expanded=False,
            ),
            seated(("Kategorie 1", "Category 1"), "#c2483f", "89.00", "71.00"),
            seated(("Kategorie 2", "Category 2"), "#d08a2e", "72.00", "58.00"),
            seated(("Kategorie 3", "Category 3"), "#3f8f5b", "56.00", "45.00"),
            seated(("Kategorie 4", "Category 4"), "#3a6ea5", "39.00", "31.00"),
        ),
        ("nachtfalter",), seed=1, organiser="Lichthof Kultur gGmbH", hall="arena",
        title=("Das große Licht", "The Big Light"),
        values={"display_map": True, "cart_limit": 8},
        texts={
            "disclaimer_text": (
                "Rollstuhlplätze werden mit einem Platz für die Begleitung verkauft, zum selben Preis.",
                "Wheelchair places are sold with a seat for a companion, at the same price.",
            )
        },
        related=("nachtfalter-luna-hoodie", "nachtfalter-puppenruhe-lp"),
    ),
    Show(
        "goldkante-theaterabend", "goldkante",
        ("Goldkante: Blech im Plüsch", "Goldkante: Brass on plush"),
        (
            "Das alte Theater am Innkai hat 21 Reihen und eine Loge, in der seit 1911 niemand gelacht hat. Bis jetzt.",
            "The old theatre by the river has 21 rows and a box in which nobody has laughed since 1911. Until now.",
        ),
        "theater", Day("autumn", 4, 5), "18:30", "19:30", "19:30", "22:00",
        (
            seated(("Parkett", "Stalls"), "#7a1230", "34.00", "26.00"),
            seated(("Rang", "Circle"), "#c79a3a", "27.00", "20.00"),
        ),
        ("goldkante",), seed=1, organiser="Kulturverein Drei Flüsse", hall="theatre",
        title=("Blech im Plüsch", "Brass on plush"), values={"display_map": True},
        related=("goldkante-liederbuch",),
    ),
)  # fmt: skip
