"""The shop's settings with the stand-in provider among its ways to pay: DJANGO_SETTINGS_MODULE=tests.peers.settings."""

from config.settings import *  # noqa: F403
from config.settings import INSTALLED_APPS as SHOPS_OWN

INSTALLED_APPS = [*SHOPS_OWN, "tests.peers"]
