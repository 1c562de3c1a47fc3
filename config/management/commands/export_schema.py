from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import override

from config.api_description import written
from config.graphql.schema import schema


def graphql_schema() -> str:
    return schema.as_str() + "\n"


def rest_description() -> str:
    with override("en"):
        text = written("application/vnd.oai.openapi", "en")
    return text.decode() if isinstance(text, bytes) else text


SCHEMAS: dict[str, Callable[[], str]] = {"schema.graphql": graphql_schema, "openapi.yaml": rest_description}


class Command(BaseCommand):
    help = "Write both APIs' schemas to frontend/, from which the frontend's types are made."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="only compare; exit with 1 if one differs")

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        for name, make in SCHEMAS.items():
            path, text = settings.FRONTEND_DIR / name, make()
            if not check:
                path.write_text(text)
                self.stdout.write(f"wrote {path.relative_to(settings.BASE_DIR)}")
            elif not path.exists() or path.read_text() != text:
                raise CommandError(f"frontend/{name} is not up to date: run manage.py export_schema")
