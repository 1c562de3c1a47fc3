"""What Nachtfalter sell, the most loved first."""

from demo.plan import SOLD_OUT, UNLIMITED, Item, Panel, Size

MONDGEWICHT_TRACKS = Panel(
    ("Titelliste", "Track list"),
    (
        ("<ol><li>Halb vier</li><li>Mondgewicht</li><li>Samt</li><li>Lampenfieber</li><li>Puppenruhe</li>"
        "<li>Petrolblau</li><li>Staub (bei offenem Fenster)</li></ol>"),
        ("<ol><li>Halb vier</li><li>Mondgewicht</li><li>Samt</li><li>Lampenfieber</li><li>Puppenruhe</li>"
        "<li>Petrolblau</li><li>Staub (with the window open)</li></ol>"),
    ),
    detail=True,
)  # fmt: skip
STAUB_TRACKS = Panel(
    ("Titelliste", "Track list"),
    (
        "<ol><li>Staub</li><li>Schwimmerbecken</li><li>Neonröhre</li><li>Kachel 41</li><li>Letzte Bahn</li></ol>",
        "<ol><li>Staub</li><li>Schwimmerbecken</li><li>Neonröhre</li><li>Kachel 41</li><li>Letzte Bahn</li></ol>",
    ),
    detail=True,
)

