"""At one pixel to one no block or smear is seen: SSIMULACRA2 against what was drawn (decision 0029)."""

import pytest

from catalogue.demo.drawing import Drawing
from tests.benchmarks.pictures import drawings, measured

pytestmark = pytest.mark.slow

LEAST = 70
# Those of the band whose grain is the finest: they score least. And the openings of the others.
HARDEST = [
    *drawings("nachtfalter"),
    *(("hero", band, "landscape") for band in ("kellerkind", "geheimbund", "goldkante")),
]


@pytest.mark.parametrize("drawing", HARDEST, ids=lambda drawing: "-".join(map(str, drawing[:3])))
def test_no_picture_is_squeezed_until_it_smears(drawing: Drawing) -> None:
    found = list(measured(drawing, "avif"))
    assert found
    assert not [one for one in found if one.score < LEAST]
