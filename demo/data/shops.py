"""The five shops, who sells there, and the artists they are about."""

from typing import Any

from demo.plan import Text

SHOPS: tuple[str, ...] = ("merchstand", "nachtfalter", "kellerkind", "geheimbund", "goldkante")
# Shops whose goods and dates the main shop lists too. Whoever knows Geheimbund knows where to look.
IN_MAIN_SHOP = frozenset({"merchstand", "nachtfalter", "kellerkind", "goldkante"})
ACCESS_CODES: dict[str, tuple[tuple[str, str], ...]] = {"geheimbund": (("ROTLICHT", "Rundbrief an die Eingeweihten"),)}
# code, percent off, note
DISCOUNT_CODES: dict[str, tuple[tuple[str, int, str], ...]] = {
    "goldkante": (("BLECH10", 10, "Steht im Beiheft der Platte"), ("TUBA25", 25, "Probenwochenende, für Helfer")),
}

# Numbers at the accountant's.
BOOKS: dict[str, dict[str, Any]] = {"merchstand": {"consultant": 29098, "client": 55003}}

MERCHSTAND_BANK = {
    "bank_payee": "Merchstand GmbH",
    "bank_iban": "DE02120300000000202051",
    "bank_bic": "BYLADEM1001",
    "bank_name": "Demobank Berlin",
}

VALUES: dict[str, dict[str, Any]] = {
    "merchstand": {
        "name": "Merchstand", "is_band": False, "default_locale": "de", "seller_name": "Merchstand GmbH",
        "seller_address": "Bühnenweg 7\n10247 Berlin\nDeutschland", "sender_email": "shop@merchstand.example",
        "seller_represented_by": "Ulla Klinke und Tom Bass (Geschäftsführung)", "seller_phone": "030 5550134",
        "seller_register": "Amtsgericht Charlottenburg, HRB 000134", "seller_vat_id": "DE000000134",
        "home_link": "https://www.merchstand.example/", "item_grid_columns": 4, "preferred_image_resolution": 740,
        "show_event_filter": True, "newsletter_popup": True, "trackers": ["counts"],
        "kulturpass_link": "/kulturpass", **MERCHSTAND_BANK,
    },
    "nachtfalter": {
        "name": "Nachtfalter", "default_locale": "de", "seller_name": "Nachtfalter GbR",
        "seller_address": "Mottenstieg 4\n01099 Dresden\nDeutschland", "sender_email": "post@nachtfalter.example",
        "seller_represented_by": "Ida Motte, Jonas Fallada und Mira Samt", "seller_phone": "0351 5550146",
        "seller_tax_number": "201/000/00146", "invoice_prefix": "NF-",
        "home_link": "https://www.nachtfalter.example/", "item_grid_columns": 3, "preferred_image_resolution": 1000,
        "newsletter_popup": True, "show_event_filter": True, "trackers": ["counts"], "kulturpass_link": "/kulturpass",
        **MERCHSTAND_BANK, "bank_payee": "Nachtfalter GbR",
    },
    "kellerkind": {
        "name": "Kellerkind", "domain": "kellerkind.localhost", "default_locale": "de",
        "seller_name": "Kellerkind GbR", "seller_address": "Kohlenstraße 11 (Hinterhof)\n42103 Wuppertal\nDeutschland",
        "sender_email": "loch@kellerkind.example", "home_link": "https://www.kellerkind.example/",
        "seller_represented_by": "Rudi Ruß und Käthe Kohle", "seller_phone": "0202 5550111",
        "seller_tax_number": "132/0000/0111", "invoice_prefix": "KK-",
        "item_grid_columns": 4, "trim_zero_decimals": True, "item_image_magnifier": False, **MERCHSTAND_BANK,
        "bank_payee": "Kellerkind GbR",
    },
    "geheimbund": {
        "name": "Geheimbund", "default_locale": "de", "seller_name": "Verein zur Pflege der Nacht e. V.",
        "seller_address": "Postfach 01 06 30\n10179 Berlin\nDeutschland", "sender_email": "losung@geheimbund.example",
        "seller_represented_by": "der Vorstand", "seller_register": "Amtsgericht Charlottenburg, VR 00630",
        "seller_tax_number": "27/000/00630",
        "item_grid_columns": 3, "item_image_carousel": False, "order_merging_allowed": False,
        "show_event_door_time": False, **MERCHSTAND_BANK, "bank_payee": "Verein zur Pflege der Nacht e. V.",
    },
    "goldkante": {
        "name": "Goldkante", "default_locale": "de", "seller_name": "Goldkante Musik OHG",
        "seller_address": "Am Kapellenplatz 1\n94032 Passau\nDeutschland", "sender_email": "servus@goldkante.example",
        "seller_represented_by": "Paula Pumpe und Xaver Ventil", "seller_phone": "0851 5550177",
        "seller_register": "Amtsgericht Passau, HRA 00177", "seller_vat_id": "DE000000175",
        "home_link": "https://www.goldkante.example/", "item_grid_columns": 3, "preferred_image_resolution": 740,
        "discount_gate": True, **MERCHSTAND_BANK, "bank_payee": "Goldkante Musik OHG",
    },
}  # fmt: skip

