"""Kinds of merchandise: sizes, cloth, weight, tax, size charts and who made them."""

from demo.plan import Goods, Panel, Size, Table, Text

CM = ("cm", "cm")


def plain(*names: str, surcharge: tuple[str, str] = ("XXL", "3.00")) -> tuple[Size, ...]:
    """Sizes that are called the same in both languages."""
    return tuple(Size((name, name), surcharge[1] if name == surcharge[0] else "0") for name in names)


def chart(title: Text, head: tuple[Text, ...], rows: Table, note: Text) -> Panel:
    """A size chart, as an HTML table of centimetres."""

    def table(language: int) -> str:
        names = "".join(f'<th scope="col">{name[language]}</th>' for name in head)
        body = "".join(
            f'<tr><th scope="row">{row[0]}</th>' + "".join(f"<td>{cell}</td>" for cell in row[1:]) + "</tr>"
            for row in rows
        )
        return f"<table><thead><tr>{names}</tr></thead><tbody>{body}</tbody></table><p>{note[language]}</p>"

    return Panel(title, (table(0), table(1)))


SIZE_CHART = ("Größentabelle", "Size chart")
HEAD = (("Größe", "Size"), ("Breite (cm)", "Width (cm)"), ("Länge (cm)", "Length (cm)"))
LAID_FLAT = (
    (
        "Flach liegend gemessen: Breite eine Handbreit unter der Achsel, Länge von der Schulter bis zum Saum. Miss am "
        "besten ein Shirt, das dir passt."
    ),
    (
        "Measured lying flat: width a hand below the armpit, length from shoulder to hem. Best compared with a shirt "
        "that fits you."
    ),
)
TEE_CHART = chart(
    SIZE_CHART,
    HEAD,
    (("S", "48", "70"), ("M", "52", "72"), ("L", "56", "74"), ("XL", "60", "76"), ("XXL", "64", "79")),
    LAID_FLAT,
)
FITTED_CHART = chart(
    SIZE_CHART,
    HEAD,
    (("XS", "42", "61"), ("S", "45", "63"), ("M", "48", "65"), ("L", "51", "67"), ("XL", "54", "69")),
    LAID_FLAT,
)
SLEEVE_HEAD = (*HEAD, ("Ärmel (cm)", "Sleeve (cm)"))
LONGSLEEVE_CHART = chart(
    SIZE_CHART,
    SLEEVE_HEAD,
    (
        ("S", "49", "71", "62"), ("M", "53", "73", "63"), ("L", "57", "75", "64"), ("XL", "61", "77", "65"),
        ("XXL", "65", "79", "66"),
    ),
    ("Der Ärmel ist ab der Schulternaht gemessen.", "Sleeves are measured from the shoulder seam."),
)  # fmt: skip
HOODIE_CHART = chart(
    SIZE_CHART,
    SLEEVE_HEAD,
    (
        ("S", "53", "67", "63"), ("M", "56", "70", "64"), ("L", "60", "73", "65"), ("XL", "64", "76", "66"),
        ("XXL", "68", "79", "67"),
    ),
    (
        "Fällt gerade aus. Wer gern darin verschwindet, nimmt eine Größe mehr.",
        "True to size. If you like to disappear in it, take one size up.",
    ),
)  # fmt: skip
KIDS_CHART = chart(
    SIZE_CHART,
    (("Größe", "Size"), ("Alter", "Age"), ("Breite (cm)", "Width (cm)"), ("Länge (cm)", "Length (cm)")),
    (
        ("98", "2–3", "33", "40"), ("110", "4–5", "36", "44"), ("122", "6–7", "39", "48"), ("134", "8–9", "42", "53"),
        ("146", "10–11", "45", "58"),
    ),
    ("Alter in Jahren. Kinder wachsen, im Zweifel größer.", "Age in years. Children grow: if in doubt, go bigger."),
)  # fmt: skip
CARE = Panel(
    ("Waschen", "Washing"),
    (
        "Auf links bei 30 °C, nicht in den Trockner, nicht über den Druck bügeln.",
        "Inside out at 30 °C, no tumble dryer, no iron on the print.",
    ),
    detail=True,
)
COTTON: Text = ("100 % Bio-Baumwolle", "100 % organic cotton")
CARD: Text = ("Vinyl, Karton, Papier", "Vinyl, card, paper")

