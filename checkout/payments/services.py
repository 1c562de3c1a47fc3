"""The payment services that have settings: read by config/settings.py, so without models."""

from collections.abc import Callable, Mapping
from typing import Any

from . import paypal_settings, stripe_settings
from .service_settings import ServiceSettings, Settings

SERVICES: dict[str, ServiceSettings] = {one.id: one for one in (stripe_settings.SERVICE, paypal_settings.SERVICE)}


def service_settings(env: Callable[..., Any]) -> Settings:
    """The settings of all services. Raises ImproperlyConfigured."""
    found: Settings = {}
    for service in SERVICES.values():
        found |= service.read(env)
    return found


def scripts(settings: Settings) -> dict[str, str]:
    """The addresses of the scripts that the checkout's buttons need, by service."""
    return {name: script for name, service in SERVICES.items() if (script := service.script(settings))}


def payment_sources(scripts: Mapping[str, str]) -> dict[str, str]:
    """What the checkout may load, by directive of its content security policy, for these services' scripts."""
    found = [SERVICES[name].sources(script) for name, script in scripts.items()]
    directives = dict.fromkeys(name for one in found for name in one)
    return {name: " ".join(dict.fromkeys(one[name] for one in found if name in one)) for name in directives}
