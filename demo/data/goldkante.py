"""What Goldkante sell, the most loved first."""

from demo.plan import SOLD_OUT, UNLIMITED, Item, Panel

HONIG_TRACKS = Panel(
    ("Titelliste", "Track list"),
    (
        (
            "<ol><li>Goldkante</li><li>Honig</li><li>Polka für "
            "Paula</li><li>Sonntagskleid</li><li>Tubaherz</li><li>Noch ein Tanz</li><li>Heimweg</li></ol>"
        ),
        (
            "<ol><li>Goldkante</li><li>Honig</li><li>Polka für "
            "Paula</li><li>Sonntagskleid</li><li>Tubaherz</li><li>Noch ein Tanz</li><li>Heimweg</li></ol>"
        ),
    ),
    detail=True,
)

ITEMS: tuple[Item, ...] = (
    Item(
        "goldkante-honig-lp", "vinyl", "25.00", ("Honig (LP)", "Honig (LP)"),
        (
            ("Sieben Lieder auf goldenem Vinyl, aufgenommen an zwei Sonntagen im Pfarrsaal. Beim Walzer auf Seite B "
            "hört man, wie jemand Kuchen schneidet."),
            ("Seven songs on golden vinyl, recorded on two Sundays in the parish hall. During the waltz on side B you "
            "can hear somebody cutting cake."),
        ),
        seed=0, panels=(HONIG_TRACKS,), related=("goldkante-honig-cd", "goldkante-liederbuch"), abroad={"ch": "28.00"},
    ),
    Item(
        "goldkante-sonnenaufgang-shirt", "tee", "27.00", ("T-Shirt „Sonnenaufgang“", "T-shirt “Sunrise”"),
        (
            ("Die lachende Sonne vom Bühnenvorhang, in zwei Goldtönen. Wird mit jedem Waschen ein bisschen mehr "
            "Nachmittag."),
            ("The laughing sun from our stage curtain in two shades of gold. Every wash makes it a little more "
            "afternoon."),
        ),
        seed=0, cloth="bordeaux", stock={"M": 4, "S": SOLD_OUT}, related=("goldkante-sonne-beutel",),
    ),
    Item(
        "goldkante-nocheintanz-shirt", "fitted", "27.00", ("T-Shirt „Noch ein Tanz“", "T-shirt “One more dance”"),
        (
            "Lebkuchenherz ohne Kalorien. Die meistgestellte Frage unserer Konzerte, zum Anziehen.",
            "A gingerbread heart without the calories. The question most often asked at our concerts, to wear.",
        ),
        seed=4, cloth="cream",
    ),
    Item(
        "goldkante-fanfaren-hoodie", "hoodie", "55.00", ("Hoodie „Fanfare“", "Hoodie “Fanfare”"),
        (
            "Gekreuzte Trompeten und das Motto der Kapelle. Die Bauchtasche fasst ein Mundstück und zwei Krapfen.",
            "Crossed trumpets and the band's motto. Its pouch holds a mouthpiece and two doughnuts.",
        ),
        seed=1, cloth="bordeaux", related=("goldkante-medaille-aufnaeher",),
    ),
    Item(
        "goldkante-liederbuch", "book", "22.00", ("Liederbuch „Blech & Liebe“", "Songbook “Brass & love”"),
        (
            ("Alle Lieder in Stimmen für siebenköpfige Kapelle, dazu die Texte zum Mitsingen und Paulas Rezept für "
            "Gugelhupf."),
            ("Every song in parts for a seven-piece band, with lyrics to sing along and Paula's recipe for gugelhupf "
            "cake."),
        ),
        seed=2, values={"adapt_image_size": True, "price_bound": True}, related=("goldkante-honig-lp",),
    ),
    Item(
        "goldkante-honig-cd", "cd", "14.00", ("Honig (CD)", "Honig (CD)"),
        (
            ("Die Platte fürs Auto, mit einem Beiheft, in dem alle sieben ihre Instrumente vorstellen. Die Tuba "
            "braucht eine Doppelseite."),
            ("The record for the car, with a booklet in which all seven introduce their instruments. The tuba needs a "
            "double page."),
        ),
        seed=0, panels=(HONIG_TRACKS,),
    ),
    Item(
        "goldkante-sonne-beutel", "tote", "13.00", ("Beutel „Sonnenaufgang“", "Tote bag “Sunrise”"),
        (
            "Für den Wochenmarkt, die Noten und ein Brot. Die Henkel sind so lang, dass auch die Posaune darüber geht.",
            "For the market, the sheet music and a loaf. Handles long enough for a trombone case.",
        ),
        seed=0, cloth="natural", all_stock=UNLIMITED,
    ),
    Item(
        "goldkante-tuba-becher", "mug", "16.00", ("Becher „Tubaherz“", "Mug “Tuba heart”"),
        (
            "Fasst ungefähr so viel, wie nach zwei Stunden aus einer Tuba läuft. Nur mit etwas Besserem füllen.",
            "Holds about as much as runs out of a tuba after two hours. Fill it with something nicer.",
        ),
        seed=5, cloth="bordeaux",
    ),
    Item(
        "goldkante-polka-single", "single", "10.00", ("Polka für Paula (Single)", "Polka für Paula (single)"),
        (
            "Das Geschenk zu ihrem Vierzigsten, von dem sie nichts wusste. Ihr Gesicht auf dem Foto innen ist echt.",
            "Her fortieth birthday present, about which she knew nothing. Her face in the photo inside is real.",
        ),
        seed=4, all_stock=3,
    ),
    Item(
        "goldkante-faecher-longsleeve", "longsleeve", "34.00",
        ("Longsleeve „Sonntagskleid“", "Longsleeve “Sunday best”"),
        (
            "Muschelmuster wie auf dem Kleid der Großmutter, nur ohne Reißverschluss, der klemmt.",
            "Scallops like those on grandmother's dress, only without the zip that sticks.",
        ),
        seed=2, cloth="blush", was="38.00",
    ),
    Item(
        "goldkante-medaille-aufnaeher", "patch", "6.00", ("Aufnäher „Alles glänzt“", "Patch “All that glitters”"),
        (
            "Die Medaille für alle, die bis zum letzten Walzer bleiben. Metallfaden, nicht echt Gold, aber fast.",
            "The medal for everyone who stays until the last waltz. Metallic thread; not real gold, but nearly.",
        ),
        seed=3, cloth="bordeaux",
    ),
    Item(
        "goldkante-hochzeitsplakat", "poster", "29.00",
        ("Hochzeitsplakat mit euren Namen", "Wedding poster with your names"),
        (
            ("Wie früher am Gasthaus: eure Namen unter dem Herz, von Hand gesetzt. Bis achtzig Zeichen, auch lange "
            "Doppelnamen passen."),
            ("As it used to hang at the inn: your names below the heart, set by hand. Up to eighty characters; long "
            "double names fit."),
        ),
        seed=4, values={"personalised": True}, all_stock=UNLIMITED,
    ),
    Item(
        "goldkante-cap", "cap", "24.00", ("Cap „Kapellmeister“", "Cap “Bandmaster”"),
        (
            "Wer sie trägt, zählt ein. So will es die Satzung des Vereins, Paragraf 4.",
            "Whoever wears it counts the band in. Thus the bylaws of the association, article 4.",
        ),
        seed=3, cloth="gold",
    ),
    Item(
        "goldkante-sonne-kindershirt", "kids", "17.00", ("Kinder-Shirt „Guten Morgen“", "Kids' shirt “Good morning”"),
        (
            "Mit der Sonne, die zuerst aufsteht. Für kleine Leute, die es genauso machen.",
            "With the sun that gets up first. For little people who do likewise.",
        ),
        seed=0, cloth="gold", values={"select": True},
    ),
    Item(
        "goldkante-weihnachtsplatte", "vinyl", "23.00", ("Stille Posaune (LP)", "Stille Posaune (LP)"),
        (
            ("Weihnachtslieder, leise geblasen. War im Dezember nach vier Tagen weg; im Sommer pressen wir nach, "
            "versprochen."),
            "Christmas songs, softly blown. Gone after four days in December; we will press more in summer, promised.",
        ),
        seed=2, all_stock=SOLD_OUT,
        texts={
            "sold_out_message": (
                "Verklungen. Die neue Pressung kommt vor dem Advent.",
                "Faded away. The new pressing arrives before Advent.",
            )
        },
    ),
    Item(
        "goldkante-sonntagspaket", "bundle", "29.00", ("Das Sonntagspaket", "The Sunday bundle"),
        (
            ("Die LP „Honig“ und das Abzeichen des Vereins, in Seidenpapier geschlagen und mit Goldfaden zugebunden. "
            "Paula bindet die Schleifen selbst."),
            ("The LP “Honig” and the association's badge, wrapped in tissue paper and tied with gold thread. Paula "
            "ties the bows herself."),
        ),
        all_stock=60, values={"root": True, "hide_in_combined_product": True},
        lying=(("vinyl", 0, None), ("patch", 1, "gold")),
        related=("goldkante-honig-lp",),
    ),
    Item(
        "goldkante-abzeichen", "patch", "8.00", ("Abzeichen der Kapelle", "The band's badge"),
        (
            "Wer es trägt, darf bei der Probe zuhören. Gibt es nur im Sonntagspaket, so steht es in der Satzung.",
            "Whoever wears it may listen to the rehearsal. It only comes in the Sunday bundle; the bylaws say so.",
        ),
        seed=1, cloth="gold",
    ),
)  # fmt: skip
