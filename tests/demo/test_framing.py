"""The focus of the demo's pictures keeps their lettering in every frame that has room for it."""

import pytest

from demo.drawing import Drawing
from demo.framing import focus, lettering
from tests.proofs import proves

DRAWINGS: list[Drawing] = [
    ("banner", "nachtfalter", "landscape"),
    ("banner", "nachtfalter", "square"),
    ("poster", "kellerkind", "Tour", (), 0, 1500),
    ("cover", "goldkante", 0, 1500),
    ("event", "geheimbund", 1),
]


@proves(
    "look.md, decision 0029",
    "a focus for each picture, set by a click or by numbers, keeps what matters in sight wherever a "
    "frame cuts the picture off; posters are shown whole; the demo's lettering is never cut",
)
@pytest.mark.parametrize("drawing", DRAWINGS, ids=lambda drawing: "-".join(map(str, drawing[:3:2])))
def test_lettering_stays_in_sight_however_narrow_the_frame(drawing: Drawing) -> None:
    box = lettering(drawing)
    assert box
    for at, percent in zip((0, 1), focus(drawing), strict=True):
        start, end = box[at], box[at + 2]
        for seen in (end - start, (1 + end - start) / 2, 0.99):
            first = percent / 100 * (1 - seen)
            # A percent is rounded, by half of one of what is cut off.
            assert first <= start + 0.005
            assert first + seen >= end - 0.005


def test_what_has_no_lettering_is_shown_from_its_middle() -> None:
    assert focus(("hero", "nachtfalter")) == (50, 50)
    assert focus(("product", "kellerkind", "t_shirt", "front", 0, None, 920)) == (50, 50)
