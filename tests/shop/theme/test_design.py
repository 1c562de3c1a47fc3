import json
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import translation

from shop.core.values.colours import contrast, oklch
from shop.models import Shop, ShopDesign
from shop.models.design import ColourField
from shop.models.theme_colours import COLOURS, too_faint
from shop.theme.assets import sheet_hash, with_words
from shop.theme.tokens import theme_css
from tests.factories import make_shop
from tests.proofs import proves
from tests.shop.web.visit import Visit

ROOT = Path(__file__).resolve().parents[3]


def design(**fields: object) -> ShopDesign:
    return ShopDesign(shop=Shop(name="x"), **fields)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("#000000", "#ffffff", 21),
        ("#777777", "#ffffff", 4.478),
        ("#ff5a1f", "#ff5a1f", 1),
        ("#0000ff", "#ffffff", 8.59),
    ],
)
def test_contrast_is_wcags(one: str, other: str, expected: float) -> None:
    assert contrast(one, other) == pytest.approx(expected, abs=0.01)
    assert contrast(other, one) == contrast(one, other)


@pytest.mark.parametrize(
    ("colour", "expected"),
    [
        ("#ffffff", "oklch(1.0000 0.0000 0.00)"),
        ("#000000", "oklch(0.0000 0.0000 0.00)"),
        ("#ff0000", "oklch(0.6280 0.2577 29.23)"),
        ("#00ff00", "oklch(0.8664 0.2948 142.50)"),
    ],
)
def test_oklch_is_css_color_4s(colour: str, expected: str) -> None:
    assert oklch(colour) == expected


@proves("design §1", "a shop's theme: tokens, contrast, kept for ever under its hash")
def test_the_css_has_every_column_as_a_token() -> None:
    css = theme_css(design())
    columns = [field.name for field in ShopDesign._meta.get_fields() if field.name not in ("id", "shop")]
    for name in columns:
        assert f"--shop-{name.removesuffix('_colour').replace('_', '-')}:" in css, name
    assert css.count("--shop-") == len(columns) + css.count("var(--shop-")
    assert {field.name for field in ShopDesign._meta.get_fields() if isinstance(field, ColourField)} == set(COLOURS)


def test_what_browsers_draw_goes_with_the_paper() -> None:
    light = theme_css(design(paper="#ffffff", ink="#000000"))
    dark = theme_css(design(paper="#101014", ink="#f0f0f0"))
    assert light.startswith(":root{color-scheme:light;--veil:var(--shop-ink);")
    assert dark.startswith(":root{color-scheme:dark;--veil:var(--shop-paper);")


def test_the_hash_changes_with_each_token() -> None:
    before = sheet_hash(design())
    assert sheet_hash(design()) == before
    changes = {
        "hero_colour": "#222222",
        "radius_card": 4,
        "shadow": "hard",
        "motion_ease": "steps(3)",
        "price_style": "stamp",
    }
    assert len({sheet_hash(design(**{name: value})) for name, value in changes.items()} | {before}) == len(changes) + 1


CHOSEN = {
    "opening": "spiral", "heading_style": "blinking", "card_style": "round", "divider": "barbed wire",
    "price_style": "neon", "image_frame": "gilded",
}  # fmt: skip


@proves(
    "look, “One system”",
    "what a theme says beyond colours (opening, headings, cards, edges, prices, frames) is chosen from what is drawn",
)
@pytest.mark.parametrize(("name", "made_up"), CHOSEN.items())
def test_what_nobody_has_drawn_cannot_be_chosen(name: str, made_up: str) -> None:
    field = ShopDesign._meta.get_field(name)
    for choice, _ in field.flatchoices:
        field.clean(choice, design())
    with pytest.raises(ValidationError):
        field.clean(made_up, design())


@pytest.mark.parametrize("name", ["opening", "heading_style", "card_style", "divider", "price_style", "image_frame"])
def test_every_choice_is_drawn(name: str) -> None:
    drawn = "".join(sheet.read_text() for sheet in (ROOT / "frontend/src/theme").glob("*.css"))
    elsewhere = {"plain": "", "none": "", "cuttings": ".cut {"}
    for choice, _ in ShopDesign._meta.get_field(name).flatchoices:
        told = f"style(--shop-{name.replace('_', '-')}: {choice})"
        assert elsewhere.get(choice, told) in drawn, choice


