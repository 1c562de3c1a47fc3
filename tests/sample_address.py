"""Apart from the other makers, for processes without Django."""

ADDRESS = {
    "first_name": "Mira",
    "last_name": "Falk",
    "company": "",
    "address": "Hafenstraße 12",
    "address2": "",
    "post_code": "20359",
    "city": "Hamburg",
    "country_code": "de",
}
