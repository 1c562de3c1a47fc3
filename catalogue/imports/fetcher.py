"""Fetching a picture from an address that somebody else wrote, without being sent to our own machines.

The host is resolved once, its addresses are checked, and the connection goes to a checked address: a name that
resolves differently a moment later (DNS rebinding) changes nothing. Each redirect passes the same gate.
"""

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Awaitable, Callable

import httpx

from shop.core.pictures.files import LARGEST_FILE
from shop.core.values.numbers import whole_number

PORTS = frozenset({80, 443})
MAX_REDIRECTS = 3
STEP_SECONDS = 10.0
TOTAL_SECONDS = 60.0
TEMPORARY_STATUSES = frozenset({408, 425, 429, 500, 502, 503, 504})
NOT_PUBLIC = tuple(
    # What the ipaddress module does not call private: NAT64 of the own network, and 6to4 and Teredo, which carry
    # an IPv4 address of the sender's choice.
    ipaddress.ip_network(network)
    for network in ("64:ff9b:1::/48", "2002::/16", "2001::/32")
)
NAT64 = ipaddress.ip_network("64:ff9b::/96")

Resolve = Callable[[str, int], Awaitable[list[str]]]


class FetchFailed(Exception):
    """Why there is no picture, as a sentence. `temporary`: trying again later may help."""

    def __init__(self, reason: str, *, temporary: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.temporary = temporary


def is_public(address: str) -> bool:
    """Whether an IP address belongs to the open internet."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped:
            return is_public(str(ip.ipv4_mapped))
        if ip in NAT64:
            return is_public(str(ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)))
        if ip.is_site_local or any(ip in network for network in NOT_PUBLIC):
            return False
    return ip.is_global and not (
        ip.is_private or ip.is_loopback or ip.is_link_local or ip.is_multicast or ip.is_reserved or ip.is_unspecified
    )


async def resolve_host(host: str, port: int) -> list[str]:
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(sockaddr[0]) for *_rest, sockaddr in found))


class PictureFetcher:
    """`reachable` names (address, port) pairs that may be fetched from although they are internal or unusual.

    It is an argument and no setting on purpose: a running shop has none.
    """

    def __init__(
        self,
        *,
        reachable: frozenset[tuple[str, int]] = frozenset(),
        resolve: Resolve = resolve_host,
        tls: ssl.SSLContext | None = None,
        max_bytes: int = LARGEST_FILE,
        seconds: float = TOTAL_SECONDS,
    ) -> None:
        self.reachable = reachable
        self.resolve = resolve
        self.tls = tls or httpx.create_ssl_context(trust_env=False)
        self.max_bytes = max_bytes
        self.seconds = seconds

    def fetch(self, url: str) -> bytes:
        """The body behind the address. Raises FetchFailed."""
        return asyncio.run(self.fetch_in_time(url))

    async def fetch_in_time(self, url: str) -> bytes:
        try:
            async with asyncio.timeout(self.seconds):
                return await self.follow(url)
        except TimeoutError as error:
            raise FetchFailed(f"It took longer than {self.seconds:g} seconds.", temporary=True) from error

    async def follow(self, url: str) -> bytes:
        # No proxy from the environment: it would resolve the host again, behind the check.
        async with httpx.AsyncClient(
            verify=self.tls, trust_env=False, follow_redirects=False, timeout=STEP_SECONDS
        ) as client:
            target = parsed_url(url)
            for _hop in range(MAX_REDIRECTS + 1):
                response = await self.open(client, target)
                try:
                    if not response.has_redirect_location:
                        return await self.body(response)
                    target = parsed_url(str(target.join(response.headers["location"])))
                finally:
                    await response.aclose()
        raise FetchFailed(f"It redirects more than {MAX_REDIRECTS} times.")

    async def open(self, client: httpx.AsyncClient, target: httpx.URL) -> httpx.Response:
        """The response's head, from the first of the checked addresses that answers."""
        failure: httpx.HTTPError | None = None
        for address in await self.checked_addresses(target):
            request = client.build_request(
                "GET",
                target.copy_with(host=address),
                headers={
                    "Host": target.netloc.decode("ascii"),
                    "Accept": "image/avif,image/webp,image/png,image/jpeg,image/gif",
                    "Accept-Encoding": "identity",
                    "User-Agent": "Merchstand (picture import)",
                },
                extensions={"sni_hostname": target.raw_host.decode("ascii")},
            )
            try:
                return await client.send(request, stream=True)
            except (httpx.ConnectError, httpx.ConnectTimeout) as error:
                failure = error
            except httpx.HTTPError as error:
                raise broken_connection(error) from error
        raise FetchFailed(f"{target.host} cannot be reached ({failure or 'no address'}).", temporary=True) from failure

    async def checked_addresses(self, target: httpx.URL) -> list[str]:
        port = target.port or (443 if target.scheme == "https" else 80)
        try:
            addresses = await self.resolve(target.raw_host.decode("ascii").strip("[]"), port)
        except (OSError, UnicodeError) as error:
            raise FetchFailed(f"The host {target.host} is not known.", temporary=True) from error
        for address in addresses:
            if (address, port) in self.reachable:
                continue
            if port not in PORTS:
                raise FetchFailed(f"Port {port} is not allowed, only 80 and 443.")
            if not is_public(address):
                raise FetchFailed(f"{target.host} is an internal address, from which nothing is fetched.")
        return addresses[:MAX_REDIRECTS]

    async def body(self, response: httpx.Response) -> bytes:
        if response.status_code != 200:
            raise FetchFailed(
                f"The server answered {response.status_code} {response.reason_phrase}.".replace(" .", "."),
                temporary=response.status_code in TEMPORARY_STATUSES,
            )
        if response.headers.get("content-encoding", "identity").lower() != "identity":
            raise FetchFailed("The server compressed the picture although it was asked not to.")
        too_large = FetchFailed(f"The picture is larger than {self.max_bytes // 1_048_576 or 1} MB.")
        if (whole_number(response.headers.get("content-length", "")) or 0) > self.max_bytes:
            raise too_large
        content = bytearray()
        try:
            async for chunk in response.aiter_raw():
                content += chunk
                if len(content) > self.max_bytes:
                    raise too_large
        except httpx.HTTPError as error:
            raise broken_connection(error) from error
        return bytes(content)


def parsed_url(url: str) -> httpx.URL:
    try:
        target = httpx.URL(url)
    except (httpx.InvalidURL, ValueError) as error:
        raise FetchFailed("This is not a web address.") from error
    if target.scheme not in ("http", "https") or not target.host:
        raise FetchFailed("Only http:// and https:// addresses are fetched.")
    if target.userinfo:
        raise FetchFailed("The address has a user name or password in it.")
    return target


def broken_connection(error: httpx.HTTPError) -> FetchFailed:
    if isinstance(error, httpx.TimeoutException):
        return FetchFailed(f"The server was silent for {STEP_SECONDS:g} seconds.", temporary=True)
    return FetchFailed(f"The connection broke ({str(error) or type(error).__name__}).", temporary=True)
