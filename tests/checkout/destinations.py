"""Where orders go that are taxed otherwise than at home, and since when they are."""

from datetime import date

HELGOLAND = {"post_code": "27498", "city": "Helgoland"}
ZURICH = {"country_code": "ch", "post_code": "8001", "city": "Zürich"}
VIENNA = {"country_code": "at", "post_code": "1010", "city": "Wien"}
NEW_YEAR = date(2026, 1, 1)
