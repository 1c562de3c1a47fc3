"""A ticket's number: 12 digits and the check digit of EAN-13, for people to type (design §6). Guessed, it opens
nothing: what a gate reads is signed (`aftersale.tickets.codes`).
"""

import secrets

DIGITS = 13
# Readers take an EAN-13 that begins with 0 for a UPC-A and drop the digit.
FIRST = "123456789"
DRAWN = "0123456789"


def check_digit(digits: str) -> str:
    """Return the check digit of twelve digits: with weights 1 and 3 in turn, the sum becomes a multiple of ten."""
    weighed = sum(int(digit) * (3 if at % 2 else 1) for at, digit in enumerate(digits))
    return str(-weighed % 10)


def drawn_number() -> str:
    """Return a random number, one of 900 billion. It may be in use already."""
    digits = secrets.choice(FIRST) + "".join(secrets.choice(DRAWN) for _digit in range(DIGITS - 2))
    return digits + check_digit(digits)


def entered_number(text: str) -> str | None:
    """Return an entered number without blanks (purchase §5). None if it cannot be a ticket number."""
    digits = "".join(text.split())
    if not (len(digits) == DIGITS and digits.isascii() and digits.isdigit()):
        return None
    return digits if check_digit(digits[:-1]) == digits[-1] else None


def sent_number(code: str) -> str | None:
    """Return the number that a client sent, which may lack its check digit (purchase §5). None as `entered_number`."""
    digits = "".join(code.split())
    if len(digits) == DIGITS - 1 and digits.isascii() and digits.isdigit():
        return digits + check_digit(digits)
    return entered_number(digits)


def grouped_number(number: str) -> str:
    """Group the digits for reading: 2 100000 123452."""
    return f"{number[0]} {number[1:7]} {number[7:]}"
