"""A third language is its row in `locale/languages.json`, texts, and the migrations that Django writes. Here French,
without any text of its own: what it lacks is German.
"""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from launch.paths import ROOT, VENV_PYTHON
from tests.proofs import proves
from tests.servers import manage, shop_environment

pytestmark = pytest.mark.whole
APPS = ("shop", "sessions_queue", "catalogue", "cart", "checkout", "aftersale")
WRITTEN = re.compile(r"migrations\.(\w+)\(\s*(?:model_name='(\w+)',\s*name='(\w+)')?")


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    package = tmp_path / "french_migrations"
    for app in APPS:
        if (ROOT / app / "migrations").is_dir():
            shutil.copytree(ROOT / app / "migrations", package / app, ignore=shutil.ignore_patterns("__pycache__"))
    (package / "__init__.py").touch()
    return {
        "DJANGO_SETTINGS_MODULE": "tests.french_settings",
        "FRENCH_MIGRATIONS": str(package),
        "PYTHONPATH": str(tmp_path),
        "OUTBOX_DIR": str(tmp_path / "outbox"),
        "MEDIA_ROOT": str(tmp_path / "media"),
    }


def rendered(database: str, environment: dict[str, str]) -> dict[str, Any]:
    done = subprocess.run(
        [VENV_PYTHON, "-m", "tests.french_shop"],
        env=shop_environment(database, env=environment), cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def written_operations(package: Path, known: set[Path]) -> dict[str, set[str]]:
    """The operations of the new migrations: the fields that each kind names."""
    found: dict[str, set[str]] = {}
    for path in set(package.rglob("0*.py")) - known:
        for kind, _model, field in WRITTEN.findall(path.read_text()):
            found.setdefault(kind, set()).add(field)
    return found


@proves(
    "catalogue §1",
    "a third language needs a row, texts and columns, and no code; texts it lacks are another language's",
)
def test_a_third_language_needs_no_code(fresh_database: str, environment: dict[str, str]) -> None:
    package = Path(environment["FRENCH_MIGRATIONS"])
    known = set(package.rglob("0*.py"))
    manage(fresh_database, "makemigrations", "--noinput", env=environment)
    operations = written_operations(package, known)
    # The triggers of the audit list the columns; the indexes are those of the search.
    assert operations.keys() == {
        "AddField", "AlterField", "RemoveIndex", "AddIndex", "RemoveTrigger", "AddTrigger",
    }  # fmt: skip
    assert all(name.endswith("_fr") for name in operations["AddField"])
    assert operations["AlterField"] == {"language", "default_locale"}, "their choices"
    manage(fresh_database, "migrate", "-v", "0", env=environment)

    shop = rendered(fresh_database, environment)
    assert shop["languages"] == ["de", "en", "fr"]
    assert shop["translated"] == ["de", "fr"]
    assert set(shop["columns"]) == {"name_de", "name_en", "name_fr"}

    page = shop["shell"]
    assert '<html lang="fr"' in page
    assert re.findall(r'hreflang="([\w-]+)"', page) == ["de", "en", "fr", "x-default"]
    assert '<meta property="og:locale" content="fr_FR">' in page
    assert "<title>Manteau – " in page
    assert "<title>Nachthemd – " in shop["untranslated"]
    assert re.findall(r'/withdrawal" lang="(\w+)"', page) == ["de", "en", "fr"]

    links = re.findall(r'\?lang=(\w+)" (?:hreflang|lang)="(\w+)"', shop["access_code"] + shop["entrance"])
    assert links == [("de", "de"), ("en", "en")] * 2
    assert "Deutsch" in shop["entrance"] and "English" in shop["entrance"]
    assert '<html lang="fr">' in shop["entrance"]
    assert "Vertrag widerrufen" in shop["withdrawal"]

    language, notice = shop["terms"]
    assert language == "de" and notice
    assert shop["agreed"] == [["terms", "de"], ["terms-withdrawal", "de"]]
    assert '<html lang="fr"' in shop["terms_page"]

    papers = shop["papers"]
    assert papers["language"] == "fr"
    assert papers["invoice_file"].startswith("Rechnung-")
    assert "Nachthemd" in papers["invoice"] and "Manteau" in papers["invoice"]
    assert "Abend" in papers["ticket"].replace("ABEND", "Abend")
    assert any("Manteau" in text and "Nachthemd" in text for text in shop["mails"])

    assert shop["search"]["found"] == ["mantel"]
    assert "catalogue_product_search" in shop["search"]["plans"][0]
    assert "catalogue_event_search" in shop["search"]["plans"][1]
    assert shop["seats"] == [{"name": "Parkett", "name_en": "Stalls", "name_fr": "Parterre"}, {"name": "Balkon"}]
    assert shop["paypal"] == "fr_FR"
    assert all('data-languages="de en fr"' in script for script in shop["scripts"])
