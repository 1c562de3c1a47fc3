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
from tests.proofs import proves
from tests.separate_changes import count_changes
from tests.separate_changes import django_db_setup as django_db_setup

from .changes import change, change_texts, is_text, stand_in
from .editable import ENTITIES, columns_of, editable_fields
from .example import LEFT_EMPTY, Example
from .readings import (
    IN_ANY_LANGUAGE,
    LANGUAGES,
    READINGS,
    STAFF_LISTS,
    readings_by_words,
    readings_for,
    readings_of_texts,
)

TABLES = Path(__file__).resolve().parents[2] / "docs" / "fields.md"


def documented() -> dict[str, list[str]]:
    """Field names by entity."""
    sections = re.split(r"^## (\w+)$", TABLES.read_text(), flags=re.M)[1:]
    return {
        name: re.findall(r"^\| `(\w+)` \| \S.* \|$", table, flags=re.M)
        for name, table in zip(sections[::2], sections[1::2], strict=True)
    }


DOCUMENTED = documented()


def texts_of(entity: str) -> dict[str, str]:
    """The columns for words of the staff's own, and the language in which each is read."""
    kind = ENTITIES[entity]
    named = (name for name in DOCUMENTED[entity] if name not in LEFT_EMPTY)
    return {column: language for name in named for column, language in columns_of(kind, name) if is_text(kind, column)}


# A reading that knows no language is read in one.
TWICE = {(name, LANGUAGES[1]) for name in IN_ANY_LANGUAGE}
# Texts are changed together, all else alone.
WITH_TEXTS = [entity for entity in ENTITIES if texts_of(entity)]
ALONE = [
    (entity, name)
    for entity, names in DOCUMENTED.items()
    for name in names
    if not texts_of(entity).keys() & {column for column, _language in columns_of(ENTITIES[entity], name)}
]


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
        known = (name, "" if name in IN_ANY_LANGUAGE else language)
        if known not in self.unchanged:
            self.unchanged[known] = self.read(name, language)
        return self.unchanged[known]


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
    django_db_setup: None,
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


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "language"), [(name, one) for name in READINGS for one in LANGUAGES if (name, one) not in TWICE]
)
def test_without_a_change_everything_reads_the_same(stage: Stage, name: str, language: str) -> None:
    assert stage.before(name, language) == stage.read(name, language)
    assert len(stage.before(name, language)) > 500
    assert '"errors"' not in stage.before(name, language), "the example can be read and sold"


@pytest.mark.django_db
@pytest.mark.parametrize("entity", WITH_TEXTS)
def test_the_texts_of_an_entity_are_read(stage: Stage, entity: str) -> None:
    unread = unread_together(stage, ENTITIES[entity], texts_of(entity))
    # Another one's change may have kept a text from being read.
    alone = [one for one, language in unread.items() if not changed_reading(stage, ENTITIES[entity], one, language)]
    assert not alone, f"{entity}: {alone} change nothing"


@pytest.mark.django_db
@pytest.mark.parametrize(("entity", "field"), ALONE, ids=[".".join(one) for one in ALONE])
def test_a_field_changes_what_someone_reads(stage: Stage, entity: str, field: str) -> None:
    for column, language in columns_of(ENTITIES[entity], field):
        assert changed_reading(stage, ENTITIES[entity], column, language), f"{entity}.{column} changes nothing"


def unread_together(stage: Stage, kind: type[models.Model], texts: dict[str, str]) -> dict[str, str]:
    """Of texts that are changed all at once those whose words no reading in their language brings."""
    unread = dict(texts)
    for name in readings_of_texts(kind):
        for language in sorted(set(unread.values())):
            before = stage.before(name, language)
            with taken_back():
                words = change_texts(stage.example.changed_in(kind, ""), texts)
                after = stage.read(name, language)
            for column in [column for column, spoken in unread.items() if spoken == language]:
                if stand_in(words[column], after) and not stand_in(words[column], before):
                    del unread[column]
    return unread


def changed_reading(stage: Stage, kind: type[models.Model], column: str, language: str) -> str:
    """The first reading that another value changes; a new text stands in it word for word, or staff find by it."""
    for name in readings_by_words(kind) if is_text(kind, column) else readings_for(kind):
        before = stage.before(name, language)
        with taken_back():
            words = change(stage.example, stage.example.changed_in(kind, column), column)
            after = stage.read(name, language)
        new_words = words in after and words not in before
        if after != before and (new_words or not words or name in STAFF_LISTS):
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
@pytest.mark.whole
def test_a_field_that_nobody_reads_is_found_out(stage: Stage) -> None:
    assert changed_reading(stage, ENTITIES["Product"], "import_key", "de") == ""


@pytest.mark.django_db
@pytest.mark.whole
def test_a_text_that_nobody_reads_is_found_out_among_others(stage: Stage) -> None:
    texts = texts_of("Product")
    assert unread_together(stage, ENTITIES["Product"], texts | {"import_key": "de"}) == {"import_key": "de"}
    assert len(texts) > 10
