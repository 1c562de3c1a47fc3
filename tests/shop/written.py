"""Every text that the shop or its demo shows."""

import ast
from collections.abc import Iterator
from pathlib import Path

from babel.messages.pofile import read_po
from django.conf import settings

ROOT = Path(settings.BASE_DIR)


def shown_texts() -> Iterator[tuple[str, str]]:
    for catalogue in sorted(ROOT.glob("locale/*/**/*.po")):
        with catalogue.open("rb") as file:
            for message in read_po(file):
                for text in [message.string] if isinstance(message.string, str) else message.string:
                    yield catalogue.name, text
    for data in sorted(ROOT.glob("demo/**/*.py")):
        if "artwork" not in data.parts:
            for node in ast.walk(ast.parse(data.read_text())):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield data.name, node.value
    for template in sorted(ROOT.glob("templates/**/*.*")):
        yield template.name, template.read_text()
