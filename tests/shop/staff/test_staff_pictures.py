"""Staff see the pictures of a shop that strangers need a code for; the gate stays shut for those (decision 0014)."""

import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.core.files.base import ContentFile
from django.test import Client
from PIL import Image as Pillow

from catalogue.models import ProductPicture
from catalogue.queries import gated_pictures
from shop.models import AccessCode, Image
from tests.factories import make_product, make_shop
from tests.proofs import proves
from tests.staff import log_in

pytestmark = pytest.mark.django_db
LISTS = ("/admin/shop/image/", "/admin/catalogue/product/")


@pytest.fixture
def image(settings: Any, tmp_path: Any) -> Image:
    settings.MEDIA_ROOT = tmp_path
    make_shop("merchstand")
    shop = make_shop("geheim")
    AccessCode.objects.create(shop=shop, code="ROTLICHT")
    written = BytesIO()
    Pillow.new("RGB", (40, 50), (200, 80, 40)).save(written, "PNG")
    image = Image.objects.create(file=ContentFile(written.getvalue(), name="x.png"), alt_de="Motte", alt_en="Moth")
    ProductPicture.objects.create(product=make_product(shop, slug="ding"), image=image)
    gated_pictures._kept = (float("-inf"), {})
    return image


def shown_on(page: Any, image: Image) -> Iterator[str]:
    """The addresses of the picture that a page of the staff area names."""
    content = page.content.decode()
    found = re.findall(r'(?:src|href)="(/media/pictures/[^"]+|/admin/shop/image/\d+/preview/[^"]*)"', content)
    yield from (one for one in found if image.key in one or f"/{image.pk}/" in one)


@proves("docs/decisions/0014", "staff who may see pictures see those of gated shops, too; strangers do not")
def test_staff_see_them_in_lists_and_forms(client: Client, image: Image) -> None:
    log_in(client)
    for path in (*LISTS, f"/admin/shop/image/{image.pk}/change/"):
        addresses = list(shown_on(client.get(path), image))
        assert addresses, path
        for address in addresses:
            answer = client.get(address)
            assert answer.status_code == 200, (path, address)
            assert answer.headers["Content-Type"] == "image/png"
            assert {"private", "no-store"} <= set(answer.headers["Cache-Control"].split(", "))
            with Pillow.open(BytesIO(answer.getvalue())) as picture:
                assert picture.size == (40, 50)
    chosen = client.get(f"/admin/shop/image/{image.pk}/preview/")
    assert chosen.status_code == 200


def test_strangers_and_staff_without_the_right_do_not(client: Client, image: Image) -> None:
    address = f"/admin/shop/image/{image.pk}/preview/?width=360"
    stranger = Client(SERVER_NAME="localhost")
    assert stranger.get(address).status_code == 302
    assert stranger.get(image.file.url).status_code == 403
    staff = log_in(client, is_superuser=False)
    assert client.get(address).status_code == 403
    staff.user_permissions.set(Permission.objects.filter(codename="view_image"))
    assert client.get(address).status_code == 200
    assert client.get(address.replace("360", "9" * 400)).status_code == 200
    assert client.get(address.replace("360", "%C2%B2")).status_code == 200


def test_what_everybody_sees_keeps_its_public_address(client: Client, image: Image) -> None:
    AccessCode.objects.all().delete()
    gated_pictures._kept = (float("-inf"), {})
    log_in(client)
    for path in LISTS:
        assert set(shown_on(client.get(path), image)) == {image.file.url}
    assert client.get(f"/admin/shop/image/{image.pk}/preview/").headers["Location"] == image.file.url
