"""The keyed digest by which a code's row is found: the entered text itself stands in no statement."""

from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import models
from django.utils.crypto import salted_hmac

from .normal import normal_code

LENGTH = 64


def code_digest(code: str, secret: str = "") -> str:
    """Hexadecimal, of the code however it is written; keyed with SECRET_KEY unless another `secret` is given."""
    text = normal_code(code).encode(errors="replace")
    return salted_hmac("shop.core.codes.digest", text, secret or None, algorithm="sha256").hexdigest()


def known_digests(code: str) -> list[str]:
    """The digests under which the code may be stored: with the present secret, and with those before it."""
    return [code_digest(code, secret) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]


class CodeDigestField(models.CharField):
    """The digest of the row's `code`, made anew whenever the row is saved; empty (NULL) until `renew_digests` comes to
    what others wrote.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"max_length": LENGTH, "editable": False, "null": True} | kwargs)

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        digest = code_digest(model_instance.code)  # type: ignore[attr-defined]
        setattr(model_instance, self.attname, digest)
        return digest


def renew_digests() -> None:
    """With the present secret, where a code was stored with another one, or without a digest.

    The worker calls it when it starts: after every update, every new secret and every restored database.
    """
    for model in apps.get_models():
        for field in model._meta.fields:
            if isinstance(field, CodeDigestField):
                renew_digests_in(model, field.name)


def renew_digests_in(model: type[models.Model], field: str) -> None:
    for number, code, stored in model._default_manager.values_list("pk", "code", field).iterator():
        digest = code_digest(code)
        if stored != digest:
            # Unless staff have just given it another code.
            model._default_manager.filter(pk=number, code=code).update(**{field: digest})