TEXTS: dict[str, dict[str, Text]] = {
    "merchstand": {
        "description": (
            (
                "Der Tisch neben der Bühne, nur dass er nicht um Mitternacht abgebaut wird. Hier gibt es Shirts, "
                "Platten und Karten direkt von den Bands; was du zahlst, landet bei ihnen."
            ),
            (
                "The table beside the stage, except that nobody packs it up at midnight. Shirts, records and tickets "
                "straight from the bands; what you pay ends up with them."
            ),
        ),
        "site_description": (
            "Merch, Platten und Konzertkarten direkt von den Bands: Nachtfalter, Kellerkind, Goldkante und mehr.",
            "Merch, records and concert tickets straight from the bands: Nachtfalter, Kellerkind, Goldkante and more.",
        ),
        "override_title": ("Merchstand: alle Bands, ein Tisch", "Merchstand: all bands, one table"),
        "mailchimp_header": ("Vor allen anderen wissen", "Know before the others do"),
        "mailchimp_customtext": (
            "Einmal in der Woche: neue Termine, neue Pressungen, letzte Größen. Sonst nichts.",
            "Once a week: new dates, new pressings, last sizes. Nothing else.",
        ),
    },
    "nachtfalter": {
        "description": (
            (
                "Nachtfalter spielen Dream Pop für die Stunde, in der alle anderen schon gegangen sind. Shirts, "
                "Platten und Karten kommen direkt aus dem Proberaum in der Dresdner Neustadt."
            ),
            (
                "Nachtfalter play dream pop for the hour when everyone else has gone. Shirts, records and tickets "
                "come straight from their rehearsal room in Dresden."
            ),
        ),
        "site_description": (
            "Der Laden von Nachtfalter: Vinyl, Shirts und Karten für die Tour „Bis das Licht angeht“.",
            "Nachtfalter's shop: vinyl, shirts and tickets for the tour “Until the lights come on”.",
        ),
        "override_title": ("Bis das Licht angeht", "Until the lights come on"),
        "mailchimp_header": ("Post im Dunkeln", "Letters in the dark"),
        "mailchimp_customtext": (
            "Wir schreiben selten und nur nachts: wenn es ein neues Lied gibt oder eine Stadt dazukommt.",
            "We write rarely and only at night: when there is a new song, or another city.",
        ),
    },
    "kellerkind": {
        "description": (
            (
                "Vier Leute, eine Sicherung, kein Fenster. Alles hier ist selbst gedruckt, selbst geklebt und selbst "
                "eingepackt. Wenn was schief ist: war so."
            ),
            (
                "Four people, one fuse, no window. We print, glue and pack everything ourselves. If something is "
                "crooked: it came like that."
            ),
        ),
        "site_description": (
            "Kellerkind, Punk aus Wuppertal: Shirts, Tapes, Aufnäher und Karten. Selbst gedruckt.",
            "Kellerkind, punk from Wuppertal: shirts, tapes, patches and tickets. Printed by hand.",
        ),
        "override_title": ("Unten ist es warm", "It's warm down here"),
        "mailchimp_header": ("Zettel unter der Tür", "Notes under the door"),
        "mailchimp_customtext": (
            "Kein Newsletter. Ein Zettel. Kommt, wenn Kopierer und Laune es zulassen.",
            "Not a newsletter. A note. Comes when copier and mood allow.",
        ),
    },
    "geheimbund": {
        "description": (
            (
                "Kein Logo an der Tür, keine Fotos, keine Liste. Wer hier ist, hat die Losung. Die Stückzahlen sind "
                "klein und werden nicht wiederholt."
            ),
            (
                "No sign on the door, no photos, no list. If you are here, you have the word. Editions are small and "
                "will not be repeated."
            ),
        ),
        "site_description": ("Wer fragt, weiß nichts.", "Who asks knows nothing."),
        "override_title": ("Du weißt Bescheid", "If you know, you know"),
        "mailchimp_header": ("Die nächste Losung", "The next word"),
        "mailchimp_customtext": (
            "Eine Nachricht vor jeder Nacht. Danach löschen.",
            "One message before every night. Delete it afterwards.",
        ),
    },
    "goldkante": {
        "description": (
            (
                "Sieben Leute, elf Kilo Blech und ein Refrain, den die Oma mitsingt. Im Laden der Goldkante gibt es "
                "alles, was glänzt, und ein paar Sachen, die nur warm halten."
            ),
            (
                "Seven people, eleven kilos of brass and a chorus your gran will sing. Goldkante's shop has "
                "everything that glitters, and a few things that just keep you warm."
            ),
        ),
        "site_description": (
            "Goldkante: Blech und Pop aus Passau. Platten, Shirts, Liederbuch und Karten.",
            "Goldkante: brass and pop from Passau. Records, shirts, songbook and tickets.",
        ),
        "override_title": ("Blech & Liebe", "Brass & love"),
        "mailchimp_header": ("Post von der Kapelle", "Mail from the band"),
        "mailchimp_customtext": (
            "Termine, Noten zum Mitspielen und ab und zu ein Kuchenrezept von Paula.",
            "Dates, sheet music to play along, and now and then one of Paula's cake recipes.",
        ),
    },
}

