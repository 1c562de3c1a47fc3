from .correcting import release_number, replace_number, void_number
from .ending import follow_parcel, match_numbers
from .giving import give_numbers, give_waiting
from .lists import take_in, take_list

__all__ = [
    "follow_parcel", "give_numbers", "give_waiting", "match_numbers", "release_number", "replace_number", "take_in",
    "take_list", "void_number",
]  # fmt: skip
