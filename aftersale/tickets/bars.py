"""Barcodes and QR codes as SVG: a path of the dark modules."""

import segno

from checkout.bank.transfer_details import QrCode, dark_path, drawn

# The left half's digits have odd (L) or even (G) parity; their pattern encodes the first digit.
LEFT_ODD = (
    "0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011", "0110111", "0001011",
)  # fmt: skip
PARITY = ("LLLLLL", "LLGLGG", "LLGGLG", "LLGGGL", "LGLLGG", "LGGLLG", "LGGGLL", "LGLGLG", "LGLGGL", "LGGLGL")
GUARD, MIDDLE = "101", "01010"
# One of the eight patterns that even out dark and light. To compare all of them took six of seven milliseconds, and
# signed codes are even under each.
MASK = 4
# Light modules beside an EAN-13, which readers need; more on the left.
QUIET_LEFT, QUIET_RIGHT = 11, 7


def ean13_modules(number: str) -> str:
    """Return the 95 modules of a number with its check digit, 1 for dark (ISO/IEC 15420)."""
    first, left, right = int(number[0]), number[1:7], number[7:]
    return "".join(
        [
            GUARD,
            *(left_digit(int(digit), kind) for digit, kind in zip(left, PARITY[first], strict=True)),
            MIDDLE,
            *(right_digit(int(digit)) for digit in right),
            GUARD,
        ]
    )


def right_digit(digit: int) -> str:
    return LEFT_ODD[digit].translate(str.maketrans("01", "10"))


def left_digit(digit: int, kind: str) -> str:
    return LEFT_ODD[digit] if kind == "L" else right_digit(digit)[::-1]


def ean13_svg(number: str) -> str:
    """Return an SVG as wide as its modules and one unit high, to be stretched."""
    row = [0] * QUIET_LEFT + [int(module) for module in ean13_modules(number)] + [0] * QUIET_RIGHT
    return svg(dark_path([row]), len(row), 1)


def qr_code(text: str) -> QrCode:
    """Return a QR code that stays readable if about a seventh of it is damaged (level M)."""
    return drawn(segno.make_qr(text, error="m", boost_error=False, mask=MASK))


def qr_svg(text: str) -> str:
    code = qr_code(text)
    return svg(code.path, code.size, code.size)


def svg(path: str, width: int, height: int) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'preserveAspectRatio="none" shape-rendering="crispEdges"><path fill="#000" d="{path}"/></svg>'
    )
