"""Pictures of the demo: five bands, each with its own drawing language, printed on drawn merchandise.

Everything is a pure function of its arguments: the same picture on every run with the same Pillow. Nothing is read
but the faces in demo/fonts. `band` is one of BANDS, `kind` one of KINDS, `view` one of VIEWS; a colour is a
name from COLOURS, "#rrggbb" or an RGB tuple.
"""

from collections.abc import Sequence

from PIL import Image

from demo.artwork import (
    ballroom,
    covers,
    hoarding,
    posters,
    products,
    scenes,
    stage,
    stairwell,
    texture,
    tunnel,
)
from demo.artwork.bands import BANDS as _BANDS
from demo.artwork.bands import COLOURS, cloth, inks
from demo.artwork.sheet import RGB

BANDS: tuple[str, ...] = tuple(_BANDS)
KINDS: tuple[str, ...] = tuple(products.KINDS)
VIEWS: tuple[str, ...] = products.VIEWS
PRODUCT_SIZE = (1500, 1875)
OPENINGS = {
    "merchstand": hoarding.opening,
    "nachtfalter": stage.opening,
    "kellerkind": stairwell.opening,
    "geheimbund": tunnel.opening,
    "goldkante": ballroom.opening,
}
OPENING_SIZES = {"landscape": (1920, 1080), "portrait": (1200, 1500)}

__all__ = [
    "BANDS",
    "COLOURS",
    "KINDS",
    "PRODUCT_SIZE",
    "VIEWS",
    "banner",
    "bundle",
    "colours",
    "cover",
    "event_picture",
    "hero",
    "motif",
    "motif_count",
    "news_picture",
    "poster",
    "product_picture",
    "release",
    "stall",
]


def motif_count(band: str) -> int:
    """Seeds 0 to motif_count - 1 are all different motifs; further seeds vary them."""
    return len(_BANDS[band].motifs)


def colours(band: str) -> tuple[str, ...]:
    """Names of the cloths the band prints on; its usual one first."""
    return tuple(products.colours_of(band))


def motif(band: str, seed: int = 0, size: int = 1400, on: str | RGB = "black") -> Image.Image:
    """The print alone: a square RGBA picture of `size` pixels in the inks for the cloth `on`."""
    return covers.motif_film(band, seed, size).inked(inks(_BANDS[band], cloth(on)))


def product_picture(
    band: str, kind: str, view: str = "front", seed: int = 0, colour: str | RGB | None = None, *, width: int = 1500
) -> Image.Image:
    """A photograph of merchandise, RGB, 4:5 (1500 x 1875 unless `width` says otherwise).

    `seed` chooses the motif (the same on all three views), the backdrop and, without `colour`, the cloth."""
    return products.product_picture(band, kind, view, seed, colour, width=width)


def bundle(band: str, things: Sequence[tuple[str, int, str | None]], width: int = 1500) -> Image.Image:
    """Two or three things that are sold together, each a kind, a seed and a cloth; RGB, 4:5."""
    return scenes.bundle(band, things, (width, width * 5 // 4))


def cover(band: str, seed: int = 0, size: int = 1500) -> Image.Image:
    """The square sleeve that the vinyl and CD with this seed wear."""
    return covers.cover(band, seed, size).copy()


def poster(band: str, title: str, lines: Sequence[str], seed: int = 0, width: int = posters.SIZE[0]) -> Image.Image:
    """A tour poster, 1500 x 2121 unless `width` says otherwise.

    A line is "12.03. Leipzig", or "12.03. Leipzig · Moritzbastei"; up to twelve."""
    return posters.poster(band, title, lines, seed, width)


def banner(band: str, shape: str = "landscape") -> Image.Image:
    """An artist's banner: "landscape" 2400 x 1000 or "square" 1500 x 1500."""
    return scenes.banner(band, shape)


def hero(band: str, shape: str = "landscape") -> Image.Image:
    """The shop's opening picture, a place of its own world: "landscape" 1920 x 1080 or "portrait" 1200 x 1500."""
    return OPENINGS[band](OPENING_SIZES[shape])


def stall(band: str, size: tuple[int, int] = scenes.STALL) -> Image.Image:
    """The shop's merchandise laid out, 16:9; the main shop shows all bands."""
    return scenes.stall(band, size)


def event_picture(band: str, seed: int = 0, size: tuple[int, int] = scenes.SCENE) -> Image.Image:
    """Stage and crowd, 8:5."""
    return scenes.event_picture(band, seed, size)


def news_picture(band: str, seed: int = 0, size: tuple[int, int] = scenes.SCENE) -> Image.Image:
    """8:5; the kind of picture changes with the seed."""
    return scenes.news_picture(band, seed, size)


def release() -> None:
    """Give back the memory of masks and films kept between pictures (up to 1 GB after all kinds and views)."""
    for kept in (
        products.template,
        products.backdrop,
        covers.motif_film,
        covers.ground,
        covers.cover,
        covers.rear,
        covers.disc_label,
        covers.tape_label,
        covers.tour_list,
        posters.tour_poster,
        texture.noise,
        texture.grain,
        texture.wear,
    ):
        kept.cache_clear()
