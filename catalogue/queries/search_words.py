"""How visitors write what a shop has: other words for the same, and words with mistakes; pure (catalogue §5, §9)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from unicodedata import combining, normalize

# A word with this share of wrong letters is another one (catalogue §9, fuzzy threshold).
FUZZY_THRESHOLD = 0.4
# Shorter words have too many neighbours, or are the beginning of too many.
SHORTEST_GUESSED, SHORTEST_BEGINNING = 4, 4
# Inside of longer words a short one is chance: “red” in “hundred”.
SHORTEST_INSIDE = 4
MOST_COMPARED = 60
MOST_GUESSES = 3
# Keyboards without umlauts write them so.
WRITTEN_OUT = (("ae", "a"), ("oe", "o"), ("ue", "u"))
LETTERS = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ł": "l", "’": "'"})

# Words of both languages for one thing, folded: no shop has to enter each of its names.
GOODS = (
    "vinyl schallplatte schallplatten platte lp record",
    "hoodie hoody kapuzenpulli kapuzenpullover",
    "shirt t-shirt tshirt",
    "sweater sweatshirt pullover pulli",
    "beutel jutebeutel stoffbeutel tote bag tasche",
    "patch aufnaher",
    "beanie mutze",
    "kappe cap",
    "poster plakat",
    "tasse becher mug cup",
    "schlusselanhanger keyring keychain",
    "anstecker button badge pin",
    "gutschein voucher",
    "sticker aufkleber",
    "schal scarf",
    "socken socks",
    "handschuhe gloves",
    "jacke jacket",
    "buch book",
    "kalender calendar",
    "flagge fahne flag",
    "kinder kids",
    "girlie girl damen women",
    "feuerzeug lighter",
    "kassette cassette tape",
)
COLOURS = (
    "schwarz black", "weiss white", "rot red", "blau blue", "grun green", "gelb yellow", "grau grey gray",
    "lila violett purple", "rosa pink", "braun brown", "silber silver", "turkis turquoise", "bunt colourful",
)  # fmt: skip
CITIES = (
    "koln cologne", "munchen munich", "nurnberg nuremberg", "hannover hanover", "braunschweig brunswick",
    "wien vienna", "genf geneva geneve", "basel basle", "prag prague praha", "warschau warsaw warszawa",
    "krakau krakow cracow", "breslau wroclaw", "danzig gdansk", "kopenhagen copenhagen kobenhavn",
    "mailand milan milano", "rom rome roma", "venedig venice venezia", "florenz florence firenze", "turin torino",
    "neapel naples napoli", "lissabon lisbon lisboa", "brussel brussels bruxelles", "antwerpen antwerp",
    "luxemburg luxembourg", "strassburg strasbourg", "athen athens", "belgrad belgrade", "laibach ljubljana",
    "bukarest bucharest", "luttich liege",
)  # fmt: skip
GROUPS = [group.split() for group in (*GOODS, *COLOURS, *CITIES)]

SAME = {word: [other for other in group if other != word] for group in GROUPS for word in group}


def fold(text: str) -> str:
    """Without capitals and accents, as `catalogue_fold` in the database."""
    bare = normalize("NFD", text.lower().translate(LETTERS))
    return "".join(sign for sign in bare if not combining(sign))


def writings(word: str) -> list[str]:
    """The word as it is written, and with umlauts for “ae”, “oe” and “ue”."""
    written = word
    for letters, umlaut in WRITTEN_OUT:
        written = written.replace(letters, umlaut)
    return list(dict.fromkeys((word, written)))


def other_words(word: str) -> list[str]:
    """Other words for the same, of both languages; also for the beginning of a word."""
    typed = [fold(one) for one in writings(word)]
    found = [
        other
        for group in GROUPS
        if any(one in group or begins(one, group) for one in typed)
        for other in group
        if other not in typed
    ]
    return list(dict.fromkeys(found))


def begins(word: str, group: list[str]) -> bool:
    return len(word) >= SHORTEST_BEGINNING and any(other.startswith(word) for other in group)


def split_words(texts: Iterable[str]) -> Iterator[str]:
    """The words of the texts, folded, without signs at their ends."""
    for text in texts:
        for word in fold(text).replace("/", " ").split():
            bare = word.strip("„“”\"'‚‘»«().,:;!?–-…&+")
            yield bare
            if "-" in bare:
                yield from bare.split("-")


def also_found_by(title: str, texts: Iterable[str]) -> str:
    """The words of the texts that are not in the title, and other words for all of them."""
    shown = dict.fromkeys(split_words([title]))
    words = dict.fromkeys([*shown, *split_words(texts)])
    others = (other for word in words for other in SAME.get(word, ()))
    return " ".join(word for word in dict.fromkeys([*words, *others]) if word and word not in shown)


class Vocabulary:
    """The words that a shop's names consist of, and which of them are nearest to a word with mistakes."""

    def __init__(self, texts: Iterable[str]) -> None:
        known = (*split_words(texts), *(word for group in GROUPS for word in group))
        self.words = [word for word in dict.fromkeys(known) if len(word) >= SHORTEST_GUESSED]

    @cached_property
    def _by_part(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for number, word in enumerate(self.words):
            for part in parts(word):
                found.setdefault(part, []).append(number)
        return found

    def nearest(self, word: str) -> list[str]:
        """The words that it may mean, the nearest first; none for a short one."""
        typed = fold(word)
        if len(typed) < SHORTEST_GUESSED:
            return []
        shared = Counter(number for part in parts(typed) for number in self._by_part.get(part, ()))
        compared = [self.words[number] for number, _shared in shared.most_common(MOST_COMPARED)]
        most = FUZZY_THRESHOLD * len(typed)
        ranked = sorted(
            (wrong, abs(len(other) - len(typed)), at, other)
            for at, other in enumerate(compared)
            if (wrong := mistakes(typed, other)) < most
        )
        return [other for _wrong, _longer, _at, other in ranked[:MOST_GUESSES]]


def parts(word: str) -> set[str]:
    """Pairs of letters, and the first one."""
    return {f" {word[0]}", *(word[at : at + 2] for at in range(len(word) - 1))}


def mistakes(word: str, other: str) -> int:
    """Letters too many, missing, wrong or swapped with their neighbour until `word` is how `other` begins."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(word, start=1):
        following = [i]
        for j, theirs in enumerate(other, start=1):
            least = min(row[j] + 1, following[j - 1] + 1, row[j - 1] + (letter != theirs))
            if i > 1 and j > 1 and letter == other[j - 2] and word[i - 2] == theirs:
                least = min(least, before[j - 2] + 1)
            following.append(least)
        before, row = row, following
    return min(row)
