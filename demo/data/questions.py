"""What people ask the bands, and what the bands say instead of the software: the shops' own questions and texts."""

from demo.plan import Text

# key, question, answer by shop
QUESTIONS: dict[str, tuple[tuple[str, Text, Text], ...]] = {
    "merchstand": (
        (
            "whose-money",
            ("Wer bekommt mein Geld?", "Who gets my money?"),
            (
                (
                    "<p>Die Band. Wir behalten, was Druck, Lager und Porto kosten, und rechnen den Rest jeden Monat "
                    "ab. Wer bei welchem Artikel verkauft, steht im Impressum des jeweiligen Ladens.</p>"
                ),
                (
                    "<p>The band. We keep what printing, storage and postage cost and settle the rest every month. Who "
                    "sells what is stated in the legal notice of each shop.</p>"
                ),
            ),
        ),
    ),
    "nachtfalter": (
        (
            "signed",
            ("Unterschreibt ihr die Platten?", "Do you sign the records?"),
            (
                (
                    "<p>Am Merchtisch immer, im Versand nicht: Ida schreibt mit Tinte, und die braucht eine Nacht zum "
                    "Trocknen.</p>"
                ),
                "<p>Always at the merch table, never by post: Ida writes in ink, and it takes a night to dry.</p>",
            ),
        ),
        (
            "wash",
            ("Wie wasche ich die dunklen Shirts?", "How do I wash the dark shirts?"),
            (
                (
                    "<p>Auf links, bei 30&nbsp;Grad, mit anderen Nachtgestalten. Nicht in den Trockner, nicht in die "
                    "Sonne.</p>"
                ),
                "<p>Inside out, at 30&nbsp;°C, with other creatures of the night. No dryer, no sun.</p>",
            ),
        ),
    ),
    "kellerkind": (
        (
            "crooked",
            ("Mein Aufdruck ist schief.", "My print is crooked."),
            (
                (
                    "<p>War so. Wenn er so schief ist, dass man Sieglinde nicht mehr erkennt: Foto schicken, neues "
                    "Shirt kriegen.</p>"
                ),
                (
                    "<p>It came like that. If it is so crooked that you can't make out Sieglinde: send a photo, get a "
                    "new shirt.</p>"
                ),
            ),
        ),
    ),
    "goldkante": (
        (
            "wedding",
            ("Spielt ihr auf unserer Hochzeit?", "Will you play at our wedding?"),
            (
                (
                    "<p>Wenn es eine Kapelle, eine Wirtschaft und höchstens zwei Reden gibt: gern. Schreibt uns über "
                    "die Kontaktseite, am besten ein Jahr vorher.</p>"
                ),
                (
                    "<p>If there is a chapel, an inn and no more than two speeches: gladly. Write to us by the contact "
                    "page, a year ahead if you can.</p>"
                ),
            ),
        ),
    ),
}

# texts of static pages by shop and page
OWN_TEXTS: dict[tuple[str, str], Text] = {
    ("kellerkind", "jobs"): (
        (
            "<p>Zurzeit sind keine Stellen offen.</p><p>Wir sind zu viert, der Keller ist voll, und Schlagzeug spielt "
            "schon jemand. Wer ein Auto mit Anhänger hat, darf sich trotzdem melden.</p>"
        ),
        (
            "<p>There are no open positions.</p><p>There are four of us, the cellar is full and somebody plays the "
            "drums already. If you own a car with a trailer, do write.</p>"
        ),
    ),
}
