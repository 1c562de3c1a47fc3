"""A mail that goes alone, because those that could go with it were sent before."""

from django.db.models.functions import Now

from shop.models import Mail


def forget_others(kind: str) -> None:
    Mail.objects.exclude(kind=kind).update(sent_at=Now())
