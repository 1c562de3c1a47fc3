"""Base class for the input of REST writes."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

# Clients send it in the parameters of every call (purchase §7); the language is that of the address and the headers.
EVERYWHERE = frozenset({"locale"})


class Input(serializers.Serializer[Any]):
    """Refuses unknown fields by their names, so that nothing that a client sends is dropped silently."""

    also_known: frozenset[str] = frozenset()
    """Fields that clients send and that say nothing: they are let pass."""

    def to_internal_value(self, data: Any) -> Any:
        unknown = self._unknown(data)
        try:
            value = super().to_internal_value(data)
        except serializers.ValidationError as error:
            raise serializers.ValidationError(
                {**error.detail, **unknown} if isinstance(error.detail, dict) else error.detail
            ) from None
        if unknown:
            raise serializers.ValidationError(unknown)
        return value

    def _unknown(self, data: object) -> dict[str, list[ErrorDetail]]:
        if not isinstance(data, Mapping):
            return {}
        known = {*self.fields, *self.also_known, *(EVERYWHERE if self.root is self else ())}
        message = gettext("There is no such field.")
        return {str(name): [ErrorDetail(message, "unknown_field")] for name in data if name not in known}
