"""`make bench`: measures the catalogue, the sale and the waiting room beside a bare Django view, and rehearses a sale
that begins at a moment; SCALE=large fills a large catalogue first.
"""

import os

from .checks import WAIT, prepare
from .guard import exclusive
from .node import ensure_spa
from .paths import ROOT, VENV_PYTHON
from .processes import run_to_end
from .settings import without_settings


def run_benchmarks() -> int:
    prepare()
    with exclusive("setup", wait=WAIT):
        ensure_spa()
    env = without_settings(os.environ)
    codes = [
        run_to_end([VENV_PYTHON, "-m", f"tests.benchmarks.{name}"], cwd=ROOT, env=env, show=True)[0]
        for name in ("catalogue", "sale", "waiting_room", "on_sale")
    ]
    return int(any(codes))  # one that was killed has a negative code
