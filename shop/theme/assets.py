"""What the frontend's build has written, for the page that loads it: `dist/.vite/` and `dist/plain/`."""

import base64
import hashlib
import json
import re
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe

from shop.models import Shop, ShopDesign
from shop.theme.tokens import WORDS, property_name, theme_css

# The custom properties of a theme whose values are words, and these words.
Words = tuple[tuple[str, str], ...]

ENTRY = "src/app/entry.tsx"
NO_ROUTE = "plain"
STYLES = "style.css"
FONTS = "src/generated/fonts"
TEXT_FACE = f"{FONTS}/text-400.woff2"
# A display face comes as a narrow and a wide, or as a light and a bold half (frontend/fonts).
WIDE_FROM = 82
BOLD_FROM = 601
FACE_RULE = re.compile(r'@font-face{font-family:"?shop-(?P<name>[a-z-]+)[^}]*}')
WORD_RULE = re.compile(r"@container style\((?P<token>--shop-[a-z-]+):(?P<word>[a-z]+)\){")
# Without this, a page would be painted before the faces in its styles are decoded, and move.
FACE_SCRIPT = mark_safe("document.fonts.forEach(face=>face.display==='block'&&face.load())")
# Buttons do nothing without React: what is pressed before it is here is kept for it (frontend/src/app/early-input.ts).
EARLY_SCRIPT = mark_safe(
    "pressed=[];prerenderReady=false;"
    "addEventListener('click',e=>{let b=window.pressed&&e.target.closest('#app button');"
    "if(b){e.preventDefault();b.setAttribute('aria-busy',true);pressed.push(b)}},true);"
    # Without scripts, forms and links go on by themselves; what says so is the page's <noscript>.
    "addEventListener('error',e=>{if(e.target.type==='module'&&window.pressed){"
    "pressed.forEach(b=>b.removeAttribute('aria-busy'));delete window.pressed;"
    "let n=document.querySelector('noscript');n.outerHTML=n.textContent}},true)"
)


@dataclass(frozen=True, slots=True)
class PageAssets:
    """Two scripts in the page; addresses of the frontend's entry, modules and styles."""

    early: SafeString
    face: SafeString
    entry: str
    styles: str
    modules: tuple[str, ...]


class DisplayFace(NamedTuple):
    """The headings' face: its name in the styles, and the half of it that the design needs."""

    choice: str
    half: str

    @property
    def file(self) -> str:
        """What every page needs of it."""
        return f"{FONTS}/{self.half}.woff2"

    @property
    def files(self) -> list[str]:
        """Addresses of this file, of those for rarer letters, and of what another face lends it."""
        return [file_address(key) for key in manifest() if key.startswith((f"{FONTS}/{self.half}", f"{FONTS}/lent"))]


@cache
def manifest() -> dict[str, dict[str, Any]]:
    """Read once per process; empty before the first build."""
    return _build_file(".vite/manifest.json")


@cache
def first_load() -> dict[str, dict[str, list[str]]]:
    """The scripts that a visit starting on a route loads, by language and route (frontend/build/first-load.ts)."""
    return _build_file(".vite/first-load.json")


@cache
def work_script() -> str:
    """What works for a page of the server's own (frontend/plain/work.ts); empty before the first build."""
    return _plain_script("work")


@cache
def tickets_worker() -> bytes:
    """The service worker of kept tickets (frontend/plain/kept-tickets.ts); empty before the first build."""
    return _built(_plain_script("kept-tickets"))


def _plain_script(name: str) -> str:
    file = _build_file("plain/manifest.json").get(f"plain/{name}.ts", {}).get("file", "")
    return f"{settings.STATIC_URL}plain/{file}" if file else ""


def _build_file(name: str) -> dict[str, Any]:
    path = settings.FRONTEND_DIST / name
    return json.loads(path.read_text()) if path.is_file() else {}


def page_assets(route: str, language: str, design: ShopDesign) -> PageAssets:
    routes = first_load().get(language, {})
    scripts = [settings.STATIC_URL + file for file in routes.get(route, routes.get(NO_ROUTE, ()))]
    entry = file_address(ENTRY)
    return PageAssets(
        early=EARLY_SCRIPT,
        face=FACE_SCRIPT,
        entry=entry,
        styles=sheet_address(design),
        modules=tuple(script for script in scripts if script != entry),
    )


