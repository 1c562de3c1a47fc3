"""docs/fields.md names every field that staff can enter, and each of them changes something that someone can read."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.db import models, transaction
from django.test import Client, override_settings

from shop.models import Shop
from tests.apart import count_changes
from tests.apart import versions_for_tests as versions_for_tests
from tests.proofs import proves

from .changes import change
from .editable import ENTITIES, columns_of, editable_fields
from .example import Example
from .readings import LANGUAGES, READINGS, readings_for

TABLES = Path(__file__).resolve().parents[2] / "docs" / "fields.md"


def documented() -> dict[str, list[str]]:
    """Field names by entity."""
    sections = re.split(r"^## (\w+)$", TABLES.read_text(), flags=re.M)[1:]
    return {
        name: re.findall(r"^\| `(\w+)` \| \S.* \|$", table, flags=re.M)
        for name, table in zip(sections[::2], sections[1::2], strict=True)
    }


DOCUMENTED = documented()
EACH = [(entity, field) for entity, fields in DOCUMENTED.items() for field in fields]


class Stage:
    """The example, made once for all tests, and what is read of it while nothing is changed."""

    def __init__(self, forget_attempts: Callable[[], None]) -> None:
        self.example = Example()
        self.forget_attempts = forget_attempts
        self.unchanged: dict[tuple[str, str], str] = {}

    def read(self, name: str, language: str) -> str:
        # One mailbox orders in each: a test that reads all of them, being the first, would end in its limit.
        self.forget_attempts()
        with taken_back():
            return READINGS[name](self.example, language)

    def before(self, name: str, language: str) -> str:
        if (name, language) not in self.unchanged:
            self.unchanged[name, language] = self.read(name, language)
        return self.unchanged[name, language]


@contextmanager
def taken_back() -> Iterator[None]:
    """What is written in here does not stay."""
    with transaction.atomic():
        try:
            yield
        finally:
            transaction.set_rollback(True)


@pytest.fixture(scope="module")
def stage(
    versions_for_tests: None,
    forget_attempts: Callable[[], None],
    django_db_blocker: Any,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Stage]:
    own = override_settings(
        GRAPHQL_SAFELIST_ONLY=False,
        EMAIL_BACKEND="django.core.mail.backends.locmem.EmailBackend",
        MEDIA_ROOT=tmp_path_factory.mktemp("media"),
    )
    with own, django_db_blocker.unblock(), taken_back():
        count_changes("yes")
        yield Stage(forget_attempts)


def test_every_entity_is_documented() -> None:
    assert set(DOCUMENTED) == set(ENTITIES)


@pytest.mark.parametrize("entity", ENTITIES)
def test_the_tables_name_exactly_the_editable_fields(entity: str) -> None:
    named = DOCUMENTED[entity]
    assert len(named) == len(set(named))
    assert set(named) == set(editable_fields(ENTITIES[entity]))


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", READINGS)
def test_without_a_change_everything_reads_the_same(stage: Stage, name: str, language: str) -> None:
    assert stage.before(name, language) == stage.read(name, language)
    assert len(stage.before(name, language)) > 500
    assert '"errors"' not in stage.before(name, language), "the example can be read and sold"


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize(("entity", "field"), EACH, ids=[".".join(one) for one in EACH])
def test_a_field_changes_what_someone_reads(stage: Stage, entity: str, field: str) -> None:
    for column, language in columns_of(ENTITIES[entity], field):
        assert changed_reading(stage, ENTITIES[entity], column, language), f"{entity}.{column} changes nothing"


def changed_reading(stage: Stage, kind: type[models.Model], column: str, language: str) -> str:
    """The first reading that another value changes; a new text stands in it word for word, or staff find by it."""
    for name in readings_for(kind):
        before = stage.before(name, language)
        with taken_back():
            words = change(stage.example, stage.example.changed_in(kind, column), column)
            after = stage.read(name, language)
        new_words = words in after and words not in before
        if after != before and (new_words or not words or name == "staff"):
            return name
    return ""


@proves("catalogue §1", "language: address, cookie, browser, shop")
@pytest.mark.django_db
def test_who_asks_for_no_language_gets_the_shops(stage: Stage) -> None:
    with taken_back():
        Shop.objects.update(default_locale="en")
        client, address = Client(SERVER_NAME="localhost"), f"/{stage.example.shop.slug}/artists"
        assert client.get(address)["Content-Language"] == "en"
        assert client.get(address, headers={"accept-language": "de"})["Content-Language"] == "de"
        assert client.get(address, {"lang": "de"})["Content-Language"] == "de"


@pytest.mark.django_db
def test_a_field_that_nobody_reads_is_found_out(stage: Stage) -> None:
    assert changed_reading(stage, ENTITIES["Product"], "import_key", "de") == ""