GOODS: dict[str, Goods] = {
    "tee": Goods(
        ("T-Shirt", "T-shirt"), "shirts", "t_shirt", COTTON, 210, plain("S", "M", "L", "XL", "XXL"), (TEE_CHART, CARE)
    ),
    "fitted": Goods(
        ("T-Shirt tailliert", "Fitted T-shirt"), "shirts", "t_shirt",
        ("95 % Bio-Baumwolle, 5 % Elastan", "95 % organic cotton, 5 % elastane"), 170,
        plain("XS", "S", "M", "L", "XL"), (FITTED_CHART, CARE),
    ),
    "kids": Goods(
        ("Kinder-Shirt", "Kids' shirt"), "shirts", "t_shirt", COTTON, 120,
        plain("98", "110", "122", "134", "146"), (KIDS_CHART, CARE),
        warnings=("Kordelfrei, nach EN 14682 gefertigt.", "Made without cords, to EN 14682."),
    ),
    "longsleeve": Goods(
        ("Longsleeve", "Longsleeve"), "warm", "longsleeve", COTTON, 280,
        plain("S", "M", "L", "XL", "XXL"), (LONGSLEEVE_CHART, CARE),
    ),
    "hoodie": Goods(
        ("Hoodie", "Hoodie"), "warm", "hoodie",
        ("85 % Bio-Baumwolle, 15 % recyceltes Polyester", "85 % organic cotton, 15 % recycled polyester"), 650,
        plain("S", "M", "L", "XL", "XXL", surcharge=("XXL", "4.00")), (HOODIE_CHART, CARE),
    ),
    "cap": Goods(
        ("Cap", "Cap"), "accessories", "cap", ("100 % Baumwoll-Twill", "100 % cotton twill"), 110,
        (Size(("Einheitsgröße", "One size"), subline=("Verschluss 54–61 cm", "Strap 54–61 cm")),), (CARE,),
        views=("front", "detail"),
    ),
    "tote": Goods(
        ("Stoffbeutel", "Tote bag"), "accessories", "tote", ("100 % Baumwolle, 280 g/m²", "100 % cotton, 280 gsm"), 140,
        panels=(
            Panel(
                ("Maße", "Dimensions"),
                ("38 × 42 cm, Henkel 70 cm, trägt zwölf LPs.", "38 × 42 cm, handles 70 cm, carries twelve LPs."),
                detail=True,
            ),
        ),
        views=("front", "detail"),
    ),
    "patch": Goods(
        ("Aufnäher", "Patch"), "accessories", "patch", ("Gewebtes Polyester", "Woven polyester"), 12,
        panels=(
            Panel(
                ("Annähen", "Sewing on"),
                ("9 cm breit, Rand gekettelt, zum Nähen oder Bügeln.", "9 cm wide, merrowed edge, sew or iron on."),
                detail=True,
            ),
        ),
        views=("front", "detail"),
    ),
    "vinyl": Goods(("LP", "LP"), "records", "vinyl", CARD, 420, format="LP 12″", maker="presswerk"),
    "single": Goods(
        ("Single", "Single"), "records", "vinyl", CARD, 160, format="7″", maker="presswerk", views=("front", "back")
    ),
    "cd": Goods(
        ("CD", "CD"), "records", "cd", ("Polycarbonat, Karton", "Polycarbonate, card"), 90, format="CD",
        parcel="disc", maker="presswerk", views=("front", "back"),
    ),
    "tape": Goods(
        ("Kassette", "Cassette"), "records", "cassette", ("Polystyrol, Ferroband", "Polystyrene, ferric tape"), 80,
        format="MC", maker="presswerk", views=("front", "back"),
    ),
    "mug": Goods(
        ("Becher", "Mug"), "home", "mug", ("Emaillierter Stahl", "Enamelled steel"), 260,
        panels=(
            Panel(
                ("Gut zu wissen", "Good to know"),
                (
                    "300 ml, spülmaschinenfest, nicht für die Mikrowelle.",
                    "300 ml, dishwasher safe, not for the microwave.",
                ),
                detail=True,
            ),
        ),
        maker="emaille",
        warnings=("Wird mit heißem Inhalt außen heiß.", "The outside gets hot when filled with hot drinks."),
        views=("front", "detail"),
    ),
    "poster": Goods(
        ("Poster", "Poster"), "home", "poster", ("Recyclingpapier, 170 g/m²", "Recycled paper, 170 gsm"), 130,
        panels=(
            Panel(
                ("Format", "Format"),
                ("A2 (42 × 59,4 cm), gerollt in der Hülse.", "A2 (42 × 59.4 cm), rolled in a tube."),
                detail=True,
            ),
        ),
        views=("front", "detail"),
        maker="druckerei",
    ),
    "band": Goods(
        ("Nützliches", "Useful things"), "home", None, ("Gewebe, Papier", "Cloth, paper"), 180, maker="druckerei",
    ),
    "book": Goods(
        ("Heft", "Booklet"), "home", None, ("Papier, Fadenheftung", "Paper, thread-stitched"), 240, vat="7",
        maker="druckerei",
    ),
    "bundle": Goods(
        ("Paket", "Bundle"), "bundles", None, ("Karton, Papier", "Card, paper"), 60, maker="druckerei",
    ),
}  # fmt: skip

# name, postal address, contact, responsible person in the EU
MAKERS: dict[str, tuple[str, str, str, str]] = {
    "textil": ("Nordgarn Textildruck GmbH", "Spulenweg 14\n28217 Bremen\nDeutschland", "gpsr@nordgarn.example", ""),
    "presswerk": (
        "Presswerk Rille & Söhne KG",
        "Wachsgasse 3\n99084 Erfurt\nDeutschland",
        "info@presswerk.example",
        "",
    ),
    "druckerei": (
        "Druckerei Handabzug",
        "Setzkastenstraße 8\n04229 Leipzig\nDeutschland",
        "hallo@handabzug.example",
        "",
    ),
    "emaille": (
        "Emailwerk Bernina AG",
        "Ofenplatz 2\n7503 Samedan\nSchweiz",
        "kontakt@emailwerk.example",
        "Merchstand GmbH, Bühnenweg 7, 10247 Berlin, recht@merchstand.example",
    ),
}

COLOUR_NAMES: dict[str, Text] = {
    "black": ("Schwarz", "Black"),
    "white": ("Weiß", "White"),
    "cream": ("Creme", "Cream"),
    "natural": ("Natur", "Natural"),
    "grey": ("Grau", "Grey"),
    "orange": ("Signalorange", "Signal orange"),
    "night": ("Nachtviolett", "Night violet"),
    "petrol": ("Petrol", "Petrol"),
    "pink": ("Staubrosa", "Dusty pink"),
    "recycled": ("Altpapier", "Recycled paper"),
    "yellow": ("Markergelb", "Marker yellow"),
    "acid": ("Säuregrün", "Acid green"),
    "concrete": ("Beton", "Concrete"),
    "bordeaux": ("Bordeaux", "Bordeaux"),
    "gold": ("Gold", "Gold"),
    "blush": ("Pfirsich", "Blush"),
}
