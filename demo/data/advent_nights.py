"""Notes behind Nachtfalter's advent doors."""

from demo.plan import Door


def night(name: str, english: str, text: str, english_text: str, *items: str) -> Door:
    return Door((name, english), (text, english_text), "", ("", ""), items)


NIGHTS = (
    night(
        "Dämmerung",
        "Dusk",
        "Der erste Abend, an dem niemand mehr sagt, es sei noch hell.",
        "The first evening nobody says it is still light.",
        "nachtfalter-luna-aufnaeher",
    ),
    night(
        "Petrolblau",
        "Petrol blue",
        "Die Farbe des Himmels um 16:40 Uhr, Dresden, Augustusbrücke.",
        "The colour of the sky at 16:40, Dresden, Augustus Bridge.",
    ),
    night(
        "Samt",
        "Velvet",
        "Jonas hat den Vorhang gekauft. Er war im Angebot und acht Meter lang.",
        "Jonas bought the curtain. It was reduced and eight metres long.",
        "nachtfalter-bluete-beutel",
    ),
    night(
        "Kachel 41",
        "Tile 41",
        "Die einzige lose Kachel im Hallenbad. Auf der Platte hört man sie.",
        "The only loose tile in the pool. You can hear it on the record.",
        "nachtfalter-staub-cd",
    ),
    night(
        "Letzte Bahn",
        "Last tram",
        "Linie 7, 0:52 Uhr. Mira hat sie zweimal verpasst und einmal vertont.",
        "Line 7, 00:52. Mira missed it twice and set it to music once.",
    ),
    night(
        "Halb vier",
        "Half past three",
        "Um diese Zeit fing das zweite Album an.",
        "The hour at which the second album began.",
        "nachtfalter-mondgewicht-cd",
    ),
    night("Neonröhre", "Neon tube", "Sie summt in fis. Das Lied auch.", "It hums in F sharp. So does the song."),
    night(
        "Puppenruhe",
        "Pupal rest",
        "Drei Wochen ohne Telefon. Daraus wurde ein Titel.",
        "Three weeks without a telephone. It became a title.",
        "nachtfalter-puppenruhe-cd",
    ),
    night(
        "Mondgewicht",
        "Moon weight",
        "73 500 000 000 000 000 000 Tonnen. Ida hat nachgesehen.",
        "73,500,000,000,000,000,000 tonnes. Ida looked it up.",
        "nachtfalter-mondphasen-beutel",
    ),
    night("Tee", "Tea", "Erst Fenchel, dann Mut.", "First fennel, then courage.", "nachtfalter-teebecher"),
    night(
        "Lampenfieber",
        "Stage fright",
        "Vor jedem Konzert zählen wir bis sechzig. Meistens bis vierzig.",
        "Before every show we count to sixty. Mostly to forty.",
        "nachtfalter-lampenfieber-single",
    ),
    night(
        "Spiegel",
        "Mirror",
        "Falte das Blatt einmal. Das ist der ganze Trick mit den Flügeln.",
        "Fold the sheet once. That is the whole trick with the wings.",
    ),
    night(
        "Luna",
        "Luna",
        "Der Falter vom ersten Plakat, heute mit Geburtstag.",
        "The moth from the first poster. It is its birthday today.",
        "nachtfalter-luna-shirt",
    ),
    night(
        "Schwarm",
        "Swarm",
        "Hundertzwölf Falter. Einer ist falsch herum.",
        "A hundred and twelve moths. One is the wrong way round.",
        "nachtfalter-schwarm-hoodie",
    ),
    night(
        "Nachtpressung",
        "Night pressing",
        "Gepresst zwischen zwei und vier, damit man es hört.",
        "Pressed between two and four, so that you can hear it.",
        "nachtfalter-nachtpressung",
    ),
    night("Fenster", "Window", "Offen lassen. Sie kommen von selbst.", "Leave it open. They come by themselves."),
    night(
        "Notenheft",
        "Songbook",
        "Alle Akkorde, auch die, die wir selbst nicht wussten.",
        "All the chords, even those we did not know ourselves.",
        "nachtfalter-notenheft",
    ),
    night(
        "Schwimmerbecken",
        "Deep end",
        "Wassertemperatur 14 Grad. Eine Aufnahme, dann Decken.",
        "Water at 14 degrees. One take, then blankets.",
    ),
    night(
        "Blick",
        "Gaze",
        "Zwei Augen auf den Flügeln, damit niemand näher kommt.",
        "Two eyes on the wings, so that nobody comes closer.",
        "nachtfalter-blick-shirt",
        "nachtfalter-blick-cap",
    ),
    night(
        "Larve",
        "Larva",
        "Auch kleine Leute gehen spät ins Bett.",
        "Small people go to bed late, too.",
        "nachtfalter-larve-kindershirt",
    ),
    night(
        "Die längste Nacht",
        "The longest night",
        "16 Stunden und 6 Minuten. Genug für beide Alben, elfmal.",
        "16 hours and 6 minutes. Enough for both albums, eleven times.",
        "nachtfalter-mondgewicht-lp",
        "nachtfalter-staub-lp",
    ),
    night(
        "Mitschnitt",
        "Recording",
        "Leipzig, dritte Zugabe, jemand lacht bei 2:10.",
        "Leipzig, third encore, somebody laughs at 2:10.",
        "nachtfalter-mitschnitt",
    ),
    night(
        "Staubrosa",
        "Dusty pink",
        "Die Farbe, wenn jemand die Tür zum Flur aufmacht.",
        "The colour when somebody opens the door to the hall.",
    ),
    night(
        "Bis das Licht angeht",
        "Until the lights come on",
        "Wir sehen uns nächstes Jahr. Gute Nacht.",
        "See you next year. Good night.",
        "nachtfalter-luna-hoodie",
    ),
)
