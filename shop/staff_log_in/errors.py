"""Errors of second factors."""


class AppConnected(Exception):
    """The member has an authenticator app, connected meanwhile in another browser. Nothing was changed."""


class SecondFactorRefused(Exception):
    """The code is no unused code of the member's. Nothing was changed."""
