"""Shows: thirteen halls, two tours, and what happens beside them."""

from demo.plan import SOLD_OUT, Block, Day, Show, Text, Ticket

from .seated_shows import SEATED
from .ticket_names import NORMAL, PROOF, REDUCED, STANDING

MOTH, CELLAR = "bis-das-licht-angeht", "vier-stufen-runter"
LIGHTS: Text = (
    ("<p>Einlass nur mit Karte. Das Stroboskop bleibt aus, der Nebel bleibt an.</p><p>Rollstuhlplätze: bitte vorher "
    "an <a href=\"mailto:post@nachtfalter.example\">post@nachtfalter.example</a>.</p>"),
    ("<p>Admission by ticket only. There is no strobe, but there is fog.</p><p>Wheelchair places: please write to <a "
    "href=\"mailto:post@nachtfalter.example\">post@nachtfalter.example</a>.</p>"),
)  # fmt: skip


def standing(capacity: int, price: str, reduced: str = "", message: Text = ("", "")) -> tuple[Block, ...]:
    """One block of standing tickets, with a reduced price that draws on the same stock."""
    tickets = (Ticket(NORMAL, price, default=True, message=message),)
    return (Block(tickets + ((Ticket(REDUCED, reduced, PROOF),) if reduced else ()), capacity),)


