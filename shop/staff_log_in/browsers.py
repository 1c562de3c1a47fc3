"""The name of a browser, as members recognise it. What else it sends about itself is not kept."""

# The first that the header contains counts: others' headers contain Chrome and Safari, too.
PROGRAMS = {
    "Edg": "Edge", "OPR/": "Opera", "SamsungBrowser": "Samsung Internet", "Firefox": "Firefox", "FxiOS": "Firefox",
    "CriOS": "Chrome", "Chrome": "Chrome", "Safari": "Safari",
}  # fmt: skip
SYSTEMS = {
    "Windows": "Windows", "iPhone": "iPhone", "iPad": "iPad", "Android": "Android", "CrOS": "ChromeOS",
    "Macintosh": "macOS", "Linux": "Linux",
}  # fmt: skip


def browser_name(user_agent: str) -> str:
    """Return "Firefox, Windows" of a User-Agent header. Empty for an unknown one."""
    found = (first_of(names, user_agent) for names in (PROGRAMS, SYSTEMS))
    return ", ".join(filter(None, found))


def first_of(names: dict[str, str], text: str) -> str:
    return next((name for sign, name in names.items() if sign in text), "")
