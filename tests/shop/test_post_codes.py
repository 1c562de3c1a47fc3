import re

import pytest

from shop.core.values.countries import country_codes
from shop.core.values.post_codes import FORMS, post_code_pattern
from tests.proofs import proves

RIGHT = {
    "de": ["04229"], "at": ["1010"], "ch": ["8001"], "li": ["9490"], "pl": ["00-950", "00950"], "cz": ["110 00"],
    "nl": ["1012 AB", "1012ab"], "se": ["111 22"], "pt": ["1000-205", "1000"], "lv": ["LV-1010", "1010"],
    "ie": ["D02 AF30", "D6W XY00"], "mt": ["VLT 1117"], "ad": ["AD500"], "us": ["10001", "10001-1234"],
    "ca": ["M5V 3L9"], "jp": ["100-0001"], "br": ["01310-100"], "kr": ["03051"], "il": ["6100000"],
    "gb": ["SW1A 1AA", "M1 1AE", "B33 8TH", "CR2 6XH", "DN55 1PT", "W1A 0AX", "sw1a1aa"],
}  # fmt: skip
WRONG = {
    "de": ["4229", "D-04229", "042290"], "at": ["10100", "A-1010"], "ch": ["80010"], "pl": ["0-0950", "00_950"],
    "fr": ["7500", "SW1A 1AA"], "nl": ["1012"], "gb": ["10115", "SW1A"], "us": ["1000"], "ie": ["10115"],
    "ca": ["10115"], "mt": ["1117"],
}  # fmt: skip
NONE = {"hk", "ae", "qa", "jm"}
UNION = "at be bg cy cz de dk ee es fi fr gr hr hu ie it lt lu lv mt nl pl pt ro se si sk"


def fits(code: str, country: str) -> bool:
    return re.fullmatch(post_code_pattern(country), code, re.IGNORECASE | re.ASCII) is not None


@proves("purchase §5", "the form of a postal code is known of each country that has some")
@pytest.mark.parametrize("country", RIGHT)
def test_codes_of_a_country_fit(country: str) -> None:
    assert [code for code in RIGHT[country] if not fits(code, country)] == []


@pytest.mark.parametrize("country", WRONG)
def test_others_do_not(country: str) -> None:
    assert [code for code in WRONG[country] if fits(code, country)] == []


def test_forms_name_countries_once_each_and_all_of_the_union() -> None:
    listed = [country for countries in FORMS.values() for country in countries.split()]
    assert set(listed) <= country_codes() and set(UNION.split()) <= set(listed)
    assert all(len(set(one.split())) == len(one.split()) for one in FORMS.values())
    assert not NONE & set(listed) and post_code_pattern("hk") == ""
