"""A ticket's number: 12 digits and the check digit of EAN-13, for people to type (design §6). Guessed, it opens
nothing: what a gate reads is signed (`aftersale.tickets.codes`).
"""

import secrets

DIGITS = 13
# An EAN-13 that begins with 0 is a UPC-A to whatever reads it: the same number with a digit less.
FIRST = "123456789"
DRAWN = "0123456789"


def check_digit(digits: str) -> str:
    """Of the twelve digits before it: weighed 1 and 3 in turn, it makes the sum a multiple of ten."""
    weighed = sum(int(digit) * (3 if at % 2 else 1) for at, digit in enumerate(digits))
    return str(-weighed % 10)


def drawn_number() -> str:
    """One of 900 thousand million, whoever may have it already."""
    digits = secrets.choice(FIRST) + "".join(secrets.choice(DRAWN) for _digit in range(DIGITS - 2))
    return digits + check_digit(digits)


def entered_number(text: str) -> str | None:
    """The number as it was entered, with or without blanks (purchase §5); None for what cannot be one."""
    digits = "".join(text.split())
    if not (len(digits) == DIGITS and digits.isascii() and digits.isdigit()):
        return None
    return digits if check_digit(digits[:-1]) == digits[-1] else None


def sent_number(code: str) -> str | None:
    """As `entered_number`, of what clients send: mostly without its check digit (purchase §5)."""
    digits = "".join(code.split())
    if len(digits) == DIGITS - 1 and digits.isascii() and digits.isdigit():
        return digits + check_digit(digits)
    return entered_number(digits)


def grouped_number(number: str) -> str:
    """As people read it aloud: 2 100000 123452."""
    return f"{number[0]} {number[1:7]} {number[7:]}"
