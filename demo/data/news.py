"""What the shops tell: the slider on top, hot news, further news."""

from demo.plan import Story

STORIES: tuple[Story, ...] = (
    Story(
        "merchstand", "feature", ("Drei Bands, ein Tisch", "Three bands, one table"),
        (
            "Einmal im Jahr räumen wir die Kisten weg und machen Platz. Jede Band spielt ein Lied der anderen.",
            "Once a year we clear the boxes away and make room. Each band plays a song of the others.",
        ),
        "/events/merchstand-abend", ("event", "merchstand", 4), inverse=True,
    ),
    Story(
        "merchstand", "feature", ("Bis das Licht angeht", "Until the lights come on"),
        (
            "Nachtfalter sind zehn Nächte lang unterwegs und bringen ihre eigene Lampe mit.",
            "Nachtfalter are out for ten nights and bring a lamp of their own.",
        ),
        "/tours/bis-das-licht-angeht", ("event", "nachtfalter", 6), inverse=True,
    ),
    Story(
        "merchstand", "feature", ("Selbst gedruckt, selbst schief", "Printed by hand, crooked by hand"),
        (
            "Die neue Kollektion von Kellerkind ist da. Kein Shirt wie das andere, das war keine Absicht.",
            "Kellerkind's new collection is here. No two shirts are alike, and that was not the plan.",
        ),
        "/artists/kellerkind", ("stall", "kellerkind"), inverse=False,
    ),
    Story(
        "merchstand", "hot", ("Hamburg bekommt eine zweite Nacht", "Hamburg gets a second night"),
        (
            "Nachtfalter hängen einen Abend an. Wer beim ersten Mal zu langsam war: jetzt.",
            "Nachtfalter add an evening. If you were too slow the first time: now.",
        ),
        "/events/nachtfalter-hamburg-zusatz", ("news", "nachtfalter", 4), inverse=True,
    ),
    Story(
        "merchstand", "hot", ("Heimspiel mit Karte", "A home game with tickets"),
        (
            "In Wuppertal kommen sonst alle umsonst rein. Der Keller ist aber kleiner als die Verwandtschaft.",
            "In Wuppertal everyone gets in for free. But the cellar is smaller than the family.",
        ),
        "/events/kellerkind-wuppertal", ("news", "kellerkind", 4),
    ),
    Story(
        "merchstand", "hot", ("Blech zum Frühstück", "Brass for breakfast"),
        (
            "Goldkante spielen eine Matinee an gedeckten Tischen. Kuchen ist im Preis drin.",
            "Goldkante play a matinée at laid tables. Cake is included.",
        ),
        "/events/goldkante-sonntagsmatinee", ("news", "goldkante", 4),
    ),
    Story(
        "merchstand", "hot", ("66 Nächte an der Wand", "66 nights on the wall"),
        (
            "Das Plakatarchiv ist komplett. Manche Abzüge gibt es nur noch drei Mal.",
            "The poster archive is complete. Of some prints only three are left.",
        ),
        "/categories/plakatarchiv", ("news", "merchstand", 4),
    ),
    Story(
        "merchstand", "regular", ("Freitags wird gepackt", "Fridays are for packing"),
        (
            "Was bis Donnerstag bestellt ist, geht am Freitag raus. Von Hand, mit lauter Musik.",
            "Orders that come in by Thursday leave on Friday. By hand, with the music turned up.",
        ),
        "", ("news", "merchstand", 3),
    ),
    Story(
        "merchstand", "regular", ("Deine Band am Tisch?", "Your band at our table?"),
        (
            "Zwei Plätze sind noch frei. Schreib uns, was ihr spielt und was ihr druckt.",
            "Two places are left. Write to us what you play and what you print.",
        ),
        "/contact", ("news", "merchstand", 6),
    ),
    Story(
        "merchstand", "regular", ("Hinten links, neben der Jacke", "At the back, on the left, beside the jacket"),
        (
            "Wo Nachtfalter und Kellerkind spielen, steht unser Tisch. Die Jacke holt seit März niemand ab.",
            "Where Nachtfalter and Kellerkind play, there is our table. Nobody has fetched the jacket since March.",
        ),
        "/events", ("news", "kellerkind", 7),
    ),
    Story(
        "merchstand", "regular", ("Neues von der Wand", "News from the wall"),
        (
            "Das Plakat vom letzten Mal hängt jetzt im Archiv. Die Reißzwecken behalten wir.",
            "Last time's poster hangs in the archive now. We keep the drawing pins.",
        ),
        "/categories/plakatarchiv", ("news", "goldkante", 3),
    ),
    Story(
        "nachtfalter", "hot", ("„Puppenruhe“ erscheint auf Vinyl", "“Puppenruhe” comes out on vinyl"),
        (
            "Zwölf Lieder, in Petrol gegossen. Zum Vorhören legen wir die Testpressung selbst auf.",
            "Twelve songs, poured in petrol blue. At the listening session we put the test pressing on ourselves.",
        ),
        "/events/nachtfalter-vorhoeren", ("news", "nachtfalter", 3),
    ),
    Story(
        "nachtfalter", "hot", ("Noch eine Nacht in Hamburg", "One more night in Hamburg"),
        (
            "Der Kaispeicher hat uns den nächsten Abend dazugegeben. Die Lampe bleibt einfach stehen.",
            "The warehouse gave us the next evening, too. The lamp will simply stay where it is.",
        ),
        "/events/nachtfalter-hamburg-zusatz", ("event", "nachtfalter", 8),
    ),
    Story(
        "kellerkind", "hot", ("Vier Stufen runter, acht Mal", "Four steps down, eight times"),
        (
            "Die Tour steht. Der Sprinter auch, meistens am Straßenrand.",
            "The tour stands. So does the van, mostly by the side of the road.",
        ),
        "/tours/vier-stufen-runter", ("news", "kellerkind", 7),
    ),
    Story(
        "kellerkind", "regular", ("Der Kopierer ist wieder heil", "The copier works again"),
        ("Darum gibt es das Fanzine wieder. Solange er heil ist.", "So the fanzine is back. For as long as it works."),
        "/products/kellerkind-fanzine", ("news", "kellerkind", 3),
    ),
    Story(
        "geheimbund", "hot", ("Nacht 1", "Night 1"),
        ("Der Ort steht am Tag selbst an der Säule.", "On the day, the place is on the column."),
        "/events/geheimbund-nacht-1", ("news", "geheimbund", 5),
    ),
    Story(
        "goldkante", "hot", ("Tanzabend in München", "A night of dancing in München"),
        (
            "Elf Kilo Blech, ein Parkett und die Bitte, die guten Schuhe anzuziehen.",
            "Eleven kilos of brass, a parquet floor, and the request to wear your good shoes.",
        ),
        "/events/goldkante-muenchen", ("news", "goldkante", 3),
    ),
)  # fmt: skip
