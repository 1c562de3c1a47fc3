"""The visitor of a request: one browser, known by its pass, and the IP address that it may share with others.

A school, a dormitory or a mobile network has one address for many people. So an address never refuses anybody; beyond
its budget a browser must bring a proof of work.
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

# The header, and the field of forms without scripts, that carry a proof of work.
HEADER, FIELD = "Proof-Of-Work", "proof_of_work"
# An IPv6 /48 network has this many times the budget of one /64 network, which is one customer's.
OF_WIDER = 4


class Visitor:
    """`address`: from `client_network`; `received_pass`: the pass that the browser sent."""

    def __init__(self, address: str = "", received_pass: Pass | None = None) -> None:
        self.address = address
        self.received_pass = received_pass
        self.changed_pass: Pass | None = None
        # The visitor session of this request, if it needs no proof of work: hard budgets count by it as well.
        self.exempt_session = ""

    @property
    def own_pass(self) -> Pass:
        """The visitor's pass; a new one if the browser sent none. The response sets its cookie."""
        if (found := self.changed_pass or self.received_pass) is None:
            found = self.changed_pass = new_pass(self._origin)
        return found

    @property
    def number(self) -> str:
        """The number of the pass."""
        return self.own_pass.number

    @property
    def hard_keys(self) -> list[str]:
        """The keys of hard budgets: pass and session. Neither a dropped pass nor a new session resets the count."""
        return [f"pass {self.number}", *([self.exempt_session] if self.exempt_session else [])]

    @property
    def work(self) -> int:
        """The level of the last valid proof of work; 0 for none."""
        found = self.changed_pass or self.received_pass
        if self.exempt_session:
            return LEVELS
        return found.work if found is not None else 0

    @cached_property
    def groups(self) -> list[NetworkGroup]:
        """The groups of soft budgets. A pass older than an hour counts in the group of its first network, apart from
        new visitors, and in its present network only beyond four times the budget: a crowd of new visitors does not
        slow it down.
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
        """Return a challenge of at least this level."""
        return new_challenge(self.groups, level)

    @property
    def claim(self) -> str:
        """Key of something that a pass may have once, and once more after each proof of work or exemption."""
        return f"{self.own_pass.number} {self.own_pass.worked_at}"

    def redeem_proof(self, proof: str) -> None:
        """Store the proof of work in the pass if it is valid."""
        if level := redeem(proof, self.groups):
            self.exempt(level)

    def exempt(self, level: int = LEVELS) -> None:
        """Exempt the pass from work for twenty minutes: after a proof, or a turn in the waiting room. Renews
        `claim`.
        """
        before = self.own_pass
        worked_at = max(int(time.time()), before.worked_at + 1)
        self.changed_pass = replace(before, worked_at=worked_at, level=max(level, before.work))


def visitor_of(request: HttpRequest) -> Visitor:
    """Return the request's visitor, always the same object."""
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
    """Return a keyed digest, from which nobody can compute the address."""
    return salted_hmac("shop.core.limits.visitors", address, algorithm="sha256").hexdigest()[:16]


def networks_of(address: str) -> list[str]:
    """Return the address, and for IPv6 also its /48 network."""
    try:
        network = ipaddress.ip_network(address)
    except ValueError:  # what a proxy passed on that is no address
        return [address]
    return [address, str(network.supernet(new_prefix=48))] if network.version == 6 else [address]


def client_network(request: HttpRequest) -> str:
    """Return the visitor's IPv4 address, or the /64 network of an IPv6 address: a customer chooses freely within it."""
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
    """Return the client's IP address. Behind the shop's proxy it is the last entry of X-Forwarded-For, which no visitor
    can write.
    """
    if settings.BEHIND_PROXY and (passed_on := request.headers.get("X-Forwarded-For", "")):
        return passed_on.rpartition(",")[2].strip()
    return str(request.META.get("REMOTE_ADDR", ""))
