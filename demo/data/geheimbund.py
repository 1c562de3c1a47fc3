"""What Geheimbund hand out to those who know the word, the most loved first."""

from demo.plan import SOLD_OUT, Item, Size

ITEMS: tuple[Item, ...] = (
    Item(
        "geheimbund-schluesselloch-shirt", "tee", "33.00", ("T-Shirt 04", "T-shirt 04"),
        (
            "Schlüsselloch. Schwer, kastig, Druck in einer Farbe. Unter UV siehst du mehr als bei Tag.",
            "Keyhole. Heavy, boxy, printed in one colour. You will see more under UV than by day.",
        ),
        seed=3, cloth="black", stock={"M": 2, "L": SOLD_OUT}, values={"cart_limit": 2},
        related=("geheimbund-schwarm-hoodie", "geheimbund-tuer-4"),
    ),
    Item(
        "geheimbund-tuer-4", "vinyl", "18.00", ("Tür 4 (12″)", "Tür 4 (12″)"),
        (
            "Zwei Stücke, ohne Namen auf dem Label. Seite erkennst du am Auslaufrille-Ritz, Tempo am Fuß.",
            ("Two tracks, no names on the label. Tell the sides by the etching in the run-out groove, the tempo by "
            "your foot."),
        ),
        seed=6, all_stock=40, values={"cart_limit": 1},
    ),
    Item(
        "geheimbund-schwarm-hoodie", "hoodie", "69.00", ("Hoodie 06.30", "Hoodie 06.30"),
        (
            "Für den Weg nach draußen, wenn es schon hell ist. Kapuze tief genug, um die Uhrzeit zu verleugnen.",
            "For the way out, when it is already light. The hood is deep enough to deny what time it is.",
        ),
        seed=6, cloth="black",
    ),
    Item(
        "geheimbund-zwilling-shirt", "tee", "33.00", ("T-Shirt 01", "T-shirt 01"),
        (
            "Zwei Kreise, die sich nicht einig werden. Bewegt sich, wenn du stehst.",
            "Two circles that cannot agree. Moves while you stand still.",
        ),
        seed=0, cloth="acid",
    ),
    Item(
        "geheimbund-auge-longsleeve", "longsleeve", "42.00", ("Longsleeve 02", "Longsleeve 02"),
        (
            "Dreieck mit Blick. Ärmeldruck nur links, dort wo der Stempel hinkommt.",
            "Triangle with a gaze. Printed on the left sleeve only, where the stamp goes.",
        ),
        seed=1, cloth="black", stock={"S": SOLD_OUT},
    ),
    Item(
        "geheimbund-losung", "patch", "9.00", ("Losung, zum Aufnähen", "The word, to sew on"),
        (
            "Innen ans Futter. Wer sie zeigen soll, wird gefragt.",
            "Inside, on the lining. You will be asked when to show it.",
        ),
        seed=3, cloth="black",
    ),
    Item(
        "geheimbund-nebelschicht", "tape", "11.00", ("Nebelschicht (MC)", "Nebelschicht (MC)"),
        (
            "Mitschnitt einer Nacht, 2 × 45 Minuten aus fünf Stunden. Welche, sagen wir nicht; such dir eine Farbe.",
            "A night on tape, 2 × 45 minutes out of five hours. We will not say which; choose a colour.",
        ),
        seed=2, all_stock=20,
        sizes=(Size(("Schwarz", "Black")), Size(("Grün", "Green"), "1.00"), Size(("Klar", "Clear"), "1.00")),
        texts={"list_price_prefix": ("ab", "from")}, values={"select": True},
    ),
    Item(
        "geheimbund-stapel-beutel", "tote", "19.00", ("Beutel 05", "Tote 05"),
        (
            "Fasst eine Jacke, ein Wasser und zwei Platten. Mehr brauchst du bis morgens nicht.",
            "Holds a jacket, a bottle of water and two records. You need nothing else until morning.",
        ),
        seed=4, cloth="black",
    ),
    Item(
        "geheimbund-cap", "cap", "29.00", ("Cap 07", "Cap 07"),
        (
            "Ohne Zeichen vorn. Hinten eins, das nur sieht, wer hinter dir tanzt.",
            "Nothing on the front. Something on the back, seen only by whoever dances behind you.",
        ),
        seed=6, cloth="concrete", was="34.00",
    ),
    Item(
        "geheimbund-raster-plakat", "poster", "24.00", ("Raster (Siebdruck)", "Grid (screen print)"),
        (
            "Zwei Linienfelder, die erst an der Wand anfangen zu flimmern. Nummeriert, nicht signiert.",
            "Two fields of lines that only begin to shimmer once on the wall. Numbered, not signed.",
        ),
        seed=5, all_stock=30,
    ),
    Item(
        "geheimbund-rotlicht-lp", "vinyl", "27.00", ("Rotlicht (2 LP)", "Rotlicht (2 LP)"),
        (
            "Die lange Fassung. Vier Seiten, vier Räume, aufgenommen mit Mikrofonen in den Lüftungsschächten.",
            "The long version. Four sides, four rooms, recorded with microphones in the ventilation ducts.",
        ),
        seed=2, shippable_in_days=35, all_stock=120,
    ),
    Item(
        "geheimbund-schnaps", "mug", "26.00", ("Becher mit Kräuter 56 (2 cl)", "Mug with herbal 56 (2 cl)"),
        (
            "Emaille, schwarz, und ein Fläschchen mit 56 % vol. Rezept wird mündlich weitergegeben.",
            "Enamel, black, and a small bottle of 56 % vol. The recipe is passed on by word of mouth.",
        ),
        seed=1, cloth="black", values={"over_18": True},
        texts={"warnings": ("Enthält Alkohol. Abgabe nur an Erwachsene.", "Contains alcohol. For adults only.")},
    ),
    Item(
        "geheimbund-tunnel-shirt", "fitted", "33.00", ("T-Shirt 06", "T-shirt 06"),
        (
            "Tunnel. Vorn hinein, hinten steht, wo du wieder rauskommst.",
            "Tunnel. In at the front; the back tells you where you come out.",
        ),
        seed=6, cloth="white", all_stock=SOLD_OUT,
        texts={"sold_out_message": ("Verteilt.", "Handed out.")},
    ),
    Item(
        "geheimbund-einlass", "patch", "3.00", ("Marke für die Garderobe", "Cloakroom token"),
        (
            "Gilt jede Nacht. Steht in keiner Liste, du hast den Weg hierher also gekannt.",
            "Good for every night. It is on no list, so you knew the way here.",
        ),
        seed=4, cloth="acid", values={"hide": True, "cart_limit": 1},
    ),
)  # fmt: skip
