"""Profiles on social media: staff paste an address or enter the band's name there."""

import re

# A name as the places show it; with a dot and without @ it may as well be a domain.
NAME = re.compile(r"@(?P<marked>[\w.-]{1,60})|(?P<bare>[\w-]{1,60})")
SPOTIFY = re.compile(r"spotify:(?P<kind>artist|album|track|playlist|user|show):(?P<id>\w+)")


def profile_address(at: str, entered: str) -> str:
    """Return the address of a profile; an entry that is no name stays unchanged. `at`: the service's address with `{}`
    for the name.
    """
    entered = entered.strip()
    if spotify := SPOTIFY.fullmatch(entered):
        return f"https://open.spotify.com/{spotify['kind']}/{spotify['id']}"
    if name := NAME.fullmatch(entered):
        return at.format(name["marked"] or name["bare"])
    return entered
