from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser

from shop.staff_log_in.actions import remove_second_factor


class Command(BaseCommand):
    help = "Remove the second factor of a member of staff who has lost it. Their password stays."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")

    def handle(self, *args: Any, username: str, **options: Any) -> None:
        user = User.objects.filter(username=username).first()
        if user is None:
            raise CommandError(f"There is no user {username}.")
        if not remove_second_factor(user=user):
            raise CommandError(f"{username} has no second factor.")
        self.stdout.write(f"{username} has no second factor any more.")
