"""The table of areas: what of a request follows from the beginning of its path.

A new top-level address is a pattern in `config/urls.py` and a row here; `tests/shop/web/test_areas.py` fails for a
pattern without a row.
"""

from dataclasses import dataclass
from enum import Enum


class ShopLookup(Enum):
    """How the shop of a request is found (`shop.web.middleware.CurrentShop`)."""

    PATH = "by host, or by the path's first word, which is taken off the path: /band/products"
    SHARED = "by host, or by the slug that an API address names: these addresses lie below no shop's path"
    NONE = "not at all on our hosts: a page has many such files, and a lookup would cost more than the file"


class Kept(Enum):
    """What the answer cache may keep (`shop.answer_cache.middleware`)."""

    PAGES = "pages, by their path"
    DOCUMENTS = "persisted GraphQL GETs, by their document"
    NOTHING = "nothing; the shops' versions are not even looked at"


class Policy(Enum):
    """The Content-Security-Policy, and the security headers beside it (`shop.web.middleware.Security`)."""

    PAGE = "a page of a shop"
    CHECKOUT = "a page that may load payment services and open their windows"
    STAFF = "the staff area"
    FILE = "a file: it loads nothing, and headers that only count for pages are left out"
    NONE = "as FILE, but without a policy: a worker among the files would have it as its own"


class Gate(Enum):
    """What a gated shop asks for (`shop.web.gate_middleware.AccessGate`)."""

    CODE = "the access code"
    OWN_KEY = "no code: the prompt itself, a secret in the address, a signature, or a page that the law wants open"
    OPEN = "no code, and caches may keep the answer: staff, the entrance's devices, files that every shop has"


@dataclass(frozen=True, slots=True)
class Area:
    """All addresses that begin with the prefix; of several areas the one with the longest prefix counts.

    A prefix without a slash at its end is also an address by itself, and ends with a word of the path: `/search` is not
    the beginning of `/searchlight`. `reserved`: no shop may have the first word as its slug. `leads_home`: an unknown
    address leads visitors home; without it the answer is a plain 404.
    """

    prefix: str
    shop: ShopLookup = ShopLookup.PATH
    kept: Kept = Kept.PAGES
    csp: Policy = Policy.PAGE
    gated: Gate = Gate.CODE
    reserved: bool = True
    leads_home: bool = True

    @property
    def word(self) -> str:
        return self.prefix[1:].partition("/")[0]


# The home page, and what no other row has.
HOME = Area("/", reserved=False)
# What pages have no other row for.
PAGES = (
    "accessibility", "advent", "artists", "bundle", "categories", "checkin", "contact", "datapolicy", "event", "events",
    "facebookintegration", "faq", "gamepolicy", "imprint", "item", "jobs", "kulturpass", "merch", "news", "newsletter",
    "nofrills", "product", "products", "queue", "refund", "request", "shipping", "terms", "ticket", "tickets",
    "ticketservice", "tours", "trace",
)  # fmt: skip
AREAS = (
    HOME,
    *(Area(f"/{word}") for word in PAGES),
    Area("/access-code", gated=Gate.OWN_KEY),
    Area("/checkout", kept=Kept.NOTHING, csp=Policy.CHECKOUT),
    Area("/checkout/free/", kept=Kept.NOTHING, csp=Policy.CHECKOUT, gated=Gate.OWN_KEY),
    Area("/newsletter/confirm/", gated=Gate.OWN_KEY),
    Area("/newsletter/unsubscribe/", gated=Gate.OWN_KEY),
    Area("/refund/confirm/", gated=Gate.OWN_KEY),
    Area("/search", kept=Kept.NOTHING),
    Area("/withdrawal", gated=Gate.OWN_KEY),  # § 356a BGB
    Area("/.well-known/", reserved=False, leads_home=False),
    Area("/admin/", ShopLookup.SHARED, Kept.NOTHING, Policy.STAFF, Gate.OPEN),
    Area("/api/", ShopLookup.SHARED, Kept.DOCUMENTS),
    Area("/api/v2/entrance/", ShopLookup.SHARED, Kept.NOTHING, gated=Gate.OPEN),
    Area("/api/v2/payments/", ShopLookup.SHARED, Kept.NOTHING, gated=Gate.OWN_KEY),
    Area("/dev/", ShopLookup.SHARED, Kept.NOTHING, gated=Gate.OPEN, leads_home=False),
    Area("/entrance/", ShopLookup.SHARED, Kept.NOTHING, gated=Gate.OPEN),
    Area("/media/", ShopLookup.NONE, Kept.NOTHING, Policy.FILE, Gate.OPEN, leads_home=False),
    Area("/static/", ShopLookup.SHARED, Kept.NOTHING, Policy.NONE, Gate.OPEN, leads_home=False),
    Area("/theme/", ShopLookup.NONE, Kept.PAGES, Policy.FILE, Gate.OPEN, leads_home=False),
)
# Words of earlier years, of proxies in front of us, and such as would mislead visitors.
OTHER_WORDS = (
    "account", "assets", "bundles", "confirm", "custom", "domain-check", "graphql", "healthz", "legal", "login",
    "metrics", "news", "order", "orders", "redirect", "robots", "sitemap", "sitemaps", "voucher", "well-known",
    "withdraw", "www",
)  # fmt: skip
RESERVED_SLUGS = frozenset(OTHER_WORDS) | {area.word for area in AREAS if area.reserved}


def _by_word() -> dict[str, tuple[Area, ...]]:
    """Areas by their first word, the longest prefix first."""
    found: dict[str, tuple[Area, ...]] = {}
    for area in sorted(AREAS, key=lambda area: len(area.prefix), reverse=True):
        found[area.word] = (*found.get(area.word, ()), area)
    return found


BY_WORD = _by_word()
ONLY_HOME = (HOME,)


def area_of(path: str) -> Area:
    """Return the area of a path within its shop. Requests for kept answers call this up to three times."""
    for area in BY_WORD.get(path[1:].partition("/")[0], ONLY_HOME):
        if path.startswith(area.prefix):
            return area
    return HOME
