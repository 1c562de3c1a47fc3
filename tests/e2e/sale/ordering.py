"""A shopper who ordered two tickets."""

from tests.e2e.shopper import Shopper

SHOW = "/events/kellerkind-wien"
KINDS = {"de": "Normalpreis", "en": "Full price"}


def put_in_cart(shopper: Shopper) -> None:
    shopper.open(SHOW)
    shopper.add_tickets(KINDS[shopper.language], 2)
    shopper.go_to_checkout()


def ordered(shopper: Shopper, email: str) -> None:
    put_in_cart(shopper)
    shopper.buy(email)
