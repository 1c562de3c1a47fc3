"""The painted card says what frontend/src/features/products/card.tsx says (catalogue §3 `list_price`, §9)."""

from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from shop.html import plain_text


def card(list_price: dict[str, Any], **more: Any) -> str:
    product = {
        "name": "Shirt", "slug": "shirt", "price": "20.00", "originalPrice": None, "lowestPrice30Days": None,
        "unitPrice": None, "available": True, "listImages": [], "productVariants": {"nodes": []}, **more,
        "meta": {"hide": False, "listPrice": {"hide": False, "prefix": "", "value": "", **list_price}},
    }  # fmt: skip
    shop = {"meta": {"trimZeroDecimals": False, "itemGridColumns": 3}}
    with translation.override("de"):
        html = render_to_string("painted/parts/product_card.html", {"product": product, "shop": shop, "base_path": ""})
    return plain_text(html).replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("list_price", "more", "said", "unsaid"),
    [
        ({}, {}, "20,00 €", "Grundpreis"),
        ({"prefix": "ab"}, {}, "ab 20,00 €", ""),
        ({"value": "beim Label"}, {"lowestPrice30Days": "25.00"}, "beim Label", "€"),
        ({"hide": True}, {"unitPrice": {"price": "1.00", "unit": "m"}}, "Shirt", "€"),
        ({}, {"price": "100000.00"}, "Shirt", "€"),
        ({}, {"lowestPrice30Days": "24.00"}, "Niedrigster Preis der letzten 30 Tage: 24,00 €", "Grundpreis"),
        ({}, {"unitPrice": {"price": "0.80", "unit": "m"}}, "Grundpreis: 0,80 € / m", "30 Tage"),
    ],
)
def test_a_cards_price(list_price: dict[str, Any], more: dict[str, Any], said: str, unsaid: str) -> None:
    text = card(list_price, **more)
    assert said in text.replace("ab20", "ab 20")
    assert not unsaid or unsaid not in text
