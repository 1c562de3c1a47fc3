"""What the main shop sells itself: its workshop's things and the records of the label Halbmond."""

from demo.plan import SOLD_OUT, UNLIMITED, Item, Panel, Size

WORKSHOP: tuple[Item, ...] = (
    Item(
        "werkstatt-merchstand-shirt", "tee", "25.00", ("T-Shirt „Laut & nah“", "T-shirt “Loud & near”"),
        (
            ("Das Shirt, das bei uns alle tragen, die Kisten schleppen. Grob gesetzt, zweifarbig, mit Platz für "
            "Schweiß."),
            "The shirt worn here by everyone who carries boxes. Roughly set, in two colours, with room for sweat.",
        ),
        seed=0, cloth="black", related=("werkstatt-plattenbeutel", "werkstatt-thermobecher"),
    ),
    Item(
        "werkstatt-plattenbeutel", "tote", "15.00", ("Plattenbeutel „Stand“", "Record bag “Stall”"),
        (
            ("Zwölf LPs, ein Netzteil, eine Brotdose: haben wir gemessen. Der Boden ist doppelt, damit keine Ecke "
            "stößt."),
            ("Twelve LPs, one power supply, one lunch box: we measured. The bottom is doubled so that no corner gets "
            "bruised."),
        ),
        seed=1, cloth="natural", all_stock=UNLIMITED,
    ),
    Item(
        "werkstatt-crew-hoodie", "hoodie", "52.00", ("Hoodie „Crew“", "Hoodie “Crew”"),
        (
            "Vorne der Pfeil zur Bühne, hinten die Städte, in denen wir uns verlaufen haben.",
            "The arrow to the stage in front, on the back the cities in which we got lost.",
        ),
        seed=6, cloth="black", stock={"XXL": 1},
    ),
    Item(
        "werkstatt-thermobecher", "mug", "16.00", ("Becher „Soundcheck“", "Mug “Soundcheck”"),
        (
            "Überlebt nachweislich den Sturz von einer anderthalb Meter hohen Bühne. Der Kaffee nicht.",
            "Proven to survive a fall off a stage one and a half metres high. The coffee is not.",
        ),
        seed=5, cloth="orange",
    ),
    Item(
        "werkstatt-stehplatz-shirt", "tee", "25.00", ("T-Shirt „Stehplatz“", "T-shirt “Standing room”"),
        (
            "Für alle, die grundsätzlich stehen. Reihe 1, 20.00 Uhr, jedes Mal.",
            "For everyone who stands on principle. Row 1, 8 pm, every time.",
        ),
        seed=3, cloth="cream", was="28.00",
    ),
    Item(
        "werkstatt-namensshirt", "tee", "32.00", ("Crew-Shirt mit deinem Namen", "Crew shirt with your name"),
        (
            ("Wie auf Tour: dein Name auf der Brust, gedruckt, bevor es dunkel wird. Bis zu achtzig Zeichen, auch "
            "„Licht links“."),
            ("As on tour: your name on the chest, printed before it gets dark. Up to eighty characters, “lights, "
            "left” included."),
        ),
        seed=4, cloth="black", values={"personalised": True}, all_stock=UNLIMITED,
    ),
    Item(
        "werkstatt-boxen-longsleeve", "longsleeve", "34.00", ("Longsleeve „Laut!“", "Longsleeve “Loud!”"),
        (
            "Eine Box, viele Strahlen. Sieht auch aus zwei Metern Entfernung noch nach Lärm aus.",
            "One speaker, many rays. Looks like noise even from two metres away.",
        ),
        seed=4, cloth="orange", stock={"S": SOLD_OUT},
    ),
    Item(
        "werkstatt-cap", "cap", "24.00", ("Cap „Eins zwei“", "Cap “One two”"),
        (
            "Zum Mikrofontest und gegen Scheinwerfer von vorn.",
            "For testing microphones and against spotlights from the front.",
        ),
        seed=5, cloth="black",
    ),
    Item(
        "werkstatt-aufnaeher", "patch", "5.00", ("Aufnäher „Nur heute Abend“", "Patch “One night only”"),
        (
            "Rund wie eine Platte und genauso schwer zu widerstehen. Deckt Brandlöcher bis acht Zentimeter ab.",
            "Round as a record and as hard to resist. Covers burns of up to eight centimetres.",
        ),
        seed=2, cloth="black",
    ),
    Item(
        "werkstatt-setzkasten-poster", "poster", "18.00", ("Poster „Zur Bühne“", "Poster “To the stage”"),
        (
            "Wegweiser für Flure, die zu lang sind. Buchdruck vom Handabzug in Leipzig.",
            "A signpost for corridors that are too long. Letterpress from a hand press in Leipzig.",
        ),
        seed=6,
    ),
    Item(
        "werkstatt-tourhandbuch", "book", "14.00",
        ("Handbuch „Sechs Leute, ein Bus“", "Handbook “Six people, one van”"),
        (
            ("Alles, was uns vor der ersten Tour niemand gesagt hat: Steckerlisten, Schlafordnung, Umgang mit "
            "Hausmeistern."),
            "Everything nobody told us before the first tour: plug lists, who sleeps where, how to talk to caretakers.",
        ),
        seed=6, values={"adapt_image_size": True, "price_bound": True},
    ),
    Item(
        "werkstatt-gutschein-becher", "mug", "12.00",
        ("Becher „Stehplatz“, zweite Wahl", "Mug “Standing room”, seconds"),
        (
            "Mit kleinen Macken in der Emaille, deshalb billiger. Dicht sind alle, das haben wir geprüft.",
            "With small flaws in the enamel, hence cheaper. None of them leaks, we tried.",
        ),
        seed=3, cloth="cream", was="16.00", all_stock=5,
    ),
)  # fmt: skip

