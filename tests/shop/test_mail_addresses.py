"""One rule for e-mail addresses; the browser's (frontend/src/lib/mail-address.ts) reads the same examples."""

import json
import re
from pathlib import Path

import pytest
from django.core.exceptions import ValidationError

from shop.core.values import mail_addresses as addresses
from shop.core.values.mail_addresses import is_mail_address, sendable
from tests.factories import make_shop
from tests.proofs import proves

EXAMPLES = json.loads(Path(__file__).parent.with_name("mail_addresses.json").read_text())


@proves(
    "purchase §5",
    "one rule for e-mail addresses in checkout, newsletter, staff's fields and browser, with every ending; "
    "domains with umlauts are written in ASCII",
)
@pytest.mark.parametrize("example", EXAMPLES, ids=[ascii(one["address"])[:50] for one in EXAMPLES])
def test_which_addresses_a_mail_can_go_to(example: dict[str, object]) -> None:
    assert is_mail_address(str(example["address"])) is example["mail"]


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("Mira@Example.org", "Mira@Example.org"),
        ("mira@BÜCHER.de", "mira@xn--bcher-kva.de"),
        ("mira@bu\u0308cher.de", "mira@xn--bcher-kva.de"),
        ("mira@straße.de", "mira@xn--strae-oqa.de"),
        ("mira@пример.испытание", "mira@xn--e1afmkfd.xn--80akhbyknj4f"),
        ("a@b.de,c.de", None),
    ],
)
def test_mail_servers_get_the_domain_in_ascii(typed: str, written: str | None) -> None:
    assert sendable(typed) == written


@proves(
    "design §6",
    "a text of a stranger costs no more than its length, however long, in every body, argument and form; "
    "nothing is looked at that is longer than what is kept",
)
def test_what_is_too_long_is_refused_before_its_domain_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "_in_ascii", pytest.fail)
    for address in ("mira@" + "ü" * 250 + ".de", "m" * 65 + "@bücher.de"):
        assert sendable(address) is None


@pytest.mark.django_db
@pytest.mark.parametrize("field", ["sender_email", "seller_email"])
def test_staff_enter_addresses_by_the_same_rule(field: str) -> None:
    shop = make_shop(**{field: "shop@bücher.de"})
    shop.clean_fields(exclude=[one.name for one in shop._meta.fields if one.name != field])
    setattr(shop, field, '"a b"@band.de')
    with pytest.raises(ValidationError, match=re.escape(field)):
        shop.clean_fields()
