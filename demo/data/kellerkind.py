"""What Kellerkind sell, the most loved first."""

from demo.plan import SOLD_OUT, UNLIMITED, Item, Panel, Size

VIER_STUFEN_TRACKS = Panel(
    ("Titelliste", "Track list"),
    (
        (
            "<ol><li>Sicherung raus</li><li>Vier Stufen</li><li>Kartoffelherz</li><li>Feucht</li><li>Kein "
            "Empfang</li><li>Ratte</li><li>Kohle</li><li>Nebenan</li></ol><p>17 Minuten, mit Pause.</p>"
        ),
        (
            "<ol><li>Sicherung raus</li><li>Vier Stufen</li><li>Kartoffelherz</li><li>Feucht</li><li>Kein "
            "Empfang</li><li>Ratte</li><li>Kohle</li><li>Nebenan</li></ol><p>17 minutes, including a break.</p>"
        ),
    ),
    detail=True,
)

ITEMS: tuple[Item, ...] = (
    Item(
        "kellerkind-ratte-shirt", "tee", "22.00", ("T-Shirt „Sieglinde“", "T-shirt “Sieglinde”"),
        (
            ("Die Ratte, der wir alles verdanken. Siebdruck aus dem eigenen Keller, jedes Shirt etwas anders, weil "
            "die Rakel einen Knick hat."),
            ("The rat to whom we owe everything. Screen-printed in our own cellar, each shirt slightly different "
            "because the squeegee is bent."),
        ),
        seed=2, cloth="black", stock={"M": 5, "XXL": SOLD_OUT},
        related=("kellerkind-ratte-aufnaeher", "kellerkind-ratte-beutel", "kellerkind-vier-stufen-lp"),
    ),
    Item(
        "kellerkind-vier-stufen-lp", "vinyl", "20.00", ("Vier Stufen (LP)", "Vier Stufen (LP)"),
        (
            ("Acht Lieder, siebzehn Minuten, eine Seite. Auf der anderen ist eine Kartoffel eingeritzt, mit der Nadel "
            "bitte nicht drüber."),
            ("Eight songs, seventeen minutes, one side. The other has a potato scratched into it; please keep the "
            "needle off."),
        ),
        seed=3, panels=(VIER_STUFEN_TRACKS,), related=("kellerkind-vier-stufen-mc", "kellerkind-birne-shirt"),
    ),
    Item(
        "kellerkind-zu-laut-hoodie", "hoodie", "45.00", ("Hoodie „Zu laut“", "Hoodie “Too loud”"),
        (
            ("Der Zettel, den die Nachbarin unter der Tür durchgeschoben hat, in Kleidergröße. Frau Brömmel hat der "
            "Verwendung zugestimmt und trägt L."),
            ("The note our neighbour pushed under the door, in clothing sizes. Mrs Brömmel has agreed to its use and "
            "wears an L."),
        ),
        seed=0, cloth="black", stock={"L": 2}, related=("kellerkind-zu-laut-shirt",),
    ),
    Item(
        "kellerkind-zu-laut-shirt", "tee", "22.00", ("T-Shirt „Zu laut“", "T-shirt “Too loud”"),
        (
            "Offener Mund, Balken vor den Augen. Steht dir, auch wenn du leise bist.",
            "Open mouth, bar across the eyes. Suits you, even if you are quiet.",
        ),
        seed=0, cloth="recycled",
    ),
    Item(
        "kellerkind-kartoffel-shirt", "tee", "22.00", ("T-Shirt „Kartoffelherz“", "T-shirt “Potato heart”"),
        (
            "Im Kartoffeldruck entworfen, im Siebdruck vervielfältigt. Keimt nicht.",
            "Designed as a potato print, multiplied by screen. Will not sprout.",
        ),
        seed=1, cloth="yellow", related=("kellerkind-kartoffel-becher",), abroad={"ch": "26.00"},
        values={"show_color_in_combined_product": True},
    ),
    Item(
        "kellerkind-vier-stufen-mc", "tape", "7.00", ("Vier Stufen (Tape)", "Vier Stufen (tape)"),
        (
            ("Auf gebrauchte Kassetten überspielt. Am Ende der B-Seite läuft manchmal noch, was vorher drauf war: bei "
            "meinem „Die drei Detektive“."),
            ("Dubbed onto used cassettes. At the end of side B you sometimes hear what was on it before: on mine, a "
            "radio play about three detectives."),
        ),
        seed=3, all_stock=25,
    ),
    Item(
        "kellerkind-manifest-shirt", "tee", "22.00", ("T-Shirt „Manifest“", "T-shirt “Manifesto”"),
        (
            "Wir haben keine Heizung, aber vier Verstärker und eine Sicherung. Alles Weitere steht auf der Brust.",
            "We have no heating, but four amplifiers and one fuse. Everything else is written on the chest.",
        ),
        seed=4, cloth="grey", was="25.00", lately="23.00",
    ),
    Item(
        "kellerkind-birne-shirt", "tee", "22.00", ("T-Shirt „Vier Stufen“", "T-shirt “Four steps”"),
        (
            "Glühbirne, Treppe, Ende. Zeigt den Weg in den Proberaum, falls du uns mal besuchen willst.",
            "Bulb, stairs, end. Shows the way to our rehearsal room in case you want to drop by.",
        ),
        seed=3, cloth="black", stock={"S": SOLD_OUT, "M": SOLD_OUT},
    ),
    Item(
        "kellerkind-aufnaeher-wunsch", "patch", "8.00", ("Aufnäher mit deinem Spruch", "Patch with your own slogan"),
        (
            ("Du schreibst, wir drucken: bis zu achtzig Zeichen auf den Zettel unter der Ratte. Beleidigungen nur "
            "gegen uns selbst."),
            "You write, we print: up to eighty characters on the note below the rat. Insults only if aimed at us.",
        ),
        seed=2, cloth="recycled", all_stock=UNLIMITED, values={"personalised": True},
        texts={
            "disclaimer": (
                "Einzelstücke nach deinem Text sind vom Umtausch ausgenommen.",
                "Pieces made to your text cannot be exchanged.",
            )
        },
    ),
    Item(
        "kellerkind-kellergeist", "mug", "19.00", ("Becher mit Kellergeist (4 cl)", "Mug with Kellergeist (4 cl)"),
        (
            ("Emaillebecher und ein Fläschchen Pflaumenbrand, 40 % vol, gebrannt von Onkel Horst. Der Becher hält "
            "länger."),
            ("An enamel mug and a small bottle of plum brandy, 40 % vol, distilled by uncle Horst. The mug lasts "
            "longer."),
        ),
        seed=3, cloth="black", values={"over_18": True, "cart_limit": 2},
        texts={"warnings": ("Enthält Alkohol. Abgabe nur an Erwachsene.", "Contains alcohol. For adults only.")},
    ),
    Item(
        "kellerkind-ratte-beutel", "tote", "10.00", ("Beutel „Sieglinde“", "Tote bag “Sieglinde”"),
        (
            "Trägt Käse, Kabel und Kleingeld. Riecht am Anfang nach Farbe, am Ende nach Käse.",
            "Carries cheese, cables and coins. Smells of ink at first and of cheese in the end.",
        ),
        seed=2, cloth="natural", values={"bind_leave_empty": True},
    ),
    Item(
        "kellerkind-fanzine", "book", "5.00", ("Fanzine „Feucht“", "Fanzine “Damp”"),
        (
            ("28 Seiten kopiert, gefaltet, zweimal geklammert. Jede Ausgabe einzeln wählbar; Nummer 1 ist das "
            "Original, auf dem der Kaffee steht."),
            ("28 pages copied, folded, stapled twice. Choose your issue; number 1 is the original with the coffee on "
            "it."),
        ),
        seed=4,
        sizes=(
            Size(("Nr. 1: Schimmel", "No. 1: Mould"), "4.00", message=("Mit Kaffeerand", "With coffee ring")),
            Size(("Nr. 2: Nachbarn", "No. 2: Neighbours")), Size(("Nr. 3: Kohle", "No. 3: Coal")),
            Size(("Nr. 4: Rattenrezepte", "No. 4: Rat recipes")),
        ),
        stock={"Nr. 1: Schimmel": 1, "Nr. 2: Nachbarn": SOLD_OUT},
        texts={"list_price_prefix": ("ab", "from")}, values={"select": True, "adapt_image_size": True},
    ),
    Item(
        "kellerkind-stufen-longsleeve", "longsleeve", "29.00", ("Longsleeve „Kohle“", "Longsleeve “Coal”"),
        (
            "Ärmel lang genug für einen Keller bei elf Grad. Der Druck ist vorne, die Wärme musst du mitbringen.",
            "Sleeves long enough for a cellar at eleven degrees. The print is on the front, bring the warmth yourself.",
        ),
        seed=3, cloth="grey",
    ),
    Item(
        "kellerkind-ratte-aufnaeher", "patch", "4.00", ("Aufnäher „Sieglinde“", "Patch “Sieglinde”"),
        (
            "Kleine Ratte, großer Rand. Hält angeblich auch mit Tacker.",
            "Small rat, wide border. Said to hold with a stapler, too.",
        ),
        seed=2, cloth="black", all_stock=UNLIMITED,
    ),
    Item(
        "kellerkind-zulaut-cap", "cap", "20.00", ("Cap „Keine Ruhe“", "Cap “No peace”"),
        (
            "Schirm gerade, gebogen wird sie von selbst. Verdeckt zuverlässig die Augenringe vom Vorabend.",
            "Flat brim; it will bend all by itself. Reliably hides what last night did to your eyes.",
        ),
        seed=5, cloth="black",
    ),
    Item(
        "kellerkind-sicherung-single", "single", "8.00", ("Sicherung raus (Single)", "Sicherung raus (single)"),
        (
            "Bricht nach 1:12 ab, weil wirklich die Sicherung rausgeflogen ist. Wir fanden: fertig.",
            "Stops after 1:12 because the fuse really did blow. We thought: done.",
        ),
        seed=3, all_stock=4,
    ),
    Item(
        "kellerkind-kartoffel-becher", "mug", "13.00", ("Becher „Kartoffelherz“", "Mug “Potato heart”"),
        (
            "Für Suppe gedacht. Kaffee geht auch, schmeckt dann aber nach Suppe.",
            "Made for soup. Coffee works as well but will taste of soup.",
        ),
        seed=1, cloth="recycled",
    ),
    Item(
        "kellerkind-zulaut-plakat", "poster", "9.00", ("Plakat „Zu laut“", "Poster “Too loud”"),
        (
            "Genau so groß wie die Stelle an der Wand, an der es durchgeschimmelt hat.",
            "Exactly the size of the spot on the wall where the damp came through.",
        ),
        seed=0, all_stock=60,
    ),
    Item(
        "kellerkind-manifest-hoodie", "hoodie", "45.00", ("Hoodie „Manifest“", "Hoodie “Manifesto”"),
        (
            "Ersatz für die fehlende Heizung. Fünf von fünf Leuten im Proberaum würden ihn wieder anziehen.",
            "A replacement for the heating we lack. Five out of five people at rehearsal would put it on again.",
        ),
        seed=4, cloth="grey", stock={"XL": SOLD_OUT},
    ),
    Item(
        "kellerkind-mitternachtskonzert", "cd", "10.00",
        ("Live im Heizungskeller (CD)", "Live in the boiler room (CD)"),
        (
            "Mitgeschnitten mit einem Diktiergerät in einem Gummistiefel. Klingt besser, als es sich liest.",
            "Recorded with a dictaphone in a rubber boot. Sounds better than it reads.",
        ),
        seed=0,
    ),
    Item(
        "kellerkind-erste-kassette", "tape", "12.00", ("Demo 1 (Tape)", "Demo 1 (tape)"),
        (
            "Fünfzig Stück, mit der Hand beschriftet, alle weg. Wer eine hat, soll sich melden, unsere ist kaputt.",
            "Fifty copies, labelled by hand, all gone. If you have one, call us, ours is broken.",
        ),
        seed=1, all_stock=SOLD_OUT,
        texts={
            "sold_out_message": (
                "Weg ist weg. Vielleicht findet Sieglinde noch eine.",
                "Gone is gone. Perhaps Sieglinde will dig one up.",
            )
        },
    ),
    Item(
        "kellerkind-kartoffel-kindershirt", "kids", "15.00", ("Kinder-Shirt „Kartoffel“", "Kids' shirt “Potato”"),
        (
            "Für den Nachwuchs im Moshpit am Rand, da wo die Jacken liegen.",
            "For young people in the quiet corner of the pit, where the coats are.",
        ),
        seed=1, cloth="yellow", values={"select": True},
    ),
    Item(
        "kellerkind-birne-beutel", "tote", "10.00", ("Beutel „Glühbirne“", "Tote bag “Light bulb”"),
        (
            "Schwarz, damit man die Flecken nicht sieht. Innen auch schwarz, damit man den Schlüssel nicht findet.",
            "Black, so that stains do not show. Black inside as well, so that you never find your keys.",
        ),
        seed=3, cloth="black", was="12.00",
    ),
    Item(
        "kellerkind-ratte-fitted", "fitted", "22.00", ("T-Shirt „Nebenan“, tailliert", "T-shirt “Next door”, fitted"),
        (
            "Die Nachbarn haben gefragt, ob es das auch enger gibt. Gibt es jetzt.",
            "The neighbours asked whether it came in a tighter cut. Now it does.",
        ),
        seed=2, cloth="recycled",
    ),
    Item(
        "kellerkind-rauchmelder-aufnaeher", "patch", "4.00", ("Aufnäher „Keine Heizung“", "Patch “No heating”"),
        (
            "Das Manifest in Briefmarkengröße, lesbar für alle unter vierzig.",
            "The manifesto at the size of a stamp, legible to anyone under forty.",
        ),
        seed=4, cloth="black", values={"bind_leave_empty": True},
    ),
    Item(
        "kellerkind-gaffa", "band", "9.00", ("Gaffaband „Hält schon“", "Gaffer tape “It will hold”"),
        (
            "25 Meter, schwarz, matt. Hat zwei Tourneen, einen Auspuff und Joschas Brille zusammengehalten.",
            "25 metres, black, matt. Has held together two tours, one exhaust pipe and Joscha's glasses.",
        ),
        seed=5, all_stock=80, values={"content_amount": "25", "content_unit": "m"},
    ),
    Item(
        "kellerkind-geschenktuete", "band", "1.50", ("Papiertüte mit Stempel", "Paper bag with a stamp"),
        (
            "Für Sieglinde, wenn sie ein Geschenk wird. Gestempelt, solange das Kissen reicht.",
            "For Sieglinde, when she becomes a present. Stamped for as long as the pad lasts.",
        ),
        seed=6, all_stock=UNLIMITED, follows="kellerkind-ratte-shirt",
    ),
    Item(
        "kellerkind-kiste", "bundle", "33.00", ("Die Kartoffelkiste", "The potato box"),
        (
            ("Eine echte Kartoffelkiste, Kartoffeln raus, Shirt und Aufnäher rein. Ob eine LP oder eine CD dazukommt, "
            "sagst du; ob noch Platz für mehr ist, sagt die Kiste."),
            ("A real potato box: potatoes out, shirt and patch in. You say whether it gets an LP or a CD; the box says "
            "whether there is room for more."),
        ),
        all_stock=45, values={"root": True, "hide_in_combined_product": True, "cart_limit": 3},
        texts={"list_price_prefix": ("ab", "from")},
        lying=(("vinyl", 3, None), ("t_shirt", 1, "yellow"), ("patch", 2, "black")),
        related=("kellerkind-kartoffel-shirt", "kellerkind-vier-stufen-lp"),
    ),
    Item(
        "kellerkind-wochenende", "bundle", "25.00", ("Zwei Keller, ein Band", "Two cellars, one wristband"),
        (
            ("Samstag Berlin, Sonntag Leipzig: zwei Karten und ein Stoffband ums Handgelenk, das am Montag noch dran "
            "ist. Wie du von der einen Stadt in die andere kommst, ist dein Problem; bei uns ist kein Platz mehr."),
            ("Saturday in Berlin, Sunday in Leipzig: two tickets and a cloth band around your wrist that will still be "
            "there on Monday. How you get from one city to the other is your problem; our van is full."),
        ),
        all_stock=80, values={"root": True, "cart_limit": 4},
        lying=(("poster", 3, None), ("poster", 0, None)),
        texts={"material": ("Gewebtes Polyester", "Woven polyester")},
    ),
)  # fmt: skip
