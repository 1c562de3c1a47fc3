"""What the frontend's build has written, for the page that loads it: `dist/.vite/manifest.json`."""

import hashlib
import json
import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.conf import settings

from shop.design import theme_css
from shop.models import ShopDesign

START = "src/app/start.ts"
ENTRY = "src/app/entry.tsx"
STYLES = "style.css"
ENGLISH = "../locale/en/spa.po"
TEXT_FACE = "src/generated/fonts/text-400.woff2"
# The file of a display face is one of a narrow and a wide, or of a light and a bold half (frontend/fonts).
WIDE_FROM = 82
BOLD_FROM = 601


@dataclass(frozen=True, slots=True)
class PageAssets:
    """Addresses of what starts the frontend, its entry and modules, of the style sheet and the first paint's faces."""

    start: str
    entry: str
    styles: str
    modules: tuple[str, ...]
    fonts: tuple[str, ...]


@cache
def manifest() -> dict[str, dict[str, Any]]:
    """Read once per process; empty before the first build."""
    path = settings.FRONTEND_DIST / ".vite" / "manifest.json"
    return json.loads(path.read_text()) if path.is_file() else {}


def page_assets(route: str, language: str, design: ShopDesign) -> PageAssets:
    chunks = manifest()
    wanted = [ENTRY, f"src/routes/{route}/route.tsx", *([ENGLISH] if language == "en" else [])]
    if route.startswith("checkout"):
        wanted.append(f"../locale/{language}/checkout.po")
    if route == "event":
        wanted.append(f"../locale/{language}/event.po")
    if route in ("static-page", "advent", "search"):
        wanted.append(f"../locale/{language}/pages.po")
    reached: dict[str, None] = {}
    for key in wanted:
        _reach(chunks, key, reached)
    files = [_url(key) for key in reached]
    entry = _url(ENTRY)
    return PageAssets(
        start=_url(START),
        entry=entry,
        styles=sheet_address(design),
        modules=tuple(file for file in files if file and file != entry and file.endswith(".js")),
        fonts=tuple(url for key in (TEXT_FACE, display_face(design)) if (url := _url(key))),
    )


def sheet_address(design: ShopDesign) -> str:
    """Where `shop.theme` answers the shop's style sheet; another one whenever a byte of it is."""
    return f"/theme/{design.shop.slug}.{sheet_hash(design)}.css"


def sheet_hash(design: ShopDesign) -> str:
    told = _digest(_url(STYLES), design.font_display, design.texture) + theme_css(design)
    return hashlib.sha256(told.encode()).hexdigest()[:10]


def style_sheet(design: ShopDesign) -> str:
    """The build's styles and, after their defaults, the shop's theme: one request before the first paint."""
    return _built_styles(_url(STYLES), design.font_display, design.texture) + theme_css(design)


@cache
def _built_styles(url: str, face: str, texture: str) -> str:
    """Without the faces and textures that only other shops' themes choose."""
    path = settings.FRONTEND_DIST / url.removeprefix(settings.STATIC_URL)
    styles = path.read_text() if path.is_file() else ""
    styles = re.sub(rf'@font-face{{font-family:"?shop-(?!(?:text|{face})(?:-fallback)?[";])[^}}]*}}', "", styles)
    return re.sub(rf'--shop-texture-(?!(?:none|opacity|{texture}):)[a-z]+:(?:url\("[^"]*"\)|[^;"}}]*);', "", styles)


@cache
def _digest(url: str, face: str, texture: str) -> str:
    return hashlib.sha256(_built_styles(url, face, texture).encode()).hexdigest()


def _reach(chunks: dict[str, dict[str, Any]], key: str, reached: dict[str, None]) -> None:
    if key not in chunks or key in reached:
        return
    reached[key] = None
    for one in chunks[key].get("imports", ()):
        _reach(chunks, one, reached)


def _url(key: str) -> str:
    file = manifest().get(key, {}).get("file", "")
    return f"{settings.STATIC_URL}{file}" if file else ""


def display_face(design: ShopDesign) -> str:
    face = design.font_display
    if face == ShopDesign.Display.ARCHIVO:
        part = "82" if design.font_display_width >= WIDE_FROM else "50"
    else:
        part = "601" if design.font_display_weight >= BOLD_FROM else "300"
    return f"src/generated/fonts/{face}-{part}.woff2"