ITEMS: tuple[Item, ...] = (
    Item(
        "nachtfalter-mondgewicht-lp", "vinyl", "26.00", ("Mondgewicht (LP)", "Mondgewicht (LP)"),
        (
            ("Das zweite Album, sieben Lieder in 38 Minuten. Vinyl, so schwarz wie das Zimmer, dazu ein Textblatt, "
            "das man nur schräg gegen das Licht lesen kann."),
            ("The second album, seven songs in 38 minutes. Vinyl as black as the room, with a lyric sheet that can "
            "only be read held aslant against the light."),
        ),
        seed=3, panels=(MONDGEWICHT_TRACKS,), related=("nachtfalter-mondphasen-shirt", "nachtfalter-mondgewicht-cd"),
        abroad={"ch": "29.00"}, values={"cart_limit": 4},
    ),
    Item(
        "nachtfalter-mondphasen-shirt", "tee", "28.00", ("T-Shirt „Mondphasen“", "T-shirt “Moon phases”"),
        (
            ("Fünf Monde, ein Flügelpaar, gedruckt in drei Farben auf schwere Baumwolle. Ida hat die Vorlage mit dem "
            "Zirkel gezeichnet, deshalb stimmt die Symmetrie bis auf einen Punkt. Such ihn."),
            ("Five moons, one pair of wings, printed in three colours on heavy cotton. Ida drew it with compasses, so "
            "the symmetry is perfect except for one dot. Find it."),
        ),
        seed=3, cloth="night", stock={"S": 4, "XL": SOLD_OUT},
        related=("nachtfalter-mondgewicht-lp", "nachtfalter-mondphasen-beutel", "nachtfalter-luna-hoodie"),
        abroad={"at": "29.00", "ch": "33.00"}, values={"scroll_offset": 60},
    ),
    Item(
        "nachtfalter-luna-hoodie", "hoodie", "59.00", ("Hoodie „Luna“", "Hoodie “Luna”"),
        (
            ("Der große Falter quer über der Brust, innen angeraut, Kapuze doppelt gelegt. Für die letzte Bahn nach "
            "Hause, die nicht kommt."),
            ("The big moth across the chest, brushed inside, with a double-layered hood. For the last tram home, the "
            "one that never comes."),
        ),
        seed=0, cloth="night", stock={"M": 3}, related=("nachtfalter-luna-shirt", "nachtfalter-blick-cap"),
    ),
    Item(
        "nachtfalter-luna-shirt", "tee", "28.00", ("T-Shirt „Luna“", "T-shirt “Luna”"),
        (
            ("Der Falter vom ersten Plakat. Wir wollten ihn eigentlich in Rente schicken, aber ihr habt ihn weiter "
            "nachbestellt."),
            "The moth from our very first poster. We meant to retire it, but you kept asking for more.",
        ),
        seed=0, cloth="petrol", related=("nachtfalter-luna-hoodie",),
    ),
    Item(
        "nachtfalter-staub-lp", "vinyl", "24.00", ("Staub (LP)", "Staub (LP)"),
        (
            ("Das Debüt, aufgenommen in einem leeren Hallenbad mit neun Sekunden Nachhall. Dritte Pressung, diesmal "
            "in Staubrosa und ohne den Sprung in Seite B."),
            ("The debut, recorded in an empty swimming pool with nine seconds of echo. Third pressing, dusty pink "
            "this time and without the skip on side B."),
        ),
        seed=4, panels=(STAUB_TRACKS,), related=("nachtfalter-staub-cd", "nachtfalter-mondgewicht-lp"),
    ),
    Item(
        "nachtfalter-puppenruhe-lp", "vinyl", "29.00", ("Puppenruhe (LP, Vorbestellung)", "Puppenruhe (LP, pre-order)"),
        (
            ("Das dritte Album liegt noch im Presswerk und dreht sich nicht. Wer jetzt bestellt, bekommt es zur "
            "Veröffentlichung und dazu ein Foto vom Abend der letzten Aufnahme."),
            ("The third album is still at the plant, not spinning yet. Order now and you will have it on release day, "
            "together with a photograph from the last night of recording."),
        ),
        seed=5, shippable_in_days=63, all_stock=300, related=("nachtfalter-puppenruhe-cd",),
        values={"cart_limit": 2, "order_merging_allowed": False}, sticker="MAX. 2",
    ),
    Item(
        "nachtfalter-blume-longsleeve", "longsleeve", "36.00",
        ("Longsleeve „Nachtblüher“", "Longsleeve “Night flower”"),
        (
            ("Eine Blüte, die nur aus Flügeln besteht, und der Bandname klein am Ärmel. Läuft beim ersten Waschen "
            "nicht ein, danach auch nicht."),
            ("A flower made of nothing but wings, and the band's name small on the sleeve. Does not shrink in the "
            "first wash, nor afterwards."),
        ),
        seed=4, cloth="black", stock={"S": SOLD_OUT, "L": 2},
    ),
    Item(
        "nachtfalter-blick-shirt", "fitted", "27.00", ("T-Shirt „Blick“, tailliert", "T-shirt “Stare”, fitted"),
        (
            ("Zwei Augen, die keine sind: Falter tragen sie, um größer zu wirken. Funktioniert auch in der Schlange "
            "vor der Garderobe."),
            "Two eyes that are none: moths wear them to seem larger. Works in the queue for the cloakroom, too.",
        ),
        seed=1, cloth="pink", was="29.00",
    ),
    Item(
        "nachtfalter-mondgewicht-cd", "cd", "15.00", ("Mondgewicht (CD)", "Mondgewicht (CD)"),
        (
            "Dieselben sieben Lieder im Pappschuber, passt in jeden Briefkasten und in die Innentasche des Mantels.",
            "The same seven songs in a card sleeve; fits every letter box and the inside pocket of a coat.",
        ),
        seed=3, panels=(MONDGEWICHT_TRACKS,), related=("nachtfalter-mondgewicht-lp",),
    ),
    Item(
        "nachtfalter-mondphasen-beutel", "tote", "14.00", ("Beutel „Mondphasen“", "Tote bag “Moon phases”"),
        (
            "Fester Stoff, lange Henkel, ein Innenfach für Schlüssel und Ohrstöpsel. Der Mond nimmt darauf zu, nie ab.",
            "Sturdy cloth, long handles, an inner pocket for keys and earplugs. Its moon only ever waxes.",
        ),
        seed=3, cloth="natural", all_stock=UNLIMITED,
    ),
    Item(
        "nachtfalter-blick-cap", "cap", "26.00", ("Cap „Blick“", "Cap “Stare”"),
        (
            ("Gestickte Augen über dem Schirm. Sechs Felder, Messingschnalle, hält auch gegen den Wind auf der "
            "Albertbrücke."),
            "Embroidered eyes above the brim. Six panels, brass buckle, holds against the wind on any bridge.",
        ),
        seed=1, cloth="night",
    ),
    Item(
        "nachtfalter-mitschnitt", "tape", "9.00", ("Mitschnitt-Kassette", "Live tape"),
        (
            ("Jeder Abend der letzten Tour, direkt vom Mischpult auf Band. Such dir deinen aus; auf manchen hört man, "
            "wie jemand im Publikum einschläft."),
            ("Every night of the last tour, straight from the desk to tape. Choose yours; on some of them you can "
            "hear somebody in the audience fall asleep."),
        ),
        seed=2, all_stock=12,
        sizes=(
            Size(("Dresden, Heimspiel", "Dresden, home game"), "2.00"), Size(("Leipzig", "Leipzig")),
            Size(("Berlin", "Berlin")), Size(("Hamburg", "Hamburg"), message=("Mit Zugabe", "With encore")),
            Size(("Köln", "Köln")), Size(("Wien", "Wien")), Size(("Graz", "Graz")), Size(("Bern", "Bern")),
        ),
        stock={"Leipzig": SOLD_OUT, "Wien": 2},
        texts={"list_price_prefix": ("ab", "from")}, values={"select": True},
    ),
    Item(
        "nachtfalter-flug-shirt", "tee", "28.00", ("T-Shirt „Flugbahn“", "T-shirt “Flight path”"),
        (
            ("Der Weg eines Falters um eine Lampe, als eine einzige Linie gezeichnet. Jonas hat dafür eine Nacht lang "
            "zugesehen und nicht ins Licht geschaut."),
            ("The path of a moth around a lamp, drawn as one single line. Jonas watched for a whole night and did not "
            "look into the light."),
        ),
        seed=5, cloth="black",
    ),
    Item(
        "nachtfalter-lampenfieber-single", "single", "11.00",
        ("Lampenfieber / Samt (Single)", "Lampenfieber / Samt (single)"),
        (
            ("Zwei Lieder, 45 Umdrehungen, und auf der B-Seite eine Fassung von „Samt“, bei der Ida allein am Klavier "
            "sitzt."),
            "Two songs at 45 rpm, and on the B-side a version of “Samt” with Ida alone at the piano.",
        ),
        seed=1, all_stock=5,
    ),
    Item(
        "nachtfalter-schwarm-plakat", "poster", "16.00", ("Plakat „Schwarm“", "Poster “Swarm”"),
        (
            ("Der Kreis der kleinen Falter, als Siebdruck in zwei Farben. Im Dunkeln leuchtet nichts, aber man hat "
            "das Gefühl."),
            "The ring of little moths, screen-printed in two colours. Nothing glows in the dark, but it feels as if.",
        ),
        seed=2, all_stock=40,
    ),
    Item(
        "nachtfalter-signiertes-plakat", "poster", "32.00", ("Plakat, für dich signiert", "Poster, signed for you"),
        (
            "Schreib uns, wem wir es widmen sollen, bis zu achtzig Zeichen. Ida schreibt ordentlich, Jonas nicht.",
            "Tell us whom to dedicate it to, up to eighty characters. Ida has neat handwriting, Jonas has not.",
        ),
        seed=0, all_stock=30, values={"personalised": True, "cart_limit": 3},
        texts={
            "disclaimer": (
                "Gewidmete Plakate können wir nicht zurücknehmen: Sie gehören schon jemandem.",
                "We cannot take back dedicated posters: they already belong to somebody.",
            )
        },
    ),
    Item(
        "nachtfalter-teebecher", "mug", "17.00", ("Becher „Halb vier“", "Mug “Half past three”"),
        (
            "Für den Tee, den man um halb vier macht, weil Schlafen jetzt auch nichts mehr bringt.",
            "For the tea you make at half past three because sleep would be no use any more.",
        ),
        seed=3, cloth="night",
    ),
    Item(
        "nachtfalter-luna-aufnaeher", "patch", "6.00", ("Aufnäher „Luna“", "Patch “Luna”"),
        (
            "Neun Zentimeter Spannweite, gewebt, nicht gedruckt. Sitzt auf Jeansjacken ebenso gut wie auf Löchern.",
            "Nine centimetres across, woven rather than printed. Sits as well on denim as on holes.",
        ),
        seed=0, cloth="night", all_stock=UNLIMITED,
    ),
    Item(
        "nachtfalter-staub-cd", "cd", "13.00", ("Staub (CD)", "Staub (CD)"),
        (
            "Das Hallenbad-Album in der Ausgabe mit dem Bademeister auf der letzten Seite.",
            "The swimming-pool album, in the edition with the lifeguard on its last page.",
        ),
        seed=4, panels=(STAUB_TRACKS,), was="15.00",
    ),
    Item(
        "nachtfalter-puppenruhe-cd", "cd", "16.00", ("Puppenruhe (CD, Vorbestellung)", "Puppenruhe (CD, pre-order)"),
        (
            "Album drei für alle ohne Plattenspieler. Kommt am selben Tag wie das Vinyl, nur leichter.",
            "Album three for everyone without a turntable. Arrives on the same day as the vinyl, only lighter.",
        ),
        seed=5, shippable_in_days=63,
    ),
    Item(
        "nachtfalter-notenheft", "book", "19.00", ("Notenheft „Staub & Mondgewicht“", "Songbook “Staub & Mondgewicht”"),
        (
            ("Zwölf Lieder für Klavier und zwei Stimmen, mit Griffbildern. Im Vorwort erklärt Ida, warum der Akkord "
            "in „Petrolblau“ kein Druckfehler ist."),
            ("Twelve songs for piano and two voices, with chord charts. In the preface Ida explains why the chord in "
            "“Petrolblau” is not a misprint."),
        ),
        seed=2, values={"adapt_image_size": True, "price_bound": True},
    ),
    Item(
        "nachtfalter-bluete-beutel", "tote", "12.00", ("Beutel „Nachtblüher“", "Tote bag “Night flower”"),
        (
            "Die Blüte aus Flügeln, einfarbig auf Schwarz. War nur für den Stand in Graz gedacht und dann für alle.",
            "The flower of wings in one ink on black. Meant for the table in Graz only, then for everyone.",
        ),
        seed=4, cloth="black", was="14.00",
    ),
    Item(
        "nachtfalter-schwarm-hoodie", "hoodie", "59.00", ("Hoodie „Schwarm“", "Hoodie “Swarm”"),
        (
            "Elf Falter im Kreis, auf dem Rücken die Städte der ersten Tour. Von dieser Fuhre ist keiner übrig.",
            "Eleven moths in a ring, on the back the cities of the first tour. None of this batch is left.",
        ),
        seed=2, cloth="petrol", all_stock=SOLD_OUT,
        texts={
            "sold_out_message": (
                "Ausgeflogen. Der nächste Schwarm kommt zur Tour.",
                "All flown. The next swarm arrives with the tour.",
            )
        },
    ),
    Item(
        "nachtfalter-larve-kindershirt", "kids", "18.00",
        ("Kinder-Shirt „Kleiner Falter“", "Kids' shirt “Little moth”"),
        (
            "Für Menschen, die offiziell um acht im Bett sind. Innen ohne Etikett, damit nichts kratzt.",
            "For people who are officially in bed by eight. No label inside, so nothing scratches.",
        ),
        seed=0, cloth="pink", values={"select": True},
    ),
    Item(
        "nachtfalter-nachtpressung", "vinyl", "34.00", ("Mondgewicht, Nachtpressung", "Mondgewicht, night pressing"),
        (
            ("Hundert Stück, rosa wie die Lampe im Proberaum, von Hand nummeriert. Verkauft unser Label; wir haben "
            "selbst nur noch die 17."),
            ("One hundred copies, pink as the lamp in our rehearsal room, numbered by hand. Sold by our label; we "
            "ourselves only have number 17 left."),
        ),
        seed=0, sticker="LTD. 100", values={"external_url": "https://halbmond.example/nachtpressung"},
        texts={
            "external_url_text": ("Beim Label kaufen", "Buy from the label"),
            "list_price_value": ("beim Label", "at the label"),
        },
    ),
    Item(
        "nachtfalter-setlist", "poster", "4.00", ("Setlist deines Abends", "Set list of your night"),
        (
            ("Die Liste vom Bühnenboden, mit Fußabdruck. Wir legen sie nach dem Konzert zu deiner Karte, deshalb gibt "
            "es sie nur mit einem Ticket."),
            ("The list from the stage floor, footprint included. We put it with your ticket after the show, so it only "
            "comes together with one."),
        ),
        seed=3, all_stock=UNLIMITED, values={"ticket_required": True, "cart_limit": 1},
    ),
    Item(
        "nachtfalter-tourpaket", "bundle", "47.00", ("Tourpaket: Karte und Shirt", "Tour bundle: ticket and shirt"),
        (
            ("Eine Karte für den Abend deiner Wahl und das Shirt „Flugbahn“, das wir auf der Bühne selbst tragen. Das "
            "Shirt kommt mit der Post, damit du es am Abend schon anhast."),
            ("A ticket for the night of your choice and the “Flight path” shirt that we wear on stage ourselves. The "
            "shirt comes by post, so that you will be wearing it on the night."),
        ),
        all_stock=UNLIMITED, values={"root": True, "hide_in_combined_product": True, "cart_limit": 4},
        texts={"list_price_prefix": ("ab", "from")},
        lying=(("poster", 2, None), ("t_shirt", 5, "black")),
        related=("nachtfalter-flug-shirt", "nachtfalter-luna-hoodie"),
    ),
    Item(
        "nachtfalter-lichtpaket", "bundle", "85.00", ("Lichtpaket: Platz und Plakat", "Light bundle: seat and poster"),
        (
            ("Ein Platz in der ersten Kategorie bei „Das große Licht“, von dir selbst im Saalplan ausgesucht, und der "
            "Siebdruck „Schwarm“ für die Wand danach."),
            ("A seat of the first category at “The Big Light”, chosen by you on the seat map, and the screen print "
            "“Swarm” for the wall afterwards."),
        ),
        all_stock=120, values={"root": True, "hide_in_combined_product": True, "cart_limit": 4},
        lying=(("poster", 1, None), ("poster", 2, None)),
        related=("nachtfalter-schwarm-plakat", "nachtfalter-notenheft"),
    ),
    Item(
        "nachtfalter-schwarmpaket", "bundle", "64.00", ("Schwarmpaket: Hoodie und Beutel", "Swarm: hoodie and tote"),
        (
            ("Der Hoodie „Schwarm“ und dazu der Beutel „Nachtblüher“, in dem er nach Hause getragen wurde. Solange es "
            "keine Hoodies gibt, gibt es auch kein Paket."),
            ("The “Swarm” hoodie, and the “Night flower” tote in which it was carried home. As long as there are no "
            "hoodies, there is no bundle either."),
        ),
        all_stock=UNLIMITED, values={"root": True, "hide_in_combined_product": True},
        lying=(("hoodie", 2, "petrol"), ("tote", 4, "black")),
        texts={
            "sold_out_message": (
                "Der Schwarm ist weitergezogen. Zur Tour kommt er wieder.",
                "The swarm has moved on. It will be back for the tour.",
            )
        },
    ),
)  # fmt: skip
