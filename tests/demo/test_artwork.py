"""The demo's pictures: right sizes, the same every time, visibly each band's own."""

import hashlib
from functools import cache

import pytest
from PIL import Image, ImageChops, ImageStat

from demo import artwork
from demo.artwork.bands import BANDS, COLOURS, cloth, distance, inks
from tests.proofs import proves

WIDTH = 150


def fingerprint(image: Image.Image) -> str:
    return hashlib.sha256(image.mode.encode() + image.tobytes()).hexdigest()


@pytest.mark.parametrize("kind", artwork.KINDS)
def test_every_kind_has_every_view(kind):
    pictures = [artwork.product_picture("nachtfalter", kind, view, 1, width=WIDTH) for view in artwork.VIEWS]
    for picture in pictures:
        assert picture.mode == "RGB"
        assert picture.size == (WIDTH, round(WIDTH * 1.25))
        assert min(ImageStat.Stat(picture).stddev) > 4
    assert len({fingerprint(p) for p in pictures}) == len(artwork.VIEWS)


@pytest.mark.parametrize("band", artwork.BANDS)
def test_motifs_differ_and_are_transparent_around(band):
    assert artwork.motif_count(band) >= 5
    motifs = [artwork.motif(band, seed, 160) for seed in range(artwork.motif_count(band))]
    assert len({fingerprint(m) for m in motifs}) == len(motifs)
    for motif in motifs:
        assert (motif.mode, motif.size) == ("RGBA", (160, 160))
        alpha = motif.getchannel("A")
        assert alpha.getextrema() == (0, 255)
        assert 0.08 < ImageStat.Stat(alpha).mean[0] / 255 < 0.95


@proves("design §7", "pictures are drawn, the same on every run")
def test_a_picture_is_the_same_on_every_run():
    first = artwork.product_picture("kellerkind", "t_shirt", "front", 3, width=WIDTH)
    artwork.release()
    again = artwork.product_picture("kellerkind", "t_shirt", "front", 3, width=WIDTH)
    assert fingerprint(first) == fingerprint(again)


def test_seed_colour_and_band_change_the_picture():
    pictures = [
        artwork.product_picture("goldkante", "t_shirt", "front", 0, "cream", width=WIDTH),
        artwork.product_picture("goldkante", "t_shirt", "front", 1, "cream", width=WIDTH),
        artwork.product_picture("goldkante", "t_shirt", "front", 0, "bordeaux", width=WIDTH),
        artwork.product_picture("goldkante", "t_shirt", "front", 0, "#204060", width=WIDTH),
        artwork.product_picture("geheimbund", "t_shirt", "front", 0, "cream", width=WIDTH),
    ]
    assert len({fingerprint(p) for p in pictures}) == len(pictures)


@pytest.mark.parametrize("band", artwork.BANDS)
def test_main_ink_is_visible_on_every_cloth(band):
    for name in artwork.colours(band):
        body = cloth(name)
        chosen = inks(BANDS[band], body)
        if "paper" not in chosen:
            assert distance(chosen["ink"], body) > 90, name
    assert set(artwork.colours(band)) <= set(COLOURS)


def test_a_product_picture_is_four_to_five():
    assert artwork.product_picture("merchstand", "mug").size == artwork.PRODUCT_SIZE


@pytest.mark.whole
def test_posters_and_banners_have_their_sizes():
    lines = ["04.03. Leipzig · Moritzhof", "05.03. Köln", "Eintritt frei"]
    assert artwork.poster("geheimbund", "Nachtschicht", lines, 2).size == (1500, 2121)
    assert artwork.poster("kellerkind", "Tour", lines * 4, 0).size == (1500, 2121)
    assert artwork.banner("goldkante", "landscape").size == (2400, 1000)
    assert artwork.banner("merchstand", "square").size == (1500, 1500)
    assert artwork.event_picture("merchstand", 1).size == (1600, 1000)
    assert artwork.news_picture("geheimbund", 2).size == (1600, 1000)


@cache
def opening(band: str) -> Image.Image:
    return artwork.hero(band)


@proves(
    "look, “The demo bands”",
    "the demo's opening pictures: each band a place of its own, wide and upright, no two alike",
)
@pytest.mark.whole
@pytest.mark.parametrize("band", artwork.BANDS)
def test_each_band_opens_with_a_place_of_its_own(band):
    wide, upright = opening(band), artwork.hero(band, "portrait")
    assert (wide.size, upright.size) == ((1920, 1080), (1200, 1500))
    for picture in (wide, upright):
        assert picture.mode == "RGB"
        assert min(ImageStat.Stat(picture.convert("L")).stddev) > 6
    artwork.release()
    assert fingerprint(artwork.hero(band)) == fingerprint(wide)


@pytest.mark.whole
def test_no_two_openings_are_alike():
    small = [opening(band).resize((16, 9)) for band in artwork.BANDS]
    for i, one in enumerate(small):
        for other in small[i + 1 :]:
            assert max(ImageStat.Stat(ImageChops.difference(one, other)).mean) > 20