# title, then the addresses of ShopSocial
SOCIALS: dict[str, tuple[tuple[str, dict[str, str]], ...]] = {
    "merchstand": (
        (
            "Merchstand",
            {"website": "https://www.merchstand.example/", "instagram": "https://instagram.example/merchstand"},
        ),
    ),
    "nachtfalter": (
        (
            "Hören",
            {
                "spotify": "https://spotify.example/nachtfalter",
                "apple": "https://music.apple.example/nachtfalter",
                "youtube": "https://youtube.example/nachtfalter",
            },
        ),
        (
            "Nachtfalter",
            {"instagram": "https://instagram.example/nachtfalter", "tiktok": "https://tiktok.example/nachtfalter"},
        ),
        ("Ida", {"instagram": "https://instagram.example/ida-motte"}),
    ),
    "kellerkind": (
        ("Kellerkind", {"website": "https://www.kellerkind.example/", "music": "https://tapes.example/kellerkind"}),
        ("Telegram", {"telegram": "https://telegram.example/kellerkind"}),
    ),
    "geheimbund": (("…", {"telegram": "https://telegram.example/0630"}),),
    "goldkante": (
        (
            "Goldkante",
            {
                "facebook": "https://facebook.example/goldkante",
                "instagram": "https://instagram.example/goldkante",
                "youtube": "https://youtube.example/goldkante",
            },
        ),
        ("Blasmusikverband", {"link": "https://www.blasmusik.example/kapellen/goldkante"}),
    ),
}

