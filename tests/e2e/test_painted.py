"""What Django paints is what React draws: nothing moves when the one takes the other's place (design §1, §5).

test_catalogue.py sees to every kind of page; these are further kinds of products and events.
"""

import pytest

from tests.e2e.conftest import DESKTOP, PHONE, OpenPage, Site
from tests.e2e.measuring import painted_and_drawn
from tests.e2e.places import BELOW, BROWSER_LANGUAGES, OWN

pytestmark = pytest.mark.slow

# Reduced, a dropdown, a text to print, by the metre, only with another; an event with everything.
FURTHER = (
    *((OWN, f"/products/kellerkind-{one}") for one in ("manifest-shirt", "fanzine", "aufnaeher-wunsch", "gaffa")),
    (OWN, "/products/kellerkind-geschenktuete"),
    (BELOW, "/nachtfalter/events/nachtfalter-grosses-licht"),
)


@pytest.mark.parametrize(("language", "screens"), [("de", (DESKTOP, PHONE)), ("en", (PHONE, DESKTOP))])
def test_nothing_moves(open_page: OpenPage, site: Site, language: str, screens: tuple) -> None:
    page = open_page(locale=BROWSER_LANGUAGES[language])
    problems = []
    for place, address in FURTHER:
        _, moved = painted_and_drawn(page, screens, place.url(site.port) + address)
        problems += [f"{address} {one}" for one in moved]
    assert problems == [], "\n".join(problems)
