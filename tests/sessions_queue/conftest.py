"""The ground of tests about visitors: a shop whose questions need no list, and something to buy."""

import pytest

from catalogue.models import ProductVariant
from shop.models import Shop
from tests.factories import first_variant, make_product, make_shop


@pytest.fixture
def shop(open_wire: None, db: None) -> Shop:
    return make_shop("merchstand")


@pytest.fixture
def shirt(shop: Shop) -> ProductVariant:
    return first_variant(make_product(shop, capacity=50))
