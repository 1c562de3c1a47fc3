"""What the demo's pictures weigh, and how near they are to what was drawn: `python -m tests.benchmarks.pictures`.

By kind and width, over all bands: how many, bytes in the mean and at most, and SSIMULACRA2 in the mean and at least,
at one pixel to one (docs/decisions/0029): above 70 differences are hard to find beside the original. Forms are avif,
webp and jpg. Takes some minutes a form.
"""

import io
import sys
from collections import defaultdict
from collections.abc import Container, Iterator
from dataclasses import dataclass
from statistics import mean

from PIL import Image

from demo import artwork
from demo.drawing import DRAWN, Drawing
from shop.core.pictures.thumbnails import WIDEST, Form, encode, shrink

BANDS = ("nachtfalter", "kellerkind", "geheimbund", "goldkante")
DATES = tuple(f"{day:02}.03. {city}" for day, city in enumerate(("Leipzig", "Köln", "Hamburg", "Wien", "Zürich"), 10))
# Narrower ones are icons.
NARROWEST = 360


@dataclass(frozen=True)
class Measured:
    kind: str
    width: int
    size: int
    score: float


def drawings(band: str) -> list[Drawing]:
    """One picture of each kind that the band's pages show."""
    goods = (("t_shirt", 1500), ("vinyl", 1000), ("mug", 1000), ("poster", 1000))
    return [
        ("hero", band, "landscape"),
        ("banner", band, "landscape"),
        ("banner", band, "square"),
        ("event", band, 0),
        ("news", band, 0),
        ("news", band, 1),
        ("poster", band, "Bis das Licht angeht", DATES, 0, 1500),
        ("cover", band, 0, 1500),
        ("square", band, "hoodie", 0),
        *(("product", band, thing, "front", 0, None, width) for thing, width in goods),
        ("product", band, "t_shirt", "detail", 1, None, 920),
    ]


def score(drawn: Image.Image, content: bytes) -> float:
    # Here, as numpy and scipy take most of a second and every run of the tests imports this module.
    from ssimulacra2 import compute_ssimulacra2

    lossless = io.BytesIO()
    drawn.save(lossless, "PNG", compress_level=1)
    return float(compute_ssimulacra2(lossless, io.BytesIO(content)))


def measured(drawing: Drawing, form: Form, widths: Container[int] = range(NARROWEST, WIDEST + 1)) -> Iterator[Measured]:
    """`widths`: those that are looked at, of which the largest take seconds each."""
    kind, *arguments = drawing
    name = f"{kind} {arguments[1]}" if kind == "banner" else kind
    for width, thumbnail in shrink(DRAWN[kind](*arguments)):
        if width in widths:
            content = encode(thumbnail, form, quick=True)
            yield Measured(name, width, len(content), score(thumbnail, content))


def main(forms: list[str]) -> None:
    for form in forms:
        by_kind = defaultdict(list)
        for band in BANDS:
            for drawing in drawings(band):
                for one in measured(drawing, form):  # type: ignore[arg-type]
                    by_kind[one.kind, one.width].append(one)
            artwork.release()
        print(f"| {form} | width | pictures | KB mean | KB most | score mean | score least |")
        print("|---|---|---|---|---|---|---|")
        for (kind, width), found in sorted(by_kind.items()):
            sizes, scores = [one.size / 1000 for one in found], [one.score for one in found]
            print(
                f"| {kind} | {width} | {len(found)} | {mean(sizes):.0f} | {max(sizes):.0f} |"
                f" {mean(scores):.0f} | {min(scores):.1f} |"
            )


if __name__ == "__main__":
    main(sys.argv[1:] or ["avif"])
