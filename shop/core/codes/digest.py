"""The keyed digest by which a code's row is found, so that no SQL statement contains the entered text."""

from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import models
from django.utils.crypto import salted_hmac

from .normal import normal_code

LENGTH = 64


def code_digest(code: str, secret: str = "") -> str:
    """Return the hexadecimal digest of the normalised code, keyed with `secret` or SECRET_KEY."""
    text = normal_code(code).encode(errors="replace")
    return salted_hmac("shop.core.codes.digest", text, secret or None, algorithm="sha256").hexdigest()


def known_digests(code: str) -> list[str]:
    """Return the digests under which the code may be stored: with the current secret and its fallbacks."""
    return [code_digest(code, secret) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]


class CodeDigestField(models.CharField):
    """The digest of the row's `code`, computed at each save. NULL in rows written without a save, until
    `renew_digests`.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"max_length": LENGTH, "editable": False, "null": True} | kwargs)

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        digest = code_digest(model_instance.code)  # type: ignore[attr-defined]
        setattr(model_instance, self.attname, digest)
        return digest


def renew_digests() -> None:
    """With the present secret, where a code was stored with another one, or without a digest.

    The worker calls it when it starts: after each update, each new secret and each restored database.
    """
    for model in apps.get_models():
        for field in model._meta.fields:
            if isinstance(field, CodeDigestField):
                renew_digests_in(model, field.name)


def renew_digests_in(model: type[models.Model], field: str) -> None:
    for number, code, stored in model._default_manager.values_list("pk", "code", field).iterator():
        digest = code_digest(code)
        if stored != digest:
            # Only if staff have not changed the code meanwhile.
            model._default_manager.filter(pk=number, code=code).update(**{field: digest})
