"""At one pixel to one no block or smear is seen: SSIMULACRA2 against what was drawn (decision 0029)."""

import pytest

from demo.drawing import Drawing
from shop.core.pictures.thumbnails import PHONE, WIDEST
from tests.benchmarks.pictures import NARROWEST, drawings, measured
from tests.proofs import proves

pytestmark = pytest.mark.whole

LEAST = 70
# Those of the band whose grain is the finest: they score least.
OF_BAND = drawings("nachtfalter")
HARDEST = list({one[0]: one for one in OF_BAND}.values())
LARGEST = OF_BAND[0]


def name(drawing: Drawing) -> str:
    return "-".join(map(str, drawing[:3]))


@proves(
    "design §5, decision 0029",
    "quality follows a picture's size and not its bytes: no block or smear at one pixel to one, "
    "SSIMULACRA2 from 70 on; lettering keeps its colour",
)
@pytest.mark.parametrize("drawing", HARDEST, ids=name)
def test_no_picture_is_squeezed_until_it_smears(drawing: Drawing) -> None:
    found = list(measured(drawing, "avif", range(NARROWEST, PHONE + 1)))
    assert found
    assert not [one for one in found if one.score < LEAST]


def test_nor_is_one_that_fills_a_page() -> None:
    """Seconds a width: `python -m tests.benchmarks.pictures` takes the minutes for all bands."""
    found = list(measured(LARGEST, "avif", range(PHONE + 1, WIDEST + 1)))
    assert found
    assert not [one for one in found if one.score < LEAST]
