"""A cart with a product and tickets, in each of the three addressings."""

import re

from playwright.sync_api import Locator

from tests.e2e.places import BELOW, LANGUAGES, MAIN, OWN, Place
from tests.e2e.shopper import Shopper

# A product with its option, tickets with their kind: what is put into each shop's cart.
CARTS = {
    MAIN: ("/products/werkstatt-plattenbeutel", "", "/events/kellerkind-wuppertal", ("Normalpreis", "Full price")),
    BELOW: (
        "/products/nachtfalter-mondphasen-shirt", "M", "/events/nachtfalter-hamburg", ("Normalpreis", "Full price"),
    ),
    OWN: ("/products/kellerkind-ratte-shirt", "M", "/events/kellerkind-wien", ("Normalpreis", "Full price")),
}  # fmt: skip


def fill_cart(shopper: Shopper, place: Place, port: int) -> None:
    """A product and two tickets."""
    product, option, event, kinds = CARTS[place]
    shopper.fill_cart(place.url(port) + place.prefix + product, option)
    shopper.open(place.url(port) + place.prefix + event)
    shopper.add_tickets(kinds[LANGUAGES.index(shopper.language)], 2)
    shopper.close_cart()


def three_pieces(shopper: Shopper) -> Locator:
    name = re.compile(rf"\b3 {shopper.text('LANG_CART_PIECES')}$")
    return shopper.page.get_by_role("banner").get_by_role("button", name=name)
