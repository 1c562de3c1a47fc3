"""`make bench`: measures the catalogue beside a bare Django view; SCALE=large fills a large catalogue first."""

import os

from .checks import WAIT, prepare
from .guard import exclusive
from .node import ensure_spa
from .paths import ROOT, VENV_PYTHON
from .processes import attempt
from .testing import OUTSIDE


def run_benchmarks() -> int:
    prepare()
    with exclusive("setup", wait=WAIT):
        ensure_spa()
    env = {name: value for name, value in os.environ.items() if name not in OUTSIDE}
    code, _lines = attempt([VENV_PYTHON, "-m", "tests.benchmarks.catalogue"], cwd=ROOT, env=env, show=True)
    return code