@cache
def page_script_sources() -> str:
    """How a Content-Security-Policy names the scripts that every page carries itself."""
    digests = (hashlib.sha256(script.encode()).digest() for script in (FACE_SCRIPT, EARLY_SCRIPT))
    return " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)


def design_of(shop: Shop) -> ShopDesign:
    return getattr(shop, "design", None) or ShopDesign(shop=shop)


def sheet_address(design: ShopDesign) -> str:
    """Where the theme answers the shop's style sheet; another one whenever a byte of it is."""
    return f"/theme/{design.shop.slug}.{sheet_hash(design)}.css"


def sheet_hash(design: ShopDesign) -> str:
    words = _digest(file_address(STYLES), display_face(design), design.texture, _words(design))
    words += theme_css(design)
    return hashlib.sha256(words.encode()).hexdigest()[:10]


def style_sheet(design: ShopDesign) -> str:
    """The build's styles with the shop's two faces and, after their defaults, its theme: one request before the first
    paint.
    """
    styles = _built_styles(file_address(STYLES), display_face(design), design.texture, _words(design))
    return styles + theme_css(design)


def _words(design: ShopDesign) -> Words:
    return tuple((property_name(name), getattr(design, name)) for name in WORDS)


@cache
def _built_styles(url: str, face: DisplayFace, texture: str, words: Words) -> str:
    """Without the faces, textures and words that only other shops' themes choose."""
    styles = FACE_RULE.sub(lambda rule: _face_rule(rule["name"], rule[0], face), _built(url).decode())
    styles = with_words(styles, words)
    return re.sub(rf'--shop-texture-(?!(?:none|opacity|{texture}):)[a-z]+:(?:url\("[^"]*"\)|[^;"}}]*);', "", styles)


def with_words(styles: str, words: Words) -> str:
    """What the theme's words look like, without their conditions; what other words look like is left out."""
    kept, at = [], 0
    while found := WORD_RULE.search(styles, at):
        end = _end_of_block(styles, found.end())
        chosen = (found["token"], found["word"]) in words
        kept += [styles[at : found.start()], styles[found.end() : end] if chosen else ""]
        at = end + 1
    return "".join([*kept, styles[at:]])


def _end_of_block(styles: str, start: int) -> int:
    """Where the block whose inside begins at `start` has its closing brace."""
    depth = 1
    for brace in re.finditer("[{}]", styles[start:]):
        depth += 1 if brace[0] == "{" else -1
        if depth == 0:
            return start + brace.start()
    return len(styles)


def _face_rule(name: str, rule: str, face: DisplayFace) -> str:
    """The rule of a face that the theme shows, with the file that every page needs written out in it."""
    if name in ("text-fallback", f"{face.choice}-fallback"):
        return rule
    if name == "text":  # also where headings have it
        return _with_file(rule, file_address(TEXT_FACE))
    if name == face.choice and any(f"({file})" in rule for file in face.files):
        return _with_file(rule, file_address(face.file))
    return ""


def _with_file(rule: str, file: str) -> str:
    """The file written out in the rule that names it; the others, for rarer letters, stay files."""
    if not file or f"({file})" not in rule:
        return rule
    content = base64.b64encode(_built(file)).decode()
    return rule.replace(file, f"data:font/woff2;base64,{content}").replace("font-display:swap", "font-display:block")


@cache
def _digest(url: str, face: DisplayFace, texture: str, words: Words) -> str:
    return hashlib.sha256(_built_styles(url, face, texture, words).encode()).hexdigest()


def _built(url: str) -> bytes:
    path = settings.FRONTEND_DIST / url.removeprefix(settings.STATIC_URL)
    return path.read_bytes() if path.is_file() else b""


def file_address(key: str) -> str:
    """Where a source's built file is; empty before the first build."""
    file = manifest().get(key, {}).get("file", "")
    return f"{settings.STATIC_URL}{file}" if file else ""


def display_face(design: ShopDesign) -> DisplayFace:
    face = design.font_display
    if face == ShopDesign.Display.ARCHIVO:
        part = "82" if design.font_display_width >= WIDE_FROM else "50"
    else:
        part = "601" if design.font_display_weight >= BOLD_FROM else "300"
    return DisplayFace(face, f"{face}-{part}")