# slug: owner, name, type, band whose artwork it wears, alternative names, places (left, right, grid)
ARTISTS: dict[str, tuple[str, str, str, str, tuple[str, ...], tuple[int | None, int | None, int | None]]] = {
    "nachtfalter": ("nachtfalter", "Nachtfalter", "ARTIST", "nachtfalter", ("Nachtfalta", "Moth"), (1, None, 1)),
    "kellerkind": ("kellerkind", "Kellerkind", "ARTIST", "kellerkind", ("Keller Kind", "KK"), (2, None, 2)),
    "goldkante": ("goldkante", "Goldkante", "ARTIST", "goldkante", ("Goldkante Blaskapelle",), (None, 1, 3)),
    "geheimbund": ("geheimbund", "Geheimbund", "ARTIST", "geheimbund", ("06.30",), (None, None, None)),
    "halbmond-tontraeger": (
        "merchstand", "Halbmond Tonträger", "LABEL", "merchstand", ("Halbmond Records",), (None, 2, 4)
    ),
    "merchstand-werkstatt": (
        "merchstand", "Merchstand Werkstatt", "BRAND", "merchstand", ("Werkstatt",), (None, None, 5)
    ),
}  # fmt: skip
ARTIST_TEXTS: dict[str, dict[str, Text]] = {
    "nachtfalter": {
        "abstract": (
            "Dream Pop aus Dresden: zwei Stimmen, viel Hall, und Lieder, die erst nach Mitternacht anfangen.",
            "Dream pop from Dresden: two voices, plenty of reverb, and songs that only begin after midnight.",
        ),
        "description": (
            (
                "Ida und Jonas haben sich unter einer Straßenlaterne kennengelernt, was sie bis heute nicht glauben. "
                "Das erste Album <em>Staub</em> entstand in einem leeren Hallenbad, das zweite, <em>Mondgewicht</em>, "
                "an neun Abenden mit offenem Fenster.\n\nAuf der Bühne stehen sie zu viert, fast im Dunkeln, und "
                "lassen sich Zeit. Wer laut mitsingt, wird freundlich angesehen."
            ),
            (
                "Ida and Jonas met under a street lamp, which they still find hard to believe. Their first album "
                "<em>Staub</em> was made in an empty swimming pool, the second, <em>Mondgewicht</em>, on nine "
                "evenings with the window open.\n\nOn stage there are four of them, nearly in the dark, in no hurry "
                "at all. Sing along loudly and you will be looked at kindly."
            ),
        ),
    },
    "kellerkind": {
        "abstract": (
            "Punk aus Wuppertal. Vier Stufen runter, zwei Akkorde, eine Sicherung.",
            "Punk from Wuppertal. Four steps down, two chords, one fuse.",
        ),
        "description": (
            (
                "Kellerkind proben in einem Kohlenkeller ohne Heizung und mit vier Verstärkern, deshalb klingt es so. "
                "Texte über Nachbarn, Kartoffeln und das Arbeitsamt; das längste Lied dauert 2:41 und gilt bandintern "
                "als Oper.\n\nDie Ratte auf den Shirts heißt Sieglinde und bekommt Tantiemen in Käse."
            ),
            (
                "Kellerkind rehearse in a coal cellar with no heating and four amplifiers, hence the sound. Lyrics "
                "about neighbours, potatoes and the job centre; their longest song takes 2:41 and is known in the "
                "band as the opera.\n\nThe rat on the shirts is called Sieglinde and is paid her royalties in cheese."
            ),
        ),
    },
    "goldkante": {
        "abstract": (
            "Sieben Bläserinnen und Bläser aus Passau, die Popsongs schreiben und Polkas nicht verstecken.",
            "Seven brass players from Passau who write pop songs and do not hide their polkas.",
        ),
        "description": (
            (
                "Angefangen hat es als Hochzeitskapelle, aufgehört hat es nie. Goldkante spielen eigene Lieder mit "
                "Tuba, zwei Trompeten, Posaune, Klarinette, Schlagzeug und Paula, die singt und alle anderen zur "
                "Ordnung ruft.\n\nEin Konzert dauert so lange, bis im Saal jemand Walzer tanzt, der es vorher nicht "
                "konnte."
            ),
            (
                "It began as a wedding band and never quite stopped. Goldkante play songs of their own with tuba, two "
                "trumpets, trombone, clarinet, drums and Paula, who sings and keeps the rest in order.\n\nA concert "
                "lasts until somebody in the hall is waltzing who could not do it before."
            ),
        ),
    },
    "geheimbund": {
        "abstract": ("Ein Kollektiv. Mehr steht hier nicht.", "A collective. There is nothing more to read here."),
        "description": (
            (
                "Gespielt wird von 01.00 bis 06.30. Der Ort steht am selben Tag an der Litfaßsäule, die du kennst. "
                "Keine Namen, keine Telefone auf der Fläche, Wasser gibt es umsonst."
            ),
            (
                "We play from 01.00 to 06.30. The place is posted that day on the pillar you know. No names, no "
                "phones on the floor, water is free."
            ),
        ),
    },
    "halbmond-tontraeger": {
        "abstract": (
            "Kleines Label mit großem Hallgerät: Sampler, Livemitschnitte und Wiederveröffentlichungen.",
            "A small label with a large reverb unit: compilations, live recordings and reissues.",
        ),
        "description": (
            (
                "Halbmond presst, was sonst niemand presst: Konzertmitschnitte aus dem Mischpult, vergessene Singles "
                "und einmal im Jahr einen Sampler, auf dem alle Bands ein Lied der anderen spielen."
            ),
            (
                "Halbmond presses what nobody else will: recordings off the mixing desk, forgotten singles and, once "
                "a year, a compilation on which every band plays another band's song."
            ),
        ),
    },
    "merchstand-werkstatt": {
        "abstract": (
            "Unsere eigene Werkstatt: Sachen für Leute, die nach dem Konzert noch stehen bleiben.",
            "Our own workshop: things for people who stay on after the show.",
        ),
        "description": (
            (
                "Zwischen zwei Lieferungen drucken wir, was wir selbst brauchen: Beutel, in die zwölf Platten passen, "
                "Becher, die einen Sturz von der Bühne überleben, und Shirts für Menschen, die Kabel tragen."
            ),
            (
                "Between two deliveries we print what we need ourselves: bags that hold twelve records, mugs that "
                "survive a fall off the stage, and shirts for people who carry cables."
            ),
        ),
    },
}
