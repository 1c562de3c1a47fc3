"""A write that lost to others is done anew, a few times (design §4)."""

import pytest
from django.db import Error, connection, transaction

from shop.core.database.database_errors import shop_error_of
from shop.core.database.transactions import TRIES, retry_transaction
from shop.core.errors import Busy
from shop.models import Shop
from tests.factories import make_shop
from tests.proofs import proves

LOSES = "DO $$ BEGIN RAISE EXCEPTION 'lost' USING ERRCODE = '{}'; END $$"


class Write:
    """Makes a shop, and loses so many times by this SQLSTATE."""

    def __init__(self, losses: int, state: str = "40P01") -> None:
        self.losses, self.state, self.tries = losses, state, 0

    @retry_transaction
    @transaction.atomic
    def act(self) -> Shop:
        self.tries += 1
        shop = make_shop("nachtfalter")
        if self.tries <= self.losses:
            with connection.cursor() as cursor:
                cursor.execute(LOSES.format(self.state))
        return shop


@proves(
    "design §4",
    "a write that lost to others is tried again, else answered as `BUSY`: 429 with Retry-After by REST, "
    "a code on GraphQL, never 503",
)
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("state", ["40P01", "40001"])
def test_a_deadlock_and_a_conflict_are_tried_again_and_nothing_is_stored_twice(state: str) -> None:
    write = Write(losses=TRIES - 1, state=state)
    shop = write.act()
    assert (write.tries, Shop.objects.get(slug="nachtfalter")) == (TRIES, shop)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("state", "tries"), [("40P01", TRIES), ("40001", TRIES), ("55P03", 1), ("23505", 1)])
def test_who_loses_every_time_or_has_waited_long_is_told_that_it_is_busy(state: str, tries: int) -> None:
    write = Write(losses=99, state=state)
    with pytest.raises(Error) as caught:
        write.act()
    assert isinstance(shop_error_of(caught.value), Busy)
    assert (write.tries, Shop.objects.filter(slug="nachtfalter").exists()) == (tries, False)


@pytest.mark.django_db
def test_within_another_transaction_that_one_has_lost() -> None:
    write = Write(losses=1)
    with pytest.raises(Error):
        write.act()
    assert write.tries == 1
