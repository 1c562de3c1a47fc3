"""Errors of second factors."""


class WrongCode(Exception):
    """The code is no unused code of the member's. Nothing was changed."""