def test_a_sheet_has_what_its_theme_says_and_nothing_of_others() -> None:
    built = (
        "a{b:c}@layer components{@container style(--shop-divider:torn){d{e:f}@media (width>=52rem){g{h:i}}}"
        "@container style(--shop-divider:moon){j{k:l}}@container style(--shop-font-display:var(--x)){m{n:o}}}p{q:r}"
    )
    rest = "@container style(--shop-font-display:var(--x)){m{n:o}}}p{q:r}"
    torn = with_words(built, (("--shop-divider", "torn"), ("--shop-opening", "moon")))
    assert torn == "a{b:c}@layer components{d{e:f}@media (width>=52rem){g{h:i}}" + rest
    assert with_words(built, (("--shop-divider", "none"),)) == "a{b:c}@layer components{" + rest


def test_the_defaults_are_legible() -> None:
    assert too_faint(design()) == []


@pytest.mark.parametrize(
    "fields",
    [
        {"ink": "#aaaaaa"}, {"ink_soft": "#9a9a9a"}, {"on_accent": "#ff7a4a"}, {"on_accent_hover": "#ff5a1f"},
        {"on_highlight": "#ffeeee"}, {"on_header": "#333333"}, {"on_hero": "#333333"}, {"positive": "#88cc88"},
        {"warning": "#ffcc00"}, {"danger": "#ff9999"}, {"focus": "#eeeeff"},
    ],
)  # fmt: skip
def test_faint_colours_are_refused_at_their_field(fields: dict[str, str]) -> None:
    with pytest.raises(ValidationError) as refused, translation.override("de"):
        design(**fields).clean()
    assert list(refused.value.message_dict) == list(fields)


def test_what_is_read_on_raised_surfaces_is_checked_there() -> None:
    with pytest.raises(ValidationError) as refused, translation.override("de"):
        design(raised="#888888").clean()
    assert set(refused.value.message_dict) == {"ink_soft", "positive", "warning", "danger"}


def test_the_message_names_the_ground_and_the_numbers() -> None:
    with translation.override("de"), pytest.raises(ValidationError) as refused:
        design(on_header="#333333").clean()
    with translation.override("de"):
        assert refused.value.message_dict["on_header"] == [
            "Auf „Kopf“ zu schwach: Kontrast 1,5, nötig sind mindestens 4,5."
        ]


def test_what_is_no_colour_is_left_to_its_field() -> None:
    design(ink="nonsense").clean()


@proves("catalogue §3", "the theme's tokens and its style sheet's address are on both wires, not in the pages")
@pytest.mark.django_db
def test_it_is_on_both_wires(settings: Any) -> None:
    settings.GRAPHQL_SAFELIST_ONLY = False
    make_shop("merchstand")
    shop = make_shop("nachtfalter")
    ShopDesign.objects.create(shop=shop, paper="#000000", radius_card=7)
    client = Client(HTTP_HOST="localhost")
    told = client.get("/api/v2/shops/nachtfalter/").json()["meta"]["design"]
    sheet = client.get(told["style_sheet"]).content.decode()
    assert told["tokens"]["--shop-paper"] == "oklch(0.0000 0.0000 0.00)"
    assert told["tokens"]["--shop-radius-card"] == "7px"
    assert all(f"{name}:{value};" in sheet for name, value in told["tokens"].items())
    query = {"query": "{ shop { meta { design { styleSheet tokens { name value } } } } }"}
    answer = client.post("/api/v2/shops/nachtfalter/graphql", json.dumps(query), content_type="application/json")
    found = answer.json()["data"]["shop"]["meta"]["design"]
    assert found["styleSheet"] == told["style_sheet"]
    assert {one["name"]: one["value"] for one in found["tokens"]} == told["tokens"]
    # A page has the sheet itself.
    assert "design" not in Visit("/nachtfalter/artists", client).block("shop-data")["shop"]["meta"]
