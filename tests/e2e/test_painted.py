"""What Django paints is what React draws: nothing moves when the one takes the other's place (design §1, §5)."""

import pytest
from playwright.sync_api import ViewportSize

from tests.e2e.conftest import DESKTOP, PHONE, OpenPage, Site
from tests.e2e.measuring import TAKEN_OVER, boxes, scripts_held, wait_for_react, wait_until
from tests.e2e.places import BELOW, BROWSER_LANGUAGES, OWN, STOPS

pytestmark = pytest.mark.slow

PAINTED = """document.readyState !== "loading"
  && [...document.querySelectorAll("link[rel=stylesheet]")].every((link) => link.sheet)"""
HALF_A_PIXEL = 0.5
# Further kinds: reduced, a dropdown, a text to print, by the metre, only with another.
PRODUCTS = (
    "kellerkind-manifest-shirt", "kellerkind-fanzine", "kellerkind-aufnaeher-wunsch", "kellerkind-gaffa",
    "kellerkind-geschenktuete",
)  # fmt: skip


def moved(painted: dict[str, list[float]], drawn: dict[str, list[float]]) -> list[str]:
    """Where the two differ: an element that is missing or has another box."""
    found = []
    for name, box in painted.items():
        after = drawn.get(name)
        if after is None:
            found.append(f"{name}: gone")
        elif any(abs(one - other) >= HALF_A_PIXEL for one, other in zip(box, after, strict=True)):
            found.append(f"{name}: {box} became {after}")
    return found


@pytest.mark.console_may_say("status of 404")
@pytest.mark.parametrize("width", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("language", ["de", "en"])
def test_nothing_moves(open_page: OpenPage, site: Site, width: ViewportSize, language: str) -> None:
    page = open_page(viewport=width, locale=BROWSER_LANGUAGES[language])
    problems = []
    looked_at = [(stop.place, stop.address) for stop in STOPS] + [(OWN, f"/products/{one}") for one in PRODUCTS]
    looked_at.append((BELOW, "/nachtfalter/events/nachtfalter-grosses-licht"))
    for place, address in looked_at:
        with scripts_held(page):
            page.goto(place.url(site.port) + address, wait_until="commit")
            wait_until(page, PAINTED)
            page.evaluate("document.body.offsetHeight, document.fonts.ready.then(() => true)")
            painted = boxes(page)
            assert not page.locator(TAKEN_OVER).count()
        wait_for_react(page)
        problems += [f"{place}{address}: {one}" for one in moved(painted, boxes(page))]
    assert problems == [], "\n".join(problems)
