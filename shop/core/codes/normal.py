"""The normal form of a code: one rule for access, discount and payment codes."""


def normal_code(entered: str) -> str:
    """Return the code without differences of capitals and blanks."""
    return "".join(entered.split()).upper()
