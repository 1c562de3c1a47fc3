"""The statement for shops, which is put together once for all requests of a process (design §5)."""

import pytest
from django.utils import translation

from shop.models import Shop, ShopDesign
from shop.queries import shops_for_page
from tests.factories import make_image, make_shop

pytestmark = pytest.mark.django_db


def test_it_says_the_same_in_every_language() -> None:
    texts = set()
    for language in ("de", "en"):
        with translation.override(language):
            texts.add(str(Shop.objects.for_page().query))
    assert len(texts) == 1


def test_its_rows_are_those_of_the_query_with_what_belongs_to_them() -> None:
    plain, full = make_shop("merchstand"), make_shop("band", domain="band.example", hero=make_image(alt="Bühne"))
    ShopDesign.objects.create(shop=full)
    for given, expected in (
        ({"slugs": ["merchstand", "band"], "domain": None}, {plain, full}),
        ({"slugs": ["nobody"], "domain": None}, set()),
        ({"slugs": [], "domain": "band.example"}, {full}),
    ):
        assert set(shops_for_page().run(**given)) == expected
    (found,) = shops_for_page().run(slugs=["band"], domain=None)
    (asked,) = Shop.objects.for_page().filter(slug="band")
    everything = [{k: v for k, v in vars(one).items() if k != "_state"} for one in (found, asked)]
    assert everything[0] == everything[1]
    assert (found.hero.alt, found.design.shop) == ("Bühne", found)
    (found,) = shops_for_page().run(slugs=["merchstand"], domain=None)
    assert found.hero is None and not hasattr(found, "design")
