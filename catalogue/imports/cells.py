"""Readers of single cells: text in, value out, CellError for what cannot be meant."""

import re
from decimal import ROUND_CEILING, Decimal

import httpx

from shop.core.values.text_files import DATED, ROUNDED, has_check_digit, is_damaged

from .problems import CellError

TRUE = frozenset({"true", "yes", "1", "wahr", "ja"})
FALSE = frozenset({"false", "no", "0", "falsch", "nein"})
MAX_PRICE = Decimal("999999.99")
MAX_NUMBER = 2_147_483_647
MAX_URL = 2000
AS_TEXT = "Make the column a column of texts and enter it anew."
DAMAGED = "is not UTF-8 text, or was not read as such before. Save the file as “CSV UTF-8”."


def readable(text: str) -> str:
    """The cell without space around it. Bytes that were no UTF-8 arrive here as lone surrogates."""
    if is_damaged(text):
        raise CellError(DAMAGED)
    if "\x00" in text:
        raise CellError("holds a NUL byte.")
    return text.strip()


def as_typed(text: str) -> str:
    """What nobody calculates with. Spreadsheets take it for a number or a date and change it for good."""
    if ROUNDED.fullmatch(text):
        raise CellError(f"“{text}” is what a spreadsheet makes of a long number. {AS_TEXT}")
    if DATED.fullmatch(text):
        raise CellError(f"“{text}” is what a spreadsheet makes of something like 1-6 or 36/38. {AS_TEXT}")
    return text


def not_longer(text: str, limit: int) -> str:
    if len(text) > limit:
        raise CellError(f"is longer than {limit} characters ({len(text)}).")
    return text


def shortened(text: str, limit: int) -> str:
    """The text cut at a word, with an ellipsis, if it is longer than `limit`."""
    if len(text) <= limit:
        return text
    cut = text[: limit - 1]
    if " " in cut and not text[limit - 1].isspace():
        cut = cut.rpartition(" ")[0]
    return cut.rstrip(" ,;:–-") + "…"


def barcode(text: str) -> str:
    """Without the apostrophe by which a spreadsheet keeps a number a text."""
    number = as_typed(text.removeprefix("'"))
    if not has_check_digit(number):
        raise CellError(f"“{number}” has a wrong check digit; a digit was mistyped or lost.")
    return number[:40]


def boolean(text: str, default: bool) -> bool:
    word = text.lower()
    if word in TRUE:
        return True
    if word in FALSE:
        return False
    if word:
        raise CellError(f"“{text}” is neither true nor false.")
    return default


def price(text: str) -> Decimal | None:
    """A gross price; `19.90`, `19,90`, `1,299.00` and `1.299,00` are understood. None for an empty cell."""
    if not text:
        return None
    number = text.removesuffix("€").removesuffix("EUR").strip()
    if re.fullmatch(r"\d+(\.\d{1,2})?", number, re.ASCII):
        plain = number
    elif re.fullmatch(r"\d+,\d{1,2}", number, re.ASCII):
        plain = number.replace(",", ".")
    elif re.fullmatch(r"\d{1,3}(,\d{3})+\.\d{2}", number, re.ASCII):
        plain = number.replace(",", "")
    elif re.fullmatch(r"\d{1,3}(\.\d{3})+,\d{2}", number, re.ASCII):
        plain = number.replace(".", "").replace(",", ".")
    else:
        raise CellError(f"“{text}” is not a price such as 19.90.")
    amount = Decimal(plain).quantize(Decimal("0.01"))
    if amount > MAX_PRICE:
        raise CellError(f"“{text}” is more than {MAX_PRICE}.")
    return amount


def whole_number(text: str) -> int | None:
    """A whole number, may be negative. None for an empty cell."""
    if not text:
        return None
    if not re.fullmatch(r"-?\d{1,10}(\.0+)?", text, re.ASCII):
        raise CellError(f"“{text}” is not a whole number.")
    number = int(text.split(".")[0])
    if abs(number) > MAX_NUMBER:
        raise CellError(f"“{text}” is too large.")
    return number


def grams(text: str) -> int:
    """A weight, rounded up to whole grams; 0 for an empty cell."""
    if not text:
        return 0
    if not re.fullmatch(r"\d{1,8}([.,]\d+)?", text, re.ASCII):
        raise CellError(f"“{text}” is not a weight in grams.")
    return int(Decimal(text.replace(",", ".")).to_integral_value(ROUND_CEILING))


def picture_address(text: str) -> str:
    """The address in ASCII, as a request would send it."""
    try:
        url = httpx.URL(text)
    except (httpx.InvalidURL, ValueError) as error:
        raise CellError(f"“{shortened(text, 80)}” is not a web address.") from error
    if url.scheme not in ("http", "https") or not url.host:
        raise CellError(f"“{shortened(text, 80)}” is not an address that starts with https://.")
    address = str(url.copy_with(fragment=None))
    if len(address) > MAX_URL:
        raise CellError(f"the address is longer than {MAX_URL} characters.")
    return address


def sells_when_empty(text: str) -> bool:
    """The inventory policy: `continue` or `deny`, in newer files also true or false."""
    word = text.lower()
    if word == "continue":
        return True
    if word == "deny":
        return False
    try:
        return boolean(text, default=False)
    except CellError:
        raise CellError(f"“{text}” is neither “deny” nor “continue”.") from None


def labels(text: str) -> list[str]:
    """Tags: separated by commas, each once, whatever its capitals."""
    seen: dict[str, str] = {}
    for part in text.split(","):
        label = " ".join(part.split())
        if label:
            seen.setdefault(label.lower(), label[:1].upper() + label[1:])
    return list(seen.values())
