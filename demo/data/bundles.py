"""What is sold together, by the slug of the product that stands for it."""

from demo.plan import Bundle, Choice, Part

MOTH = "bis-das-licht-angeht"

BUNDLES: tuple[Bundle, ...] = (
    Bundle(
        "nachtfalter-tourpaket",
        always=(Part("nachtfalter-flug-shirt"),),
        choices=(
            Choice(
                ("Leipzig", "Leipzig"), (Part("nachtfalter-leipzig"),), tour=MOTH,
                sold_out=("Leipzig ist voll.", "Leipzig is full."),
            ),
            Choice(("Zürich", "Zürich"), (Part("nachtfalter-zuerich"),), surcharge="6.00", tour=MOTH),
            Choice(("München", "München"), (Part("nachtfalter-muenchen"),), tour=MOTH),
            Choice(("Wien", "Wien"), (Part("nachtfalter-wien"),), tour=MOTH),
            Choice(("Graz", "Graz"), (Part("nachtfalter-graz"),), tour=MOTH),
        ),
        added=(Part("nachtfalter-luna-aufnaeher", "4.00"), Part("nachtfalter-mitschnitt", "7.00")),
    ),
    Bundle(
        "nachtfalter-lichtpaket",
        always=(Part("nachtfalter-grosses-licht", block="Kategorie 1"), Part("nachtfalter-schwarm-plakat")),
        added=(
            Part("nachtfalter-mondphasen-shirt", "22.00"), Part("nachtfalter-mondgewicht-cd", "12.00"),
            Part("nachtfalter-notenheft"),
        ),
    ),
    Bundle(
        "nachtfalter-schwarmpaket",
        always=(Part("nachtfalter-schwarm-hoodie"), Part("nachtfalter-bluete-beutel")),
    ),
    Bundle(
        "kellerkind-kiste",
        always=(Part("kellerkind-kartoffel-shirt"), Part("kellerkind-ratte-aufnaeher")),
        choices=(
            Choice(("Mit CD", "With the CD"), (Part("kellerkind-mitternachtskonzert"),)),
            Choice(("Mit LP", "With the LP"), (Part("kellerkind-vier-stufen-lp"),), surcharge="9.00"),
        ),
        added=(
            Part("kellerkind-zulaut-cap", "15.00"), Part("kellerkind-ratte-beutel", "7.00"),
            Part("kellerkind-rauchmelder-aufnaeher", "3.00"),
        ),
        group=(Part("kellerkind-kartoffel-becher", "9.00"), Part("kellerkind-zulaut-plakat", "6.00")),
    ),
    Bundle("kellerkind-wochenende", always=(Part("kellerkind-berlin"), Part("kellerkind-leipzig"))),
    Bundle(
        "goldkante-sonntagspaket",
        always=(Part("goldkante-honig-lp"), Part("goldkante-abzeichen", leads_here=True)),
        added=(Part("goldkante-liederbuch", obligatory=True),),
    ),
)  # fmt: skip
