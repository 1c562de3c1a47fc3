"""How soon a phone with slow 4G shows the largest picture or text of each kind of page: `python -m tests.first_views`.

pytest has the shop and the browser that this needs; it takes nothing but what is named. The clock is the browser's,
so the machine should do nothing else.
"""

import json
import os
import sys
import tempfile
from pathlib import Path

import pytest

MEASURED = Path(__file__).parent / "e2e" / "look" / "first_views.py"
BAR_MS = 1500
# A single test may take ten minutes, which drawing and loading all pages exceed.
LONGEST_SECONDS = 3600


def main() -> None:
    # As large as in a shop; those that tests draw in haste are larger.
    os.environ["TEST_PICTURES"] = "all"
    with tempfile.TemporaryDirectory(prefix="merchstand-views-") as folder:
        figures = Path(folder) / "figures.json"
        os.environ["FIRST_VIEWS"] = str(figures)
        measured = ["-o", "python_files=first_views.py", "-o", "python_functions=measure_*", str(MEASURED)]
        ended = pytest.main([f"--timeout={LONGEST_SECONDS}", *measured])
        if ended:
            sys.exit(ended)
        found = json.loads(figures.read_text())
    for name, view in sorted(found.items(), key=lambda one: -one[1]["ms"]):
        late = "late" if view["ms"] > BAR_MS else "    "
        print(f"{view['ms']:7.0f} ms {late} {name:48} {view['what']:32} {view['bytes'] / 1000:6.1f} KB")


if __name__ == "__main__":
    main()