LABEL: tuple[Item, ...] = (
    Item(
        "halbmond-ringtausch-lp", "vinyl", "22.00", ("Ringtausch (Sampler-LP)", "Ringtausch (compilation LP)"),
        (
            ("Jede Band spielt ein Lied der anderen: Kellerkind nehmen „Mondgewicht“ in 58 Sekunden, Goldkante machen "
            "aus „Ratte“ einen Walzer."),
            ("Every band plays another's song: Kellerkind take “Mondgewicht” in 58 seconds, Goldkante turn “Ratte” "
            "into a waltz."),
        ),
        seed=2, related=("halbmond-ringtausch-cd", "nachtfalter-mondgewicht-lp", "kellerkind-vier-stufen-lp"),
        panels=(
            Panel(
                ("Wer spielt was", "Who plays what"),
                (
                    ("<ul><li>Kellerkind: Mondgewicht</li><li>Goldkante: Ratte</li><li>Nachtfalter: Polka für "
                    "Paula</li></ul>"),
                    ("<ul><li>Kellerkind: Mondgewicht</li><li>Goldkante: Ratte</li><li>Nachtfalter: Polka für "
                    "Paula</li></ul>"),
                ),
                detail=True,
            ),
        ),
    ),
    Item(
        "halbmond-ringtausch-cd", "cd", "12.00", ("Ringtausch (Sampler-CD)", "Ringtausch (compilation CD)"),
        (
            "Der Sampler mit zwei Liedern mehr, weil auf eine CD mehr draufgeht und wir uns nicht einigen konnten.",
            "The compilation with two songs more, because a CD holds more and we could not agree.",
        ),
        seed=2,
    ),
    Item(
        "halbmond-mischpult-1", "tape", "8.00", ("Mischpult Vol. 1", "Desk tapes vol. 1"),
        (
            "Was am Pult hängen blieb: Ansagen, Brummschleifen und eine Zugabe, die niemand gefilmt hat.",
            "What stuck to the desk: announcements, hum loops and an encore that nobody filmed.",
        ),
        seed=5, sizes=(Size(("Ferro", "Ferric")), Size(("Chrom", "Chrome"), "2.00")),
        texts={"list_price_prefix": ("ab", "from")},
    ),
    Item(
        "halbmond-zugabe-lp", "vinyl", "21.00", ("Zugabe! (Live-LP)", "Zugabe! (live LP)"),
        (
            "Nur die letzten Lieder von elf Abenden. Fängt müde an und wird dann immer wacher.",
            "Only the last songs of eleven nights. Begins tired and then wakes up more and more.",
        ),
        seed=4, was="24.00",
    ),
    Item(
        "halbmond-letzte-reihe-single", "single", "9.00", ("Letzte Reihe (Single)", "Letzte Reihe (single)"),
        (
            ("Vergessene Single von 1983, aus dem Nachlass eines Tanzlehrers. Wir haben die Sängerin gefunden: Sie "
            "wohnt zwei Straßen weiter."),
            ("A forgotten single of 1983, from the estate of a dancing teacher. We found the singer: she lives two "
            "streets away."),
        ),
        seed=6, all_stock=18,
    ),
    Item(
        "halbmond-shirt", "tee", "24.00", ("Label-Shirt „Rille“", "Label shirt “Groove”"),
        (
            "Für Leute, die beim Aufstehen zuerst die Platte umdrehen.",
            "For people who, on getting up, turn the record over first.",
        ),
        seed=2, cloth="white",
    ),
    Item(
        "halbmond-beutel", "tote", "12.00", ("Beutel „B-Seite“", "Tote bag “B-side”"),
        (
            "Außen steht wenig, innen ist Platz. Wie bei den besten Singles.",
            "Little written outside, plenty of room inside. As with the best singles.",
        ),
        seed=2, cloth="black",
    ),
    Item(
        "halbmond-testpressung", "vinyl", "45.00", ("Testpressung, Überraschung", "Test pressing, surprise"),
        (
            "Eine von zehn Testpressungen mit weißem Label. Was drauf ist, weißt du erst, wenn die Nadel sitzt.",
            "One of ten test pressings with a white label. What is on it, you will know once the needle is down.",
        ),
        seed=3, all_stock=2, values={"cart_limit": 1},
        texts={
            "disclaimer": (
                "Überraschung heißt: kein Wunschtitel, kein Tausch.",
                "A surprise means no requests and no swaps.",
            )
        },
    ),
    Item(
        "halbmond-katalog", "book", "8.00", ("Katalog 1–40", "Catalogue 1–40"),
        (
            "Alle Veröffentlichungen mit Hüllen, Auflagen und einer ehrlichen Spalte „Was schiefging“.",
            "All releases with sleeves, print runs and an honest column called “What went wrong”.",
        ),
        seed=4, values={"adapt_image_size": True},
    ),
    Item(
        "halbmond-abo", "vinyl", "110.00", ("Jahresabo: sechs Platten", "A year of six records"),
        (
            "Alle zwei Monate eine Platte, bevor sie im Laden steht. Die erste kommt mit dem nächsten Versand.",
            "A record every two months, before it is in the shop. The first comes with the next shipment.",
        ),
        seed=1, shippable_in_days=21, all_stock=UNLIMITED, values={"cart_limit": 1, "order_merging_allowed": False},
    ),
)  # fmt: skip
