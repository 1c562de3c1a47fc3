"""The settings with a third language, French, as its row in `locale/languages.json` would make them. FRENCH_MIGRATIONS
is the folder with copies of the apps' migrations, a package in which its columns are added.
"""

import os
from pathlib import Path

from shop.core.values.language_table import TABLE

TABLE["fr"] = {"locale": "fr_FR", "paypal": "fr_FR"}

from config.settings import *  # noqa: E402, F403

MIGRATIONS = Path(os.environ["FRENCH_MIGRATIONS"])
MIGRATION_MODULES = {one.name: f"{MIGRATIONS.name}.{one.name}" for one in MIGRATIONS.iterdir() if one.is_dir()}
ANSWER_CACHE_SECONDS = 0
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
