from typing import Any

from django.apps import apps
from django.core.management.base import BaseCommand

from shop.codes.digest import CodeDigestField


class Command(BaseCommand):
    help = "Find all codes by the present SECRET_KEY: run it after a change, before the old one leaves the fallbacks."

    def handle(self, *args: Any, **options: Any) -> None:
        for model in apps.get_models():
            fields = [field.name for field in model._meta.fields if isinstance(field, CodeDigestField)]
            if fields:
                rows = model._default_manager.all()
                for row in rows.iterator():
                    row.save(update_fields=fields)
                self.stdout.write(f"{rows.count()} {model._meta.verbose_name_plural}")
