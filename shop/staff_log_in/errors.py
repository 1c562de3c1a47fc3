"""Errors of second factors."""


class SecondFactorRefused(Exception):
    """The code is no unused code of the member's. Nothing was changed."""
