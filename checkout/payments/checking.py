"""What `manage.py check_payments` tries, as far as it is the same for every payment service."""

from collections.abc import Callable, Collection, Sequence
from urllib.parse import urlsplit

import httpx
from django.conf import settings
from django.urls import reverse

from checkout.errors import ProviderAway, SignatureWrong
from shop.queries import is_our_host

from .interface import Check

# In place of the events' names, at any service: all that there are.
ALL = "*"
# How long an answer of this shop is waited for.
ANSWER_SECONDS = 10
# As an event of any service begins; no signature comes with it.
UNSIGNED = {"id": "check_payments", "resource": {}}


def check_of(what: str, failure: Callable[[], str], advice: Callable[[ProviderAway], str]) -> Check:
    """Run a check. `advice`: what to do if the service refuses or does not answer."""
    try:
        return Check(what, failure())
    except ProviderAway as away:
        return Check(what, advice(away))


def own_address(provider: str) -> str:
    """Return the address at which this shop receives a service's events."""
    return settings.PUBLIC_URL + reverse("provider_events", args=[provider])


def is_own_address(url: str, provider: str) -> bool:
    """Return whether the address receives events of this provider, at any host of the shop."""
    address = urlsplit(url)
    return address.path == reverse("provider_events", args=[provider]) and is_our_host(address.netloc)


def missing_events(wanted: Sequence[str], sent: Collection[str]) -> str:
    """Return what to do about events that a service does not send, "" if none is missing."""
    missing = [] if ALL in sent else [one for one in wanted if one not in sent]
    return f"it does not send {', '.join(missing)}: have these sent, too" if missing else ""


def endpoint_check(service: str, url: str, *, is_stand_in: bool) -> Check:
    """Check that the address refuses an unsigned event, and that this shop did. `is_stand_in`: real events come from a
    stand-in on this machine.
    """
    what = f"{service}: {url} answers and refuses what is not signed"
    if not url.startswith("https://") and not is_stand_in:
        return Check(what, "events are sent by HTTPS: set PUBLIC_URL to the shop's address, and register that")
    try:
        answer = httpx.post(url, json=UNSIGNED, timeout=ANSWER_SECONDS)
    except httpx.HTTPError as error:
        return Check(what, f"nobody answers ({type(error).__name__}): look at DNS, certificate, proxy and web server")
    if answer.status_code == SignatureWrong.status and SignatureWrong.code in answer.text:
        return Check(what)
    return Check(what, f"it answered {answer.status_code}: the proxy has to pass POST on to this shop as it comes")
