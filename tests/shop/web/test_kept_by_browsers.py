"""The privacy policy lists everything that the shop leaves in a visitor's browser; names are read from the sources."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from cart.entry.discount_codes import ENTRY as DISCOUNT_CODE
from sessions_queue.queries import session_cookie
from sessions_queue.waiting_room.queue_place import place_cookie_name
from shop.access_codes.codes import ENTRY as ACCESS_CODE
from shop.codes.entry import CodeEntry
from shop.core.http.language import LANGUAGE_COOKIE
from shop.core.limits.passes import COOKIE as PASS
from shop.models import Shop
from tests.factories import make_shop
from tests.proofs import proves
from tests.shop.web.visit import Visit

ROOT = Path(settings.BASE_DIR)
SOURCES = ROOT / "frontend" / "src"
# Of the app, and of pages without it.
SCRIPTS = (SOURCES, ROOT / "frontend" / "plain")
# What a call of these writes under is its first argument, or stands before "=" in what is assigned.
COOKIE = re.compile(r"\bwriteCookie\(\s*([^,]+?),|document\.cookie\s*=\s*(`[^=]*?)=")
STORAGE = re.compile(
    r"\b(?:session|local)Storage\.setItem\(\s*(?!key,)([^,]+?),|\bopenTabChannel<\w+>\(shopSlug, (\"\w+\"),"
    r"|\bkeepInTab\(\s*([^,]+?),|\bremember\(\s*(\w+\(shopSlug\)),|\bcaches\.open\(([^)]+)\)"
)
# Its names are used in other files, too.
KEYS = SOURCES / "features" / "cart" / "model" / "memory.ts"
# Those that write for the others.
WRITERS = {SOURCES / "lib" / "cookies.ts", SOURCES / "lib" / "tab-channel.ts", SOURCES / "lib" / "tab-memory.ts"}
SLUG = "nachtfalter"


def scripts() -> Iterator[tuple[Path, str]]:
    for path in (one for folder in SCRIPTS for one in folder.rglob("*.ts*")):
        if not {"generated", "testing"} & set(path.parts) and ".test." not in path.name and path not in WRITERS:
            yield path, path.read_text()


def written(pattern: re.Pattern[str]) -> set[str]:
    """The names that the front end's calls of this kind write under, in the shop nachtfalter."""
    return {
        f"shop:{SLUG}:{name}" if "openTabChannel" in found[0] else name
        for path, text in scripts()
        for found in pattern.finditer(text)
        for name in [name_of(next(filter(None, found.groups())), text + KEYS.read_text(), path)]
    }


def name_of(expression: str, text: str, path: Path) -> str:
    """A text, a constant, or a function of the shop's slug that the same file has. Anything else has to be taught."""
    expression = expression.strip()
    if literal := re.fullmatch(r"[\"`]([^\"`$]+)[\"`]?", expression):
        return literal[1]
    if template := re.fullmatch(r"`([^`$]*)\$\{(\w+)\}([^`$]*)`?", expression):
        return template[1] + (SLUG if template[2] == "shopSlug" else name_of(template[2], text, path)) + template[3]
    if inner := re.fullmatch(r"`\$\{(\w+\(.*?\))\}", expression):
        return name_of(inner[1], text, path)
    if of_shop := re.fullmatch(r"consentCookie\(\"(\w+)\"\)", expression):
        return f"{SLUG}_{of_shop[1]}"
    if known := re.fullmatch(r"(\w+)(?:\((?:shopSlug)?\))?", expression):
        meant = re.search(rf"const {known[1]} = (?:\([^)]*\)(?:: string)? => )?(.+?);\n", text)
        assert meant, f"{path}: what is {expression}?"
        return name_of(meant[1], text, path)
    raise AssertionError(f"{path}: what is {expression}?")


def listed(language: str) -> list[set[str]]:
    """The names in the policy's tables of cookies and of storage."""
    html = Visit(f"/{SLUG}/datapolicy?lang={language}").block("page-data")["data"]["staticPage"]["html"]
    section = html.partition('id="cookies"')[2].partition("<h2")[0]
    return [set(re.findall(r"<tr><td>([^<]+)</td>", table)) for table in section.split("</table>")[:-1]]


@pytest.fixture
def shop(db: None) -> Shop:
    make_shop("merchstand")
    return make_shop(SLUG)


def cookies_of_the_server(shop: Shop) -> set[str]:
    """Every kind of cookie that Python sets for visitors."""
    setters = {
        str(path.relative_to(ROOT))
        for app in ("shop", "sessions_queue", "catalogue", "cart", "checkout", "config")
        for path in (ROOT / app).rglob("*.py")
        if re.search(r"(?:response|answer)\.set_cookie\(", path.read_text())
    }
    # The staff's: the choice of a language, in the cookie that visitors have, too, their browsers, and that they have
    # just saved something.
    staffs = {"config/admin.py", "shop/core/http/password_limits.py", "shop/answer_cache/middleware.py"}
    sessions = {"sessions_queue/graphql.py", "sessions_queue/waiting_room/queue_place.py"}
    assert setters == {"shop/codes/entry.py", "shop/core/limits/passes.py", "shop/web/pages.py", *sessions, *staffs}
    entries = (ACCESS_CODE, DISCOUNT_CODE)
    kinds = sum(
        path.read_text().count("CodeEntry(") - path.read_text().count('cookie=""')
        for app in ("shop", "catalogue", "cart", "checkout")
        for path in (ROOT / app).rglob("*.py")
    )
    assert kinds == len(entries) and all(isinstance(one, CodeEntry) for one in entries)
    own = {LANGUAGE_COOKIE, PASS, session_cookie(shop), place_cookie_name(shop)}
    return {*own, *(one.cookie_name(shop) for one in entries)}


@proves(
    "TDDDG § 25, GDPR Art. 13",
    "the privacy policy lists every cookie and everything in the browser's storage by its name",
)
@pytest.mark.parametrize("language", ["de", "en"])
def test_the_policy_lists_every_cookie_and_nothing_else(shop: Shop, language: str) -> None:
    cookies, _storage = listed(language)
    assert cookies == written(COOKIE) | cookies_of_the_server(shop)
    assert f"{SLUG}_kulturpass_hidden" in cookies


@pytest.mark.parametrize("language", ["de", "en"])
def test_and_everything_in_the_browsers_storage(shop: Shop, language: str) -> None:
    _cookies, storage = listed(language)
    assert storage == written(STORAGE) and "worked" in storage
    assert {"over18", "places", "tickets", f"cart:{SLUG}"} <= storage


def test_nothing_lies_where_nobody_looks() -> None:
    elsewhere = re.compile(r"\bindexedDB\b|cookieStore\b|Storage\[")
    assert [str(path) for path, text in scripts() if elsewhere.search(text)] == []


@pytest.mark.parametrize("call", ["writeCookie(secret, x)", "writeCookie(names[0], x)", "writeCookie(other(shop), x)"])
def test_a_name_that_cannot_be_read_is_told(call: str) -> None:
    found = COOKIE.search(call)
    assert found
    with pytest.raises(AssertionError, match="what is"):
        name_of(found[1], call, SOURCES)
