"""The keyed digest by which a code's row is found: the entered text itself stands in no statement."""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.crypto import salted_hmac

from .normal import normal_code

LENGTH = 64


def code_digest(code: str, secret: str = "") -> str:
    """Hexadecimal, of the code however it is written; keyed with SECRET_KEY unless another `secret` is given."""
    text = normal_code(code).encode(errors="replace")
    return salted_hmac("shop.codes.digest", text, secret or None, algorithm="sha256").hexdigest()


def known_digests(code: str) -> list[str]:
    """The digests under which the code may be stored: with the present secret, and with those before it."""
    return [code_digest(code, secret) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]


def renew_digests(model: type[models.Model]) -> None:
    """With the present secret, where a row was stored with another one."""
    for row in model._default_manager.all():
        for field in model._meta.fields:
            if isinstance(field, CodeDigestField):
                stored = getattr(row, field.attname)
                if stored != field.pre_save(row, add=False):
                    row.save(update_fields=[field.name])


class CodeDigestField(models.CharField):
    """The digest of the row's `code`, made anew whenever the row is saved."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"max_length": LENGTH, "editable": False} | kwargs)

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        digest = code_digest(model_instance.code)  # type: ignore[attr-defined]
        setattr(model_instance, self.attname, digest)
        return digest
