"""Money as mails, documents and staff see it; frontend/src/lib/money.ts writes the same on pages."""

from decimal import Decimal, InvalidOperation

# From this value on prices are not shown (catalogue §9).
UNSHOWN_FROM = 100_000
NO_BREAK = "\u00a0"
BABEL_LOCALES = {"de": "de_DE", "en": "en_GB"}


def money(amount: Decimal | str | None) -> str:
    """`29,90 €` in every language; nothing for no price and for those that are not shown."""
    try:
        value = Decimal(amount if amount is not None else "")
    except InvalidOperation:
        return ""
    if value >= UNSHOWN_FROM:
        return ""
    return f"{value:,.2f}".translate(str.maketrans(",.", ".,")) + NO_BREAK + "€"
