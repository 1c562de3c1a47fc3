"""Advent calendars: this year's, still shut, and last year's, all open. Years count from today's."""

from demo.plan import Calendar

from .advent_nights import NIGHTS
from .advent_riddles import LAST, NEXT

CALENDARS = (
    Calendar(
        "merchstand",
        0,
        ("Der lauteste Advent", "The loudest advent"),
        (
            "Vierundzwanzig Rätsel aus Keller, Kapelle und Nacht. Jeden Abend um 18:00 Uhr geht eine Tür auf.",
            "Twenty-four riddles from the cellar, the chapel and the night. A door opens every evening at 18:00.",
        ),
        NEXT,
    ),
    Calendar(
        "merchstand",
        1,
        ("Advent am Merchtisch", "Advent at the merch table"),
        (
            "Der Kalender vom letzten Jahr, alle Türen offen. Zu gewinnen gibt es nichts mehr, zu hören schon.",
            "Last year's calendar, all doors open. There is nothing left to win, but plenty to hear.",
        ),
        LAST,
    ),
    Calendar(
        "nachtfalter",
        1,
        ("Vierundzwanzig Nächte", "Twenty-four nights"),
        (
            "Für jede Nacht bis zum Fest ein Zettel von uns. Sie hängen noch.",
            "A note from us for every night until Christmas. They are still up.",
        ),
        NIGHTS,
    ),
)
