from .correcting import release_number, replace_number, void_number
from .ending import follow_parcel, match_numbers
from .giving import give_numbers, give_numbers_to_waiting
from .lists import import_numbers, store_printed_list

__all__ = [
    "follow_parcel", "give_numbers", "give_numbers_to_waiting", "import_numbers", "match_numbers", "release_number",
    "replace_number", "store_printed_list", "void_number",
]  # fmt: skip
