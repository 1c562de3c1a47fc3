"""What is one code, however it is written: one rule for access, discount and payment codes."""


def normal_code(entered: str) -> str:
    """Capitals and blanks make no difference."""
    return "".join(entered.split()).upper()