SHOWS: tuple[Show, ...] = (
    Show(
        "nachtfalter-dresden", "nachtfalter", ("Nachtfalter: Dresden", "Nachtfalter: Dresden"),
        (
            "Tourauftakt zu Hause. Idas Mutter verkauft an der Garderobe Apfelkuchen, solange er reicht.",
            "Opening night at home. Ida's mother sells apple cake at the cloakroom while it lasts.",
        ),
        "dresden", Day("soon", 0, 4), "19:00", "20:00", "21:00", "23:30", standing(4, "27.00", "21.00"),
        ("nachtfalter",), MOTH, seed=0, details=LIGHTS, organiser="Lampenwerk e. V.",
        related=("nachtfalter-mondphasen-shirt", "nachtfalter-mondgewicht-lp"),
        values={"leads": True}, related_shows=("nachtfalter-leipzig",),
    ),
    Show(
        "nachtfalter-leipzig", "nachtfalter", ("Nachtfalter: Leipzig", "Nachtfalter: Leipzig"),
        (
            "In der alten Fahrradfabrik, zwischen Rahmen und Ketten. War nach einem Tag ausverkauft; Berlin ist nah.",
            "In the old bicycle works, between frames and chains. Sold out within a day; Berlin is not far.",
        ),
        "leipzig", Day("soon", 0, 5), "19:30", "20:30", "21:15", "23:30", standing(SOLD_OUT, "27.00", "21.00"),
        ("nachtfalter",), MOTH, seed=1, details=LIGHTS, organiser="Speiche Konzerte",
        texts={
            "sold_out_message": (
                "Die Fahrradfabrik ist voll. Wir winken aus Berlin.",
                "The bicycle works are full. We will wave from Berlin.",
            )
        },
        related=("nachtfalter-mitschnitt",), related_shows=("nachtfalter-berlin",),
    ),
    Show(
        "nachtfalter-berlin", "nachtfalter", ("Nachtfalter: Berlin", "Nachtfalter: Berlin"),
        (
            "Der größte Saal der Tour: unten Stehplätze, oben ein Balkon, von dem man die Lampe von innen sieht.",
            "The largest hall of the tour: standing below, and above a balcony from which you see inside the lamp.",
        ),
        "berlin", Day("soon", 1, 4), "19:00", "20:00", "21:00", "23:00",
        (
            Block(
                (Ticket(NORMAL, "29.00", default=True), Ticket(REDUCED, "23.00", PROOF)), 700, STANDING, "#e3a3bd"
            ),
            Block(
                (
                    Ticket(NORMAL, "39.00", ("Freie Sitzplatzwahl", "Free choice of seat")),
                    Ticket(REDUCED, "32.00", PROOF),
                ),
                90, ("Balkon", "Balcony"), "#1e5a66", expanded=False,
            ),
        ),
        ("nachtfalter",), MOTH, seed=2, capacity=760, details=LIGHTS, organiser="Lichthof Kultur gGmbH",
        values={"kulturpass_url": "https://www.kulturpass.example/angebote/nachtfalter-berlin"},
        related=("nachtfalter-luna-hoodie", "nachtfalter-puppenruhe-lp"),
    ),
    Show(
        "nachtfalter-hamburg", "nachtfalter", ("Nachtfalter: Hamburg", "Nachtfalter: Hamburg"),
        (
            "Am Wasser, mit Blick auf die Kräne. Wer früher kommt, sieht sie noch bei Licht.",
            "By the water, facing the cranes. Come early to see them while it is light.",
        ),
        "hamburg", Day("soon", 1, 5), "19:00", "20:00", "21:00", "23:00", standing(380, "28.00", "22.00"),
        ("nachtfalter",), MOTH, seed=0, details=LIGHTS, organiser="Speicher Neun Booking",
        related_shows=("nachtfalter-hamburg-zusatz",),
    ),
    Show(
        "nachtfalter-hamburg-zusatz", "nachtfalter",
        ("Nachtfalter: Hamburg, Zusatzkonzert", "Nachtfalter: Hamburg, extra night"),
        (
            "Weil der erste Abend so schnell voll wurde: dieselbe Halle, einen Tag später, mit umgedrehter Liste.",
            "Because the first night went so fast: same hall, one evening later, with the set list upside down.",
        ),
        "hamburg", Day("soon", 1, 6), "18:00", "19:00", "20:00", "22:00", standing(380, "28.00", "22.00"),
        ("nachtfalter",), MOTH, seed=1, details=LIGHTS, organiser="Speicher Neun Booking", presale_in_days=14,
        title=("Bis das Licht angeht: Zusatzkonzert", "Until the lights come on: extra night"),
        texts={"custom_tag": ("Zusatzkonzert", "Extra night")},
    ),
    Show(
        "nachtfalter-koeln", "nachtfalter", ("Nachtfalter: Köln", "Nachtfalter: Köln"),
        (
            "Unter der Deutzer Rampe. Karten gibt es nur beim Haus, die machen das dort schon immer so.",
            "Below the ramp in Deutz. Tickets only from the venue; they have always done it like that.",
        ),
        "koeln", Day("soon", 2, 4), "19:30", "20:30", "21:30", "23:30", standing(400, "26.00"),
        ("nachtfalter",), MOTH, seed=2, details=LIGHTS, organiser="Rheinbunker Programm",
        values={"external_link": "https://karten.rheinbunker.example/nachtfalter"},
        texts={"external_link_text": ("Karten beim Rheinbunker", "Tickets from Rheinbunker")},
    ),
    Show(
        "nachtfalter-zuerich", "nachtfalter", ("Nachtfalter: Zürich", "Nachtfalter: Zürich"),
        (
            "In der Werft riecht es nach Lack und Limmat. Nach dem Konzert fährt ein Boot bis zum Bahnhof.",
            "The shipyard smells of varnish and river. After the show a boat runs to the station.",
        ),
        "zuerich", Day("soon", 2, 6), "18:30", "19:30", "20:15", "22:15", standing(260, "34.00", "28.00"),
        ("nachtfalter",), MOTH, seed=0, details=LIGHTS, organiser="Werftverein Zürich",
    ),
    Show(
        "nachtfalter-muenchen", "nachtfalter", ("Nachtfalter: München", "Nachtfalter: München"),
        (
            "Ein Saal mit Parkett und Vorhang. Wer im Mantel tanzt, wird gebeten, damit weiterzumachen.",
            "A hall with parquet and a curtain. Those who dance in coats will be asked to go on.",
        ),
        "muenchen", Day("soon", 3, 4), "19:00", "20:00", "20:45", "22:45", standing(320, "28.00", "22.00"),
        ("nachtfalter",), MOTH, seed=1, details=LIGHTS, organiser="Isarsaal GmbH",
    ),
    Show(
        "nachtfalter-wien", "nachtfalter", ("Nachtfalter: Wien", "Nachtfalter: Wien"),
        (
            ("In der Remise, wo früher die Straßenbahnen schliefen. Zu diesem Abend gibt es auch gedruckte Karten, "
            "mit Perlmuttlack."),
            ("In the depot where the trams used to sleep. For this night there are printed tickets too, with a pearl "
            "varnish."),
        ),
        "wien", Day("soon", 3, 5), "19:00", "20:00", "21:00", "23:30",
        (
            Block(
                (
                    Ticket(NORMAL, "27.00", default=True),
                    Ticket(NORMAL, "28.50", physical=True),
                    Ticket(REDUCED, "21.00", PROOF),
                ),
                240,
            ),
        ),
        ("nachtfalter",), MOTH, seed=2, details=LIGHTS, organiser="Remise Kulturverein",
        values={"only_online_tickets": False},
    ),
    Show(
        "nachtfalter-graz", "nachtfalter", ("Nachtfalter: Graz", "Nachtfalter: Graz"),
        (
            "Der letzte Abend. Danach schläft die Band einen Monat, sagt sie jedes Mal.",
            "The last night. Afterwards the band will sleep for a month, as they say every time.",
        ),
        "graz", Day("soon", 3, 6), "18:30", "19:30", "20:15", "22:30", standing(180, "26.00", "20.00"),
        ("nachtfalter",), MOTH, seed=0, details=LIGHTS, organiser="Murstall Booking",
    ),
    Show(
        "nachtfalter-vorhoeren", "nachtfalter", ("Vorhören: „Puppenruhe“", "Listening session: “Puppenruhe”"),
        (
            ("Wir legen die Testpressung auf, ihr sitzt auf Kissen, niemand sagt etwas bis zum Ende. Eintritt frei, "
            "Plätze nicht."),
            ("We put on the test pressing, you sit on cushions, nobody speaks until it is over. Admission is free, "
            "places are few."),
        ),
        "dresden", Day("soon", -2, 3), "19:30", "20:00", "20:00", "21:00",
        (Block((Ticket(("Kissen", "Cushion"), "0.00", ("Bitte pünktlich", "Please be on time"), default=True),), 24),),
        ("nachtfalter",), seed=1, organiser="Lampenwerk e. V.",
        texts={"custom_tag": ("Eintritt frei", "Free entry")},
        # Open from the first seeding on.
        values={"cart_limit": 2, "default_amount": 1, "checkin": True}, check_in_days=60,
        related=("nachtfalter-puppenruhe-lp", "nachtfalter-puppenruhe-cd"),
    ),
    Show(
        "kellerkind-wuppertal", "kellerkind", ("Kellerkind: Wuppertal", "Kellerkind: Wuppertal"),
        (
            "Zu Hause kommen sonst alle umsonst rein. Der Keller ist aber kleiner als die Verwandtschaft.",
            "At home everybody usually gets in for free. But the cellar is smaller than the family.",
        ),
        "wuppertal", Day("autumn", 0, 4), "19:00", "20:00", "20:30", "22:00", standing(220, "16.00", "12.00"),
        ("kellerkind",), CELLAR, seed=0, organiser="Schwebewerk e. V.",
        texts={
            "disclaimer_text": (
                "Der Keller hat keine Garderobe. Jacken bleiben an oder zu Hause.",
                "The cellar has no cloakroom. Jackets stay on, or at home.",
            )
        },
        values={
            # a person, not a company
            "owning_company": "", "owning_first_name": "Käthe", "owning_last_name": "Kohle",
            "personalization_requirement": "check_in_required", "checkin": True, "leads": True, "cart_limit": 4,
            "custom_terms_anchor": "tickets",
        },
        related=("kellerkind-ratte-shirt",),
    ),
    Show(
        "kellerkind-koeln", "kellerkind", ("Kellerkind: Köln", "Kellerkind: Köln"),
        (
            "Der Bunker hat drei Meter dicke Wände. Wir nehmen das als Herausforderung.",
            "The bunker's walls are three metres thick. We take that as a challenge.",
        ),
        "koeln", Day("autumn", 0, 5), "19:30", "20:30", "21:00", "22:30", standing(300, "17.00", "13.00"),
        ("kellerkind",), CELLAR, seed=1, organiser="Rheinbunker Programm",
    ),
    Show(
        "kellerkind-hamburg", "kellerkind", ("Kellerkind: Hamburg", "Kellerkind: Hamburg"),
        (
            "Letztes Mal kam das Wasser bis zur dritten Stufe. Gummistiefel sind ausdrücklich erwünscht.",
            "Last time the water rose to the third step. Rubber boots are expressly welcome.",
        ),
        "hamburg", Day("autumn", 1, 4), "19:00", "20:00", "20:45", "22:15", standing(5, "17.00", "13.00"),
        ("kellerkind",), CELLAR, seed=2, organiser="Speicher Neun Booking",
    ),
    Show(
        "kellerkind-berlin", "kellerkind", ("Kellerkind: Berlin", "Kellerkind: Berlin"),
        (
            "Großer Saal, kleine Boxen. Die Ratte steht auf der Gästeliste plus eins.",
            "Big hall, small speakers. The rat is on the guest list, plus one.",
        ),
        "berlin", Day("autumn", 1, 5), "19:00", "20:00", "21:00", "22:30", standing(600, "19.00", "15.00"),
        ("kellerkind",), CELLAR, seed=3, organiser="Lichthof Kultur gGmbH",
        values={"kulturpass_url": "https://www.kulturpass.example/angebote/kellerkind-berlin"},
    ),
    Show(
        "kellerkind-leipzig", "kellerkind", ("Kellerkind: Leipzig", "Kellerkind: Leipzig"),
        (
            "Fahrräder bitte draußen anschließen, drinnen werden sie Teil der Bühne.",
            "Please lock your bikes outside; indoors they become part of the stage.",
        ),
        "leipzig", Day("autumn", 1, 6), "18:00", "19:00", "19:30", "21:00", standing(240, "16.00", "12.00"),
        ("kellerkind",), CELLAR, seed=0, organiser="Speiche Konzerte",
        values={
            "personalization_requirement": "contact_tracing_required", "needs_postal_address": True, "cart_limit": 6,
        },
    ),
    Show(
        "kellerkind-london", "kellerkind", ("Kellerkind: London", "Kellerkind: London"),
        (
            "Ein Keller unter einem Pub. Wir fangen pünktlich an, aber nach den Uhren dort.",
            "A cellar below a pub. We will begin on time, by the clocks over there.",
        ),
        "london", Day("autumn", 2, 3), "19:00", "20:00", "20:30", "22:00", standing(280, "18.00", "14.00"),
        ("kellerkind",), CELLAR, seed=1, organiser="Coal Hole Nights",
    ),
    Show(
        "kellerkind-wien", "kellerkind", ("Kellerkind: Wien", "Kellerkind: Wien"),
        (
            "Einmal Käsekrainer für die Ratte, dann geht es los.",
            "One sausage with cheese for the rat, then we begin.",
        ),
        "wien", Day("autumn", 2, 4), "19:30", "20:30", "21:00", "22:30", standing(200, "16.00", "12.00"),
        ("kellerkind",), CELLAR, seed=2, organiser="Remise Kulturverein",
    ),
    Show(
        "kellerkind-zuerich", "kellerkind", ("Kellerkind: Zürich", "Kellerkind: Zürich"),
        (
            "Die Karten kosten hier mehr, weil das Brot hier mehr kostet. Wir bringen eigenes mit.",
            "Tickets cost more here because bread costs more here. We are bringing our own.",
        ),
        "zuerich", Day("autumn", 2, 5), "19:00", "20:00", "20:45", "22:15", standing(160, "22.00", "17.00"),
        ("kellerkind",), CELLAR, seed=3, organiser="Werftverein Zürich",
    ),
    Show(
        "kellerkind-dresden", "kellerkind", ("Kellerkind: Dresden", "Kellerkind: Dresden"),
        (
            "Ein Lampenwerk ohne Keller. Wir haben trotzdem zugesagt, das rächt sich jetzt.",
            "A lamp factory without a cellar. We said yes anyway, and now we pay for it.",
        ),
        "dresden", Day("autumn", 3, 3), "19:00", "20:00", "20:30", "22:00", standing(180, "16.00", "12.00"),
        ("kellerkind",), CELLAR, seed=0, organiser="Lampenwerk e. V.",
    ),
    Show(
        "kellerkind-graz", "kellerkind", ("Kellerkind: Graz", "Kellerkind: Graz"),
        (
            "Früher standen hier Pferde. Der Boden ist seitdem weich, das ist gut zum Springen.",
            "Horses used to live here. The floor has been soft ever since, which is good for jumping.",
        ),
        "graz", Day("autumn", 3, 4), "19:00", "20:00", "20:30", "22:00", standing(180, "16.00", "12.00"),
        ("kellerkind",), CELLAR, seed=2, organiser="Murstall Kultur",
    ),
    Show(
        "goldkante-sonntagsmatinee", "goldkante", ("Goldkante: Sonntagsmatinee", "Goldkante: Sunday matinée"),
        (
            "Blech zum Frühstück, Walzer zum Mittag. Tische gibt es nur zu zweit, einsam isst hier keiner.",
            "Brass for breakfast, waltzes for lunch. Seats are sold in pairs; nobody eats alone here.",
        ),
        "passau", Day("soon", 1, 6), "10:30", "11:00", "11:30", "14:00",
        (
            Block(
                (
                    Ticket(
                        ("Platz am Tisch", "Seat at a table"), "24.00",
                        ("Mit Weißwurst oder Käse", "With sausage or cheese"), default=True,
                    ),
                ),
                120,
            ),
        ),
        ("goldkante",), title=("Sonntagsmatinee", "Sunday matinée"), seed=0,
        organiser="Kulturverein Drei Flüsse", values={"force_ticket_amount": 2, "force_section": "Parkett"},
        related=("goldkante-liederbuch", "goldkante-honig-lp"),
    ),
    Show(
        "goldkante-muenchen", "goldkante",
        ("Goldkante: Tanzabend in München", "Goldkante: a night of dancing in München"),
        (
            "Der ganze Isarsaal wird Tanzboden. Um acht gibt Paula eine halbe Stunde Walzerkurs, danach gilt es.",
            "The whole hall becomes a dance floor. At eight Paula teaches the waltz for half an hour, then it counts.",
        ),
        "muenchen", Day("autumn", 3, 5), "19:00", "20:00", "20:30", "00:30",
        (
            Block(
                (Ticket(NORMAL, "23.00", default=True), Ticket(REDUCED, "17.00", PROOF)), 300,
                ("Tanzboden", "Dance floor"), "#7a1230",
            ),
            Block(
                (Ticket(NORMAL, "31.00", ("Am Rand, mit Kuchen", "At the side, with cake")),), 60,
                ("Galerie", "Gallery"), "#c79a3a",
            ),
        ),
        ("goldkante",), title=("Tanzabend", "A night of dancing"), seed=1, capacity=340, organiser="Isarsaal GmbH",
    ),
    Show(
        "goldkante-fruehschoppen", "goldkante", ("Goldkante: Frühschoppen", "Goldkante: morning pint"),
        (
            "Das war schön. Wer seine Klarinette vermisst: Sie liegt bei Paula.",
            "That was lovely. If you miss your clarinet: Paula has it.",
        ),
        "passau", Day("past", 0, 6), "10:00", "10:30", "11:00", "13:30", standing(150, "15.00", "11.00"),
        ("goldkante",), title=("Frühschoppen", "Morning pint"), seed=2, organiser="Kulturverein Drei Flüsse",
    ),
    Show(
        "merchstand-abend", "merchstand", ("Ein Abend am Merchstand", "A night at the merch table"),
        (
            ("Drei Bands, ein Tisch in der Mitte. Jede spielt ein Lied der anderen, danach wird ausgepackt und "
            "anprobiert."),
            "Three bands, one table in the middle. Each plays another's song; then we unpack and try things on.",
        ),
        "berlin", Day("soon", 5, 5), "17:00", "18:00", "21:30", "00:30", standing(500, "35.00", "28.00"),
        ("nachtfalter", "kellerkind", "goldkante"), seed=0, organiser="Lichthof Kultur gGmbH",
        listed=("merchstand", "nachtfalter", "kellerkind", "goldkante"),
        related=("halbmond-ringtausch-lp", "werkstatt-merchstand-shirt"),
    ),
    Show(
        "geheimbund-nacht-1", "geheimbund", ("Nacht 1: Rotlicht", "Night 1: Rotlicht"),
        (
            "Der Ort steht am Tag selbst an der Litfaßsäule. Einlass nur mit Karte und Losung.",
            "The place is posted that day on the pillar. Admission only with a ticket and the word.",
        ),
        "berlin", Day("soon", 0, 6), "00:30", "01:00", "01:00", "06:30",
        (
            Block(
                (
                    Ticket(("Durchlass", "Passage"), "22.00", default=True),
                    Ticket(("Nach 04.00", "After 04.00"), "12.00"),
                ),
                180,
            ),
        ),
        ("geheimbund",), seed=0, organiser="Verein zur Pflege der Nacht e. V.",
        values={"personalization_requirement": "check_in_required", "checkin": True, "cart_limit": 2,
        "default_amount": 1},
        texts={
            "disclaimer_text": (
                "Keine Fotos. Wer filmt, geht.",
                "No photos. Whoever films, leaves.",
            )
        },
    ),
    Show(
        "geheimbund-nacht-2", "geheimbund", ("Nacht 2: Schwarm", "Night 2: Schwarm"),
        (
            "Sechs Räume, ein Takt. Dieselbe Säule, eine andere Tür.",
            "Six rooms, one beat. The same pillar, another door.",
        ),
        "leipzig", Day("soon", 3, 6), "00:30", "01:00", "01:00", "06:30",
        (Block((Ticket(("Durchlass", "Passage"), "22.00", default=True),), 180),),
        ("geheimbund",), seed=1, organiser="Verein zur Pflege der Nacht e. V.", presale_in_days=21,
        values={"cart_limit": 2, "default_amount": 1},
    ),
    *SEATED,
)  # fmt: skip
