"""What a payment service's settings module declares. config/settings.py reads these modules: no models here."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

Settings = dict[str, Any]
# Of a content security policy: what each service's sources name.
DIRECTIVES = ("script", "frame", "connect", "img")


@dataclass(frozen=True)
class ServiceSettings:
    """A payment service. `key`: the setting without which none of its methods is offered."""

    id: str
    key: str
    read: Callable[[Callable[..., Any]], Settings]
    """Its settings from the environment's variables, and what follows from them. Raises ImproperlyConfigured."""
    script: Callable[[Settings], str]
    """The address of the script that its buttons need; empty if there are none."""
    sources: Callable[[str], Mapping[str, str]]
    """What pages with this script may load, by directive."""


def origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
