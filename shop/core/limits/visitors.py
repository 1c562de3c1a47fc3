"""Who asks: one browser by its pass, and the address that it shares with others.

An address is evidence about many people: a school, a dormitory, a mobile network have one for all of theirs. So it
refuses nobody; beyond its budget a browser works for its pass first.
"""

import ipaddress
import time
from dataclasses import replace
from functools import cached_property

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from .passes import Pass, new_pass, read_pass
from .work import LEVELS, NetworkGroup, new_challenge, redeem

# The header, and the field of forms that need no script, that bring a proof of work.
HEADER, FIELD = "Proof-Of-Work", "proof_of_work"
# So many times the budget of one network of a customer (/64) has the /48 that it is part of.
OF_WIDER = 4


class Visitor:
    """`address`: as `client_network` tells it; `received_pass`: the pass that the browser has."""

    def __init__(self, address: str = "", received_pass: Pass | None = None) -> None:
        self.address = address
        self.received_pass = received_pass
        self.changed_pass: Pass | None = None
        # That has worked or came in by a turn, and in which this request is made: it counts beside the pass.
        self.exempt_session = ""

    @property
    def own_pass(self) -> Pass:
        """A new one where there is none; it goes out with the answer."""
        if (found := self.changed_pass or self.received_pass) is None:
            found = self.changed_pass = new_pass(self._origin)
        return found

    @property
    def number(self) -> str:
        """Of the pass."""
        return self.own_pass.number

    @property
    def hard_keys(self) -> list[str]:
        """What hard budgets count by: whoever drops the pass goes on by no session without end, and whoever begins
        another session by no pass.
        """
        return [f"pass {self.number}", *([self.exempt_session] if self.exempt_session else [])]

    @property
    def work(self) -> int:
        """Of what level it has lately proven work; 0 for none."""
        found = self.changed_pass or self.received_pass
        if self.exempt_session:
            return LEVELS
        return found.work if found is not None else 0

    @cached_property
    def groups(self) -> list[NetworkGroup]:
        """By which soft budgets count. Who was here an hour ago is counted by the network of that time, apart from
        those who come now, and where they are now only beyond four times as much: a crowd of new ones costs them
        nothing.
        """
        networks = networks_of(self.address)
        if self.received_pass is not None and self.received_pass.is_early:
            early = NetworkGroup(f"early {self.received_pass.origin}", int(self.received_pass.origin[0]))
            return [early, NetworkGroup(keyed_digest(networks[0]), OF_WIDER)]
        return [NetworkGroup(keyed_digest(one), OF_WIDER if wider else 1) for wider, one in enumerate(networks)]

    @property
    def _origin(self) -> str:
        *narrower, widest = networks_of(self.address)
        return f"{OF_WIDER if narrower else 1}{keyed_digest(widest)}"

    def challenge(self, level: int = 1) -> dict[str, object]:
        """Of this level at least."""
        return new_challenge(self.groups, level)

    @property
    def claim(self) -> str:
        """Names what a pass may have once, and once more whenever it has worked or was spared."""
        return f"{self.own_pass.number} {self.own_pass.worked_at}"

    def redeem_proof(self, proof: str) -> None:
        """Note the work that a request says it has done; nothing where it has not."""
        if level := redeem(proof, self.groups):
            self.exempt(level)

    def exempt(self, level: int = LEVELS) -> None:
        """It need not work for twenty minutes: it has, or it waited in line for its turn. Each time is another."""
        before = self.own_pass
        worked_at = max(int(time.time()), before.worked_at + 1)
        self.changed_pass = replace(before, worked_at=worked_at, level=max(level, before.work))


def visitor_of(request: HttpRequest) -> Visitor:
    """The same for the whole request."""
    visitor: Visitor | None = getattr(request, "visitor", None)
    if visitor is None:
        visitor = Visitor(client_network(request), read_pass(request))
        if proof := proof_in(request):
            visitor.redeem_proof(proof)
        request.visitor = visitor  # type: ignore[attr-defined]
    return visitor


def proof_in(request: HttpRequest) -> str:
    if request.content_type == "application/x-www-form-urlencoded" and request.method == "POST":
        return str(request.POST.get(FIELD, ""))
    return request.headers.get(HEADER, "")


def keyed_digest(address: str) -> str:
    """Keyed: nothing of the address can be read from it."""
    return salted_hmac("shop.core.limits.visitors", address, algorithm="sha256").hexdigest()[:16]


def networks_of(address: str) -> list[str]:
    """The address as `client_network` tells it; of IPv6 also the /48 network that it is part of."""
    try:
        network = ipaddress.ip_network(address)
    except ValueError:  # what a proxy passed on that is no address
        return [address]
    return [address, str(network.supernet(new_prefix=48))] if network.version == 6 else [address]


def client_network(request: HttpRequest) -> str:
    """The visitor's address as far as it tells customers of a network apart; of IPv6 the /64 network, in which
    addresses are free.
    """
    address = client_address(request)
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    found = getattr(found, "ipv4_mapped", None) or found  # where one socket listens for both
    if found.version == 6:
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


def client_address(request: HttpRequest) -> str:
    """Behind a proxy of ours, what that one saw: the last entry of its list, which no visitor can write."""
    if settings.BEHIND_PROXY and (passed_on := request.headers.get("X-Forwarded-For", "")):
        return passed_on.rpartition(",")[2].strip()
    return str(request.META.get("REMOTE_ADDR", ""))
