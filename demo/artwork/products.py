"""Pictures of merchandise: template, colours, prints, backdrop."""

from collections.abc import Callable
from functools import lru_cache

from PIL import Image, ImageChops

from demo.artwork import accessories, covers, garments, hoodie, household, posters, records, texture
from demo.artwork.bands import BANDS, COLOURS, Band, backdrop_for, cloth, inks, luminance
from demo.artwork.sheet import RGB, finer
from demo.artwork.template import FRAME, Print, Template, cut_out, shadow_colour

KINDS: dict[str, Callable[[str, int], Template]] = {
    "t_shirt": garments.t_shirt,
    "longsleeve": garments.longsleeve,
    "hoodie": hoodie.hoodie,
    "tote": accessories.tote,
    "cap": accessories.cap,
    "patch": accessories.patch,
    "vinyl": records.vinyl,
    "cd": records.cd,
    "cassette": records.cassette,
    "mug": household.mug,
    "poster": household.poster,
}
VIEWS = ("front", "back", "detail")
PRINTED = ("vinyl", "cd", "cassette", "poster")


@lru_cache(maxsize=36)
def template(kind: str, view: str, width: int) -> Template:
    return KINDS[kind](view, width)


@lru_cache(maxsize=5)
def backdrop(colour: RGB, width: int) -> Image.Image:
    """A plain surface with the window at the upper left."""
    size = width, round(width * FRAME[1] / FRAME[0])
    light = Image.radial_gradient("L").resize((size[0] * 2, size[1] * 2), Image.Resampling.BICUBIC)
    left, top = round(size[0] * 0.72), round(size[1] * 0.74)
    light = light.crop((left, top, left + size[0], top + size[1]))
    shade = light.point([round(136 - v * 0.24) for v in range(256)])
    mottled = texture.contrast(texture.noise(size, width / 6, 3), 0.05)
    speckle = texture.contrast(texture.grain(size, 8), 0.07)
    shade = ImageChops.add(ImageChops.add(shade, mottled, 1, -128), speckle, 1, -128)
    flat = Image.new("RGB", size, colour)
    dark = shade.point([min(255, v * 2) for v in range(256)])
    glow = shade.point([max(0, (v - 128) * 2) for v in range(256)])
    return ImageChops.add(ImageChops.multiply(flat, Image.merge("RGB", (dark,) * 3)), Image.merge("RGB", (glow,) * 3))


def default_colour(band: str, kind: str, seed: int) -> str:
    if kind == "tote" and seed % 2 == 0:
        return "natural" if band != "geheimbund" else "black"
    cloths = BANDS[band].cloths
    return cloths[seed % len(cloths)] if kind not in ("patch", "mug") else cloths[seed % 2]


def _colours(band: Band, kind: str, seed: int, body: RGB) -> dict[str, RGB]:
    ink = inks(band, body)
    trim = ink["ink"] if kind != "patch" else ink["accent"]
    if band.slug == "kellerkind" and kind != "patch":
        trim = ink["paper"] if luminance(body) < 126 else ink["ink"]
    if kind == "cassette":
        trim = covers.GROUNDS[band.slug][(seed // 2 + 1) % 3][0]
    inside = body if kind != "mug" else ink["accent"]
    vinyls = (band.on_dark["accent" if band.slug != "geheimbund" else "ink"], (24, 23, 25))
    return {
        "body": body,
        "inside": inside,
        "trim": trim,
        "brim": body if seed % 3 else trim,
        "label": ink["accent"] if kind not in PRINTED else (236, 232, 224),
        "disc": vinyls[seed % 2],
        "tape": (226, 212, 170) if band.slug != "geheimbund" else (30, 30, 31),
    }


def _prints(band: Band, kind: str, seed: int, body: RGB, taken: Template) -> dict[str, Image.Image]:
    """What the template has a place for."""
    widths = {layer.slot: finer(layer.width * taken.lens.k) for layer in taken.layers if isinstance(layer, Print)}
    return {slot: _print(band, kind, slot, seed, body, width) for slot, width in widths.items() if slot != "label"}


def _print(band: Band, kind: str, slot: str, seed: int, body: RGB, width: int) -> Image.Image:
    slug, colours = band.slug, inks(band, body)
    high = 932 / 616 if kind == "cassette" else 1.0
    match slot:
        case "poster":
            return posters.tour_poster(slug, seed, width)
        case "disc":
            return covers.disc_label(slug, seed, width, compact=kind == "cd")
        case "tape":
            return covers.tape_label(slug, seed, width)
        case "cover":
            return covers.cover(slug, seed, width, high)
        case "rear":
            return covers.rear(slug, seed, width, high)
        case "sleeve":
            return covers.plain(band, covers.name_line(slug, width), body)
        case "word":
            return covers.plain(band, covers.wordmark(slug, width), (222, 220, 214))
        case "back" if kind in ("tote", "mug"):
            return covers.plain(band, covers.wordmark(slug, width), body)
        case "back":
            return covers.tour_list(slug, seed, width).inked(colours)
    return covers.motif_film(slug, seed, width).inked(colours)


def still(
    band: str, kind: str, view: str, seed: int, colour: str | RGB | None = None, *, width: int
) -> tuple[Template, Image.Image]:
    """A thing without its backdrop: its template (mask, shadow) and its lit colours."""
    me = BANDS[band]
    body = cloth(colour if colour is not None else default_colour(band, kind, seed))
    taken = template(kind, view, width)
    return taken, cut_out(taken, _colours(me, kind, seed, body), _prints(me, kind, seed, body, taken))


def product_picture(
    band: str, kind: str, view: str = "front", seed: int = 0, colour: str | RGB | None = None, *, width: int = FRAME[0]
) -> Image.Image:
    """See the package."""
    body = cloth(colour if colour is not None else default_colour(band, kind, seed))
    seen = body if kind not in PRINTED else covers.ground_colour(band, seed)
    out = backdrop(backdrop_for(BANDS[band], seen, seed), width).copy()
    taken, thing = still(band, kind, view, seed, body, width=width)
    out.paste(shadow_colour(out), (0, 0), taken.shadow)
    out.paste(thing, (0, 0), taken.mask)
    return out


def colours_of(band: str) -> dict[str, RGB]:
    """The cloths a band prints on, its usual one first."""
    return {name: COLOURS[name] for name in BANDS[band].cloths}
