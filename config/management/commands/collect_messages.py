"""Brings locale/*/LC_MESSAGES/django.po up to date with the sources, by Babel: GNU gettext is absent on bare machines.

New texts get an empty translation, ones no longer used go. django-unfold brings few translations; its texts that Django
does not translate either are collected with ours.
"""

import gettext
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

import django
import unfold
from babel.messages import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po
from django.apps import apps
from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils.translation import get_language_info
from django.utils.translation.template import templatize

from shop.core.values.languages import LANGUAGES

FUNCTIONS = {
    "_": None, "gettext": None, "gettext_lazy": None, "gettext_noop": None, "ngettext": (1, 2), "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2), "pgettext_lazy": ((1, "c"), 2), "npgettext": ((1, "c"), 2, 3),
}  # fmt: skip
# What templatize leaves of a template: its texts as calls, between signs that mean nothing.
CALL = re.compile(r"""(?<!\w)(?:(?:n|p|np)?gettext|_)\((?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|[^()'"])*\)""")
COMMENT = "# %s texts of the shop's pages, mails and staff area; manage.py collect_messages keeps it complete."
# The language of the texts in the sources: it needs no catalogue.
SOURCE = "en"
CREATED = datetime(2026, 11, 21, tzinfo=UTC)

TRANSLATED = tuple(language for language in LANGUAGES if language != SOURCE)


class Command(BaseCommand):
    help = __doc__ or ""

    def handle(self, *args: object, **options: object) -> None:
        for language in TRANSLATED:
            self.bring_up_to_date(language)

    def bring_up_to_date(self, language: str) -> None:
        fresh, path = collected(language), catalogue_path(language)
        if path.exists():
            with path.open("rb") as file:
                before = read_po(file, locale=language)
            for message in fresh:
                known = before.get(message.id, message.context) if message.id else None
                if known is not None:
                    message.string = known.string
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            write_po(file, fresh, width=120, sort_output=True, omit_header=False, no_location=True)
        self.stdout.write(f"{language}: {len(fresh)} texts, {len(untranslated(fresh))} without a translation")


def catalogue_path(language: str) -> Path:
    return Path(settings.BASE_DIR) / "locale" / language / "LC_MESSAGES" / "django.po"


def collected(language: str) -> Catalog:
    """Every text of our own code and templates, and those of unfold's that nobody else translates."""
    base = Path(settings.BASE_DIR)
    comment = COMMENT % get_language_info(language)["name"]
    catalogue = Catalog(locale=language, project="Merchstand", charset="utf-8", fuzzy=False, header_comment=comment)
    catalogue.creation_date = CREATED  # a date of today would change the file each time
    ours = [Path(app.path) for app in apps.get_app_configs() if Path(app.path).parent == base]
    for folder in [*ours, base / "templates"]:
        for text, context in texts_of(folder):
            catalogue.add(text, context=context)
    known = django_texts(language)
    theirs = Path(unfold.__file__).parent
    for folder, pattern in ((theirs / "templates", "**/*"), (theirs / "mixins", "*.py"), (theirs, "*.py")):
        for text, context in texts_of(folder, pattern):
            if text not in known:
                catalogue.add(text, context=context)
    return catalogue


def django_texts(language: str) -> set[str]:
    """Return what Django itself has in the language."""
    root = Path(django.__file__).parent
    known: set[str] = set()
    for folder in (root / "conf" / "locale", *root.glob("contrib/*/locale")):
        found = gettext.translation("django", folder, [language], fallback=True)
        if isinstance(found, gettext.GNUTranslations):
            known |= {text for text in found._catalog if isinstance(text, str)}  # type: ignore[attr-defined]
    return known


def texts_of(folder: Path, pattern: str = "**/*") -> Iterator[tuple[Any, str | None]]:
    for path in sorted(folder.glob(pattern)):
        if path.suffix == ".py" and "migrations" not in path.parts:
            source = path.read_bytes()
        elif path.suffix in (".html", ".txt") and "templates" in path.parts:
            source = "\n".join(CALL.findall(templatize(path.read_text(), origin=str(path)))).encode()
        else:
            continue
        for _line, text, _comments, context in extract("python", BytesIO(source), FUNCTIONS):
            yield text, context


def untranslated(catalogue: Catalog) -> list[Any]:
    def empty(string: Any) -> bool:
        return not all(string) if isinstance(string, tuple) else not string

    return [message.id for message in catalogue if message.id and empty(message.string)]
