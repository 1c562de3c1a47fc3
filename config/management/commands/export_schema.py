from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.graphql.schema import schema


class Command(BaseCommand):
    help = "Write the GraphQL schema to frontend/schema.graphql, from which the frontend's types are made."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="only compare; exit with 1 if it differs")

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        path = settings.FRONTEND_DIR / "schema.graphql"
        text = schema.as_str() + "\n"
        if check:
            if not path.exists() or path.read_text() != text:
                raise CommandError("frontend/schema.graphql is not up to date: run manage.py export_schema")
            return
        path.write_text(text)
        self.stdout.write(f"wrote {path.relative_to(settings.BASE_DIR)}")
